import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { type FetchLimits, fetchOutside } from './fetch.ts'

const hosts: string[] = []
const OTHER = 'Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'
const server = createServer(({ headers, url, socket }, response) => {
  if (url === '/other') return void socket.end(`HTTP/1.1 101 ${OTHER}`)
  hosts.push(headers.host ?? '')
  response.end('content')
})
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo

const limits = (more: Partial<FetchLimits> = {}): FetchLimits => ({
  allowed: [],
  largest: 1000,
  timeout: 5000,
  ...more,
})
const read = (link: string, more?: Partial<FetchLimits>) => text(fetchOutside(link, limits(more)))

test.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  'not an address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('a name with a private address is refused, whatever its other addresses', async () => {
  const resolve = async () => ['93.184.216.34', '127.0.0.1']

  const call = read(`http://example.org:${port}/`, { resolve })

  await expect(call).rejects.toThrow('example.org leads to a private address')
  await expect(read(`http://localhost:${port}/`)).rejects.toThrow('private address')
  expect(hosts).toEqual([])
})

test('the connection uses the checked address, and the name is resolved once', async () => {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return [asked.length === 1 ? '127.0.0.1' : '127.0.0.9']
  }

  const content = await read(`http://files.test:${port}/a`, { resolve, allowed: ['127.0.0.1'] })

  expect(content).toBe('content')
  expect(asked).toEqual(['files.test'])
  expect(hosts).toEqual([`files.test:${port}`])
})

test('ranges of private addresses can be allowed', async () => {
  const call = read(`http://127.0.0.1:${port}/`, { allowed: ['10.0.0.0/8', '127.0.0.0/8'] })

  expect(await call).toBe('content')
})

test('a server that changes to another protocol has not answered', async () => {
  const call = read(`http://127.0.0.1:${port}/other`, { allowed: ['127.0.0.0/8'] })

  await expect(call).rejects.toThrow('the connection was closed')
})

test('an unknown name is reported', async () => {
  await expect(read('http://does-not-exist.invalid/')).rejects.toThrow('host not found')
})
