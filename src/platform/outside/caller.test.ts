import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { OutsideCaller } from './caller.ts'
import { PrivateAddress } from './checked-lookup.ts'

const OTHER = 'Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'
const asked: string[] = []
const server = createServer(async (request, response) => {
  asked.push(await text(request))
  if (request.url === '/other') request.socket.end(`HTTP/1.1 101 ${OTHER}`)
  else if (request.url === '/long') response.end(Buffer.alloc(9 * 1024 ** 2))
  else response.writeHead(302, { location: '/elsewhere' }).end('over there')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close().closeAllConnections())
const { port } = server.address() as AddressInfo

const post = (host: string, { path = '/', allowed = ['127.0.0.1'], body = '{}' } = {}) =>
  new OutsideCaller(allowed).post(`http://${host}:${port}${path}`, {
    body,
    headers: {},
    signal: AbortSignal.timeout(10_000),
  })

test.each(['127.0.0.1', 'localhost'])('%s is called if it is allowed', async (host) => {
  const reply = await post(host, { body: '{"for":"you"}', allowed: ['127.0.0.1', '::1'] })

  expect(reply).toEqual({ status: 302, text: 'over there' })
  expect(asked.at(-1)).toBe('{"for":"you"}')
})

test.each(['127.0.0.1', 'localhost'])('%s is not called unless it is allowed', async (host) => {
  const before = asked.length

  await expect(post(host, { allowed: [] })).rejects.toThrow(PrivateAddress)
  expect(asked).toHaveLength(before)
})

test('a server that changes to another protocol has not answered', async () => {
  await expect(post('127.0.0.1', { path: '/other' })).rejects.toThrow('without an answer')
})

test('an endless response is aborted', async () => {
  await expect(post('127.0.0.1', { path: '/long' })).rejects.toThrow('longer than')
})
