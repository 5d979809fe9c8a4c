import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { Pace } from './pace.ts'
import { Portal } from './portal.ts'

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
