import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { resolveName } from './names.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-names-'))
afterAll(() => rmSync(folder, { recursive: true }))

const NO_SUCH_NAME = 3
const REFUSED = 5
const [A, AAAA] = [1, 28]
type Answer = { addresses?: Partial<Record<number, string>>; code?: number } | 'silence'

/** A name server on the loopback that knows these names; all others do not exist. */
const KNOWN: Record<string, Answer> = {
  'both.example': { addresses: { [A]: '192.0.2.1', [AAAA]: '2001:db8::1' } },
  'six.example': { addresses: { [AAAA]: '2001:db8::6' } },
  'files.corp.example': { addresses: { [A]: '192.0.2.2' } },
  'files.example': { addresses: { [A]: '192.0.2.3' } },
  'refused.example': { code: REFUSED },
  'silent.example': 'silence',
}
const asked: string[] = []
const server = createSocket('udp4', (query, { port }) => {
  const { name, type, end } = readQuestion(query)
  asked.push(name)
  const answer = KNOWN[name] ?? { code: NO_SUCH_NAME }
  if (answer !== 'silence') server.send(reply(query, type, end, answer), port, '127.0.0.1')
}).bind(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())
beforeEach(() => {
  asked.length = 0
})

function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function reply(
  query: Buffer,
  type: number,
  end: number,
  { addresses = {}, code = 0 }: Exclude<Answer, string>,
): Buffer {
  const address = addresses[type]
  const header = Buffer.from([
    query[0] ?? 0,
    query[1] ?? 0,
    0x81,
    0x80 | code,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
  ])
  const question = query.subarray(12, end)
  if (address === undefined) return Buffer.concat([header, question])
  header[7] = 1
  const data = bytesOf(address)
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data])
  return Buffer.concat([header, question, record])
}

/** Of the few forms above. */
function bytesOf(address: string): number[] {
  if (address.includes('.')) return address.split('.').map(Number)
  return [0x20, 0x01, 0x0d, 0xb8, ...new Array(11).fill(0), Number(address.split('::')[1])]
}

function fileOf(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const resolve = (
  host: string,
  {
    hosts = '',
    settings = '',
    timeout = 60_000,
    signal = undefined as AbortSignal | undefined,
  } = {},
) =>
  resolveName(host, signal, {
    hosts: fileOf('hosts', hosts),
    settings: fileOf('resolv.conf', settings),
    servers: [`127.0.0.1:${server.address().port}`],
    timeout,
  })

test('a name has the addresses of both families', async () => {
  expect(new Set(await resolve('both.example'))).toEqual(new Set(['192.0.2.1', '2001:db8::1']))
  expect(await resolve('six.example')).toEqual(['2001:db8::6'])
})

test.each(['intra', 'INTRA', 'wiki.intra.', 'both.example'])(
  '%s in the hosts file is not asked for',
  async (host) => {
    const hosts = '# 10.0.0.1 intra\n10.0.0.2\tintra wiki.intra # old\nfd00::2 Intra wiki.intra\n'
    const override = '10.0.0.2 both.example\nfd00::2 both.example\n'

    expect(await resolve(host, { hosts: hosts + override })).toEqual(['10.0.0.2', 'fd00::2'])
    expect(asked).toEqual([])
  },
)

test.each(['localhost', 'app.localhost'])('%s is this machine, listed or not', async (host) => {
  expect(await resolve(host)).toEqual(['127.0.0.1', '::1'])
  expect(await resolve(host, { hosts: `127.0.0.1 ${host}` })).toEqual(['127.0.0.1'])
})

test.each([
  ['files', 'search nowhere.example corp.example', '192.0.2.2'],
  ['files', 'domain corp.example', '192.0.2.2'],
  ['files.corp', 'search example', '192.0.2.2'],
  ['files.example', 'search corp.example', '192.0.2.3'],
  ['files', 'search example\nsearch corp.example', '192.0.2.2'],
  ['files', 'search .', undefined],
  ['files.example.', 'search corp.example', '192.0.2.3'],
])('%s with "%s" leads to %s', async (host, settings, address) => {
  const addresses = await resolve(host, { settings }).catch(() => [])

  expect(addresses[0]).toBe(address)
})

test('ndots says which names are tried in the search domains first', async () => {
  await resolve('both.example', { settings: 'search corp.example\noptions timeout:1 ndots:5' })

  expect(asked[0]).toBe('both.example.corp.example')
  expect(asked.at(-1)).toBe('both.example')
})

test.each([
  ['gone.example', 'ENOTFOUND', 'there is no host called gone.example'],
  ['a..example', 'ENOTFOUND', 'there is no host called a..example'],
  ['refused.example', 'EAI_AGAIN', 'the name servers gave no address for refused.example'],
])('%s fails with %s', async (host, code, message) => {
  await expect(resolve(host)).rejects.toMatchObject({ code, message, hostname: host })
})

test('a name whose server never answers is given up', async () => {
  await expect(resolve('silent.example', { timeout: 50 })).rejects.toMatchObject({
    code: 'ETIMEOUT',
    message: 'the name silent.example could not be resolved in time',
  })
})

test('a lookup ends with what it was for', async () => {
  const leaving = new AbortController()
  const call = resolve('silent.example', { signal: leaving.signal })
  await expect.poll(() => asked).toContain('silent.example')

  leaving.abort()

  await expect(call).rejects.toMatchObject({ code: 'ETIMEOUT' })
})

test('no thread of the pool is needed', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // Each takes a thread until somebody opens the other end.
  const blocked = Array.from({ length: 16 }, () => open(pipe, 'r'))
  try {
    expect(await resolve('files.example')).toEqual(['192.0.2.3'])
    expect(await resolveName('localhost')).toContain('127.0.0.1')
  } finally {
    const writer = openSync(pipe, 'r+')
    for (const file of await Promise.all(blocked)) await file.close()
    closeSync(writer)
  }
})
