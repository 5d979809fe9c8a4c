import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect } from 'vitest'
import { SHARED_FILES } from '../src/lib/ids.ts'
import { startApp } from './app.ts'

type Sent = { body?: unknown; headers?: Record<string, string> }

export const AT = '2026-03-02T09:15:00Z'
export const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

export const form = (name: string, content: string, part = 'file') => {
  const data = new FormData()
  data.append(part, new Blob([content]), name)
  return data
}

/** A site with one picture. */
async function startSite(): Promise<string> {
  const web = createServer((request, response) => {
    if (request.url === '/a.png') return response.end('picture')
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => {
    web.listen(0, '127.0.0.1', resolve)
  })
  afterAll(() => {
    web.closeAllConnections()
    web.close()
  })
  return `http://127.0.0.1:${(web.address() as AddressInfo).port}`
}

/** For the examples of the contract, sent as other programs send them. */
export async function startDiskContract() {
  const started = await startApp({
    now: () => new Date(AT),
    environment: { KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
  })
  const ann = await started.make.user()
  async function send(method: string, path: string, { body, headers = {} }: Sent = {}) {
    const response = await started.request(`/pub/v1/disk${path}`, {
      method,
      headers: { authorization: `Bearer ${ann.token}`, ...headers },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the server sent
    const answer: any = await response.json()
    return { status: response.status, answer }
  }
  const audit = {
    __createdAt: AT,
    __createdBy: ann.id,
    __updatedAt: AT,
    __updatedBy: ann.id,
    __deletedAt: null,
  }
  return {
    ...started,
    ann,
    send,
    audit,
    webAddress: await startSite(),
    uploadBody: async (text = 'data', hash = randomUUID()) => {
      await send('POST', `/file/upload?hash=${hash}`, { body: text })
      return hash
    },
    fileOf: (name: string, rest: object = {}) => ({
      __id: uuid,
      __name: name,
      name,
      originalName: name,
      hash: uuid,
      size: 4,
      version: 1,
      directory: SHARED_FILES,
      comment: '',
      contentType: expect.any(String),
      ...audit,
      ...rest,
    }),
    directory: async (name: string = randomUUID()) =>
      (await send('POST', '/directory', { body: { __name: name } })).answer.directory
        .__id as string,
  }
}
