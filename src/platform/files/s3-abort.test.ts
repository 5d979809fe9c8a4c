import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startS3 } from '../../../test/s3-server.ts'
import { newId } from '../../lib/ids.ts'
import { s3Store } from './s3.ts'

const { endpoint, bucket, key, secret } = await startS3()

/** Forwards everything to the S3 server except the list of uploads, which that server does not support. */
const asked: { method: string; path: string; parameters: URLSearchParams }[] = []
const unfinished: { name: string; id: string }[] = []
const proxy = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', endpoint)
  asked.push({ method: request.method ?? '', path: pathname, parameters: searchParams })
  if (request.method === 'GET' && searchParams.has('uploads')) {
    const uploads = unfinished
      .filter(({ name }) => name.startsWith(searchParams.get('prefix') ?? ''))
      .map(({ name, id }) => `<Upload><Key>${name}</Key><UploadId>${id}</UploadId></Upload>`)
    response.setHeader('content-type', 'application/xml')
    response.end(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`)
    return
  }
  const { method, headers } = request
  const passed = http.request(`${endpoint}${request.url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  request.pipe(passed)
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
afterAll(() => proxy.close())

const store = s3Store({
  endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  bucket,
  region: 'us-east-1',
  credentials: { accessKeyId: key, secretAccessKey: secret },
  hasLinks: false,
})
const askedOf = (name: string, method: string) =>
  asked
    .filter((each) => each.path === `/${bucket}/${name}` && each.method === method)
    .map(({ parameters }) => parameters.get('uploadId'))

test('an interrupted upload is aborted at the server, and the cause is reported', async () => {
  const name = newId()
  const cut = async function* () {
    for (let at = 0; at < 20; at++) yield randomBytes(1024 ** 2)
    throw new Error('the sender left')
  }

  await expect(store.put(name, cut())).rejects.toThrow('the sender left')

  const parts = askedOf(name, 'PUT')
  expect(parts).toHaveLength(2)
  expect(new Set(parts)).toEqual(new Set(askedOf(name, 'DELETE')))
  expect(parts[0]).toBeTruthy()
  expect(await store.find(name)).toBeUndefined()
})

test('a complete upload is not aborted', async () => {
  const name = newId()

  await store.put(
    name,
    (async function* () {
      for (let at = 0; at < 20; at++) yield randomBytes(1024 ** 2)
    })(),
  )

  expect(askedOf(name, 'DELETE')).toEqual([])
  expect(await store.find(name)).toEqual({ size: 20 * 1024 ** 2 })
})

test('the unfinished upload of a killed server is aborted when its object is deleted', async () => {
  const name = newId()
  unfinished.push({ name, id: 'left-behind' }, { name: newId(), id: 'of another' })

  await store.delete(name).catch(() => undefined)

  expect(askedOf(name, 'DELETE')).toContain('left-behind')
  expect(asked.some(({ parameters }) => parameters.get('uploadId') === 'of another')).toBe(false)
})
