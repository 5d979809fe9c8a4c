import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

export type Tapped = { method: string; path: string; body: string }
/** What is answered instead of what the server says. */
export type Instead = { status: number; headers?: Record<string, string>; body?: string }

type Watch = {
  /** Before a request goes on. */
  onRequest?: (request: Tapped) => Instead | undefined | Promise<Instead | undefined>
  /** When the server has answered, and before its client knows. */
  onAnswer?: (request: Tapped, answer: string) => void | Promise<void>
  /** Said instead of what the server says. */
  headers?: Record<string, string>
}

/** A line to a server that can be watched and disturbed. */
export async function startTap(to: string) {
  const requests: Tapped[] = []
  let watch: Watch = {}
  const server = createServer(async (incoming, outgoing) => {
    try {
      const sent = await buffer(incoming)
      const { method = 'GET', url: path = '/' } = incoming
      const request = { method, path, body: sent.toString() }
      requests.push(request)
      const instead = await watch.onRequest?.(request)
      if (instead) {
        outgoing.writeHead(instead.status, instead.headers).end(instead.body ?? '')
        return
      }
      const headers = new Headers(incoming.headers as Record<string, string>)
      for (const own of ['host', 'connection', 'content-length', 'transfer-encoding']) {
        headers.delete(own)
      }
      const answer = await fetch(new URL(path, to), {
        ...{ method, headers, redirect: 'manual' },
        ...(sent.length > 0 && { body: sent }),
      })
      const content = Buffer.from(await answer.arrayBuffer())
      await watch.onAnswer?.(request, content.toString())
      for (const name of ['content-type', 'date', 'retry-after', 'content-disposition']) {
        const value = answer.headers.get(name)
        if (value !== null) outgoing.setHeader(name, value)
      }
      outgoing.writeHead(answer.status, watch.headers).end(content)
    } catch {
      outgoing.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    watch: (next: Watch) => {
      requests.length = 0
      watch = next
    },
  }
}
