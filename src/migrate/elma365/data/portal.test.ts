import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { Pace } from './pace.ts'
import { delayOf, Portal } from './portal.ts'
import { listUsers } from './users.ts'

const ANSWER = JSON.stringify({ success: true, error: '', result: { result: [], total: 7 } })

/** Breaks off in the middle of its first answer, and is busy at the second call. */
let calls = 0
const server = createServer((_, response) => {
  calls++
  if (calls === 1) {
    response.writeHead(200, { 'content-length': ANSWER.length })
    response.write(ANSWER.slice(0, 10), () => response.destroy())
    return
  }
  if (calls === 2) response.writeHead(429, { 'retry-after': '0' })
  response.end(ANSWER)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const { port } = server.address() as AddressInfo

test('an answer that breaks off is asked for again', async () => {
  const pace = new Pace({ perMinute: 0, parallel: 1 })
  const portal = new Portal({ address: `http://127.0.0.1:${port}`, token: 'a', pace })

  expect(await portal.list('user/list', {})).toEqual({ rows: [], total: 7 })
  expect(calls).toBe(3)
})

const NOW = Date.parse('2026-03-02T12:00:00Z')

test.for([
  [null, 2000],
  ['soon', 2000],
  ['1', 2000],
  ['600', 600_000],
  ['Mon, 02 Mar 2026 12:10:00 GMT', 600_000],
  ['Mon, 02 Mar 2026 11:00:00 GMT', 2000],
  ['100000', 3_600_000],
] as const)('Retry-After %s is %i milliseconds at the third attempt', ([text, expected]) => {
  expect(delayOf(3, text, NOW)).toBe(expected)
})

type Portals = { says: string; total?: 'all' | 'page'; from?: boolean; expected: number }
const PORTALS: Portals[] = [
  { says: 'how many there are', total: 'all', from: true, expected: 8 },
  { says: 'how many are on the page', total: 'page', from: true, expected: 8 },
  { says: 'nothing of that', from: true, expected: 8 },
  { says: 'the same for any `from`', expected: 3 },
]

test.for(PORTALS)('rows that are fewer than asked for are not all: $says', async (portal) => {
  const users = Array.from({ length: 8 }, (_, at) => ({ __id: `${at}` }))
  const few = createServer(async (request, response) => {
    const { from } = (await json(request)) as { from: number }
    const at = portal.from ? from : 0
    const rows = users.slice(at, at + 3)
    const total = { all: 8, page: rows.length, none: undefined }[portal.total ?? 'none']
    const result = { result: rows, total }
    response.end(JSON.stringify({ success: true, error: '', result }))
  })
  await new Promise<void>((resolve) => few.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void few.close())
  const { port: at } = few.address() as AddressInfo
  const pace = new Pace({ perMinute: 0, parallel: 1 })

  const asked = new Portal({ address: `http://127.0.0.1:${at}`, token: 'a', pace })
  const found = (await Array.fromAsync(listUsers(asked))).flat()

  expect(found).toEqual(users.slice(0, portal.expected))
  expect(await asked.all('scheme/groups/list')).toEqual(found)
})
