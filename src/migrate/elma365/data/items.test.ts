import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../../lib/ids.ts'
import { listApps } from './apps.ts'
import { holdState } from './hold.ts'
import { bringItems } from './items.ts'
import { Pace } from './pace.ts'
import { type Json, Portal } from './portal.ts'
import { State } from './state.ts'
import { Tally } from './tally.ts'
import { Target } from './target.ts'

/** A portal that gives one number to several items, and never more than three rows in an answer. */
const ITEMS = [1, 2, 2, 2, 2, 2, 3, 4, 4, 5, 5, 5, 6].map((number) => ({
  ...{ __id: newId(), __index: number },
}))
type PageQuery = {
  filter: { tf: { __index?: { min: number } } }
  from?: number
  size: number
}
const asked: PageQuery[] = []
let countOfApps: number | null = 1
const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    const result = { result: [{ namespace: 'crm', code: 'orders' }], total: countOfApps }
    response.end(JSON.stringify({ success: true, error: '', result }))
    return
  }
  const page = (await json(request)) as PageQuery
  asked.push(page)
  const { filter, from = 0, size } = page
  const found = ITEMS.filter(({ __index }) => __index >= (filter.tf.__index?.min ?? 0))
  const result = found.slice(from, from + Math.min(size, 3))
  response.end(
    JSON.stringify({ success: true, error: '', result: { result, total: found.length } }),
  )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const { port } = server.address() as AddressInfo
const address = `http://127.0.0.1:${port}`

test.for([1, 2, 3, 4, 100])('pages of %i bring every item once', async (size) => {
  expect(await bringAll(size)).toEqual(ITEMS)

  // Keys that only servers of ours are known to take.
  const own = asked.filter((page) => 'total' in page || 'after' in page)
  expect(own).toEqual([])
})

test('a portal that does not count its apps is not taken for a server of ours', async () => {
  countOfApps = null
  onTestFinished(() => {
    countOfApps = 1
  })

  expect(await bringAll(2)).toEqual(ITEMS)

  expect(asked.filter((page) => 'after' in page)).toHaveLength(1)
})

async function bringAll(pageSize: number): Promise<Json[]> {
  asked.length = 0
  const tally = new Tally()
  const pace = new Pace({ perMinute: 0, parallel: 1 })
  const ends = { portal: address, into: 'http://127.0.0.1:1' }
  const path = join(tmpdir(), `kontor-${newId()}.json`)
  const hold = await holdState(path)
  onTestFinished(() => hold.release())
  const state = await State.open({ path, hold, ...ends })
  const come: Json[] = []

  const portal = new Portal({ address, token: 'a', pace })
  await listApps(portal)
  await bringItems(
    {
      ...{ portal, state, tally },
      target: new Target({ address: ends.into, token: 'b' }, tally),
      options: {
        ...{
          apps: [],
          full: false,
          storageKeys: [],
          pageSize,
          samples: 0,
          without: [],
          restart: [],
        },
      },
      running: {},
      progress: { at: () => undefined, done: () => undefined },
    },
    { path: 'crm/orders', name: 'Orders', type: 'STANDARD' },
    null,
    async (items) => {
      come.push(...items)
    },
  )
  return come
}
