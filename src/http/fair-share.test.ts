import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../../test/app.ts'
import { openSocket } from '../../test/socket.ts'
import { solution } from '../../test/solution.ts'
import { ALL_USERS } from '../lib/ids.ts'
import { connectClient } from '../platform/db/db.ts'
import { EventTail } from '../platform/event-tail.ts'

const { app, address, as, admin, make, connection, request } = await startApp({
  environment: {
    KONTOR_REQUEST_QUEUE: '20',
    KONTOR_QUERY_COST: '100000',
    KONTOR_STREAMS: '2',
    KONTOR_UPLOAD_TIMEOUT: '1',
  },
})

const fields = 'fields: { price: { name: Price, type: INTEGER } }'
await as(admin).solutions.apply({
  input: {
    files: solution('shop', {
      'workspaces/shop/apps/slow.yaml': `name: Slow\n${fields}`,
      'workspaces/shop/apps/quick.yaml': `name: Quick\n${fields}`,
      'workspaces/shop/apps/large.yaml': `name: Large\n${fields}`,
      'workspaces/shop/apps/many.yaml': `name: Many\n${fields}`,
    }),
  },
})
for (const right of ['read', 'create', 'export']) {
  const given = { right, subjectKind: 'group', subject: ALL_USERS } as const
  await as(admin).access.grant({ input: { kind: 'workspace', object: 'shop', ...given } })
}

const [greedy, other] = [await make.user(), await make.user()]
const database = await connectClient(connection)
afterAll(() => database.end())
await database.query(`
  insert into "ws_shop"."many" ("__id", "__index", "__name", "__createdAt", "__createdBy", "__updatedAt", "__updatedBy", price)
  select gen_random_uuid(), n, n::text, now(), '${admin.id}', now(), '${admin.id}', n
  from generate_series(1, 500) n`)
await database.query('analyze "ws_shop"."many"')

type Caller = { token: string }
const list = ({ token }: Caller, code: string, signal?: AbortSignal) =>
  request(`/pub/v1/app/shop/${code}/list`, {
    method: 'POST',
    headers: { 'x-token': token },
    body: JSON.stringify({ size: 10, filter: { tf: { price: { min: 1, max: null } } } }),
    ...(signal && { signal }),
  })

/** Nobody can read the table until it is released. */
async function hold(code: string): Promise<() => Promise<void>> {
  const client = await connectClient(connection)
  await client.query('begin')
  await client.query(`lock table "ws_shop"."${code}" in access exclusive mode`)
  const release = async () => {
    await client.end()
  }
  onTestFinished(release)
  return release
}

/** Statements of the server that wait for the table. */
async function countHeld(code: string): Promise<number> {
  const { rows } = await database.query(
    `select count(*)::integer as held from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`%"ws_shop"."${code}"%`],
  )
  return rows[0].held
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

test('whoever has all their requests held up does not hold up anybody else', async () => {
  const release = await hold('slow')
  const held = Array.from({ length: 14 }, () => list(greedy, 'slow'))
  await until(async () => (await countHeld('slow')) >= 3)

  const answers = await Promise.all(Array.from({ length: 15 }, () => list(other, 'quick')))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await countHeld('slow')).toBeGreaterThan(0)
  await release()
  await Promise.all(held)
})

test('while others are there nobody has more than a quarter, and waits in a queue of their own', async () => {
  const greedy = await make.user()
  const release = await hold('slow')
  await list(other, 'quick')
  const held = Array.from({ length: 24 }, () => list(greedy, 'slow'))
  await until(async () => (await countHeld('slow')) >= 3)

  const refused = await Promise.race(held)
  await Promise.all(Array.from({ length: 10 }, () => list(other, 'quick')))

  expect(await countHeld('slow')).toBe(3)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining('too many') })
  await release()
  const statuses = (await Promise.all(held)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

test('while others are there, a person who has many requests running waits for their own', async () => {
  const { id, token } = await make.user()
  const { requests } = app.platform.turns
  for (let at = 0; at < 8; at++) await requests.enter(id)
  await list(other, 'quick')

  const next = list({ token }, 'quick')
  await expect.poll(() => requests.waiting).toBe(1)
  expect((await list(other, 'quick')).status).toBe(200)
  expect(requests.waiting).toBe(1)

  for (let at = 0; at < 8; at++) requests.leave(id)
  expect((await next).status).toBe(200)
})

test('the query of a caller who hangs up is cancelled', async () => {
  const release = await hold('slow')
  const patient = list(other, 'slow')
  await until(async () => (await countHeld('slow')) === 1)
  const caller = new AbortController()
  const left = list(greedy, 'slow', caller.signal).catch(() => 'left')
  await until(async () => (await countHeld('slow')) === 2)

  caller.abort()
  await until(async () => (await countHeld('slow')) < 2)

  // The other one waits for longer: no time limit has ended the first.
  expect(await countHeld('slow')).toBe(1)
  expect(await left).toBe('left')
  const metrics = await request('/metrics', { headers: { 'x-token': admin.token } })
  expect(await metrics.text()).toContain('{operation="apps.listItems",status="499"} 1')
  await release()
  expect((await patient).status).toBe(200)
})

test('a read that takes longer than lists may is cancelled', async () => {
  const hasty = await startApp({ connection, environment: { KONTOR_LIST_TIMEOUT: '1' } })
  await hold('slow')
  const headers = { 'x-token': greedy.token }
  const late = await hasty.request('/pub/v1/app/shop/slow/list', { method: 'POST', headers })

  expect(late.status).toBe(408)
  expect(await late.json()).toMatchObject({
    error: 'the database took longer than 1 s, ask for less',
  })
  expect(await countHeld('slow')).toBe(0)
})

const byEql = ({ token }: Caller, query: string) =>
  request('/pub/v1/app/shop/many/list', {
    method: 'POST',
    headers: { 'x-token': token },
    body: JSON.stringify({ filter: { eql: { query } } }),
  })

test('what compares every item with every other is refused with words', async () => {
  const inner = 'Count(from [shop.many] where [price] > parent.[price]) > 3'
  const nested = `Count(from [shop.many] where [price] > parent.[price] and ${inner}) > 3`

  const [plain, refused] = [await byEql(greedy, inner), await byEql(greedy, nested)]

  expect(plain.status).toBe(200)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    error: expect.stringMatching(
      /^this compares every item with every other: the database expects a cost of [\d,]+, 100,000 are allowed/,
    ),
  })
})

test('nobody opens more streams than allowed', async () => {
  const open = ({ token }: Caller) => request('/events', { headers: { 'x-token': token } })
  const streams = [await open(greedy), await open(greedy), await open(greedy), await open(other)]
  onTestFinished(async () => {
    for (const { body } of streams) if (!body?.locked) await body?.cancel()
  })

  expect(streams.map(({ status }) => status)).toEqual([200, 200, 429, 200])
  const head = await request('/events', { method: 'HEAD', headers: { 'x-token': greedy.token } })
  expect(head.status).toBe(405)
  expect(await streams[2]?.json()).toMatchObject({
    detail: 'too many of your event streams run already: 2',
  })
})

test('whoever hangs up before their stream begins gives its place back', async () => {
  const { token } = await make.user()
  const [begin, gate] = [EventTail.prototype.enter, Promise.withResolvers<void>()]
  const enter = vi.spyOn(EventTail.prototype, 'enter')
  onTestFinished(() => enter.mockRestore())
  enter.mockImplementation(async function (this: EventTail) {
    await gate.promise
    return begin.call(this)
  })
  const closed: Promise<unknown>[] = []
  const callers: Socket[] = []
  for (let at = 0; at < 2; at++) {
    app.server.server.once('connection', (socket) => closed.push(once(socket, 'close')))
    const caller = await openSocket(address)
    caller.write(`GET /events HTTP/1.1\r\nhost: x\r\nx-token: ${token}\r\n\r\n`)
    callers.push(caller)
    await expect.poll(() => enter.mock.calls.length).toBe(at + 1)
  }

  for (const caller of callers) caller.destroy()
  await Promise.all(closed)
  gate.resolve()

  const opened: Response[] = []
  onTestFinished(async () => {
    for (const { body } of opened) await body?.cancel()
  })
  const open = async () => {
    const stream = await request('/events', { headers: { 'x-token': token } })
    opened.push(stream)
    return stream.status
  }
  await expect.poll(open).toBe(200)
})

test('whoever stops reading an export does not keep its place', async () => {
  const user = await make.user()
  await database.query(`
    insert into "ws_shop"."large" ("__id", "__index", "__name", "__createdAt", "__createdBy", "__updatedAt", "__updatedBy")
    select gen_random_uuid(), n, repeat('x', 2000), now(), '${admin.id}', now(), '${admin.id}'
    from generate_series(1, 8000) n`)
  const path = '/manage/v1/apps/shop/large/export'
  const lazy = await openSocket(address)
  onTestFinished(() => void lazy.destroy())
  lazy.setTimeout(0)
  lazy.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nx-token: ${user.token}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
  )
  await once(lazy, 'readable')

  // One person has one place: it waits for the other one.
  const next = await request(path, {
    method: 'POST',
    headers: { 'x-token': user.token },
    body: JSON.stringify({ filter: { tf: { price: { min: 1, max: null } } } }),
  })

  expect(next.status).toBe(200)
  expect((await next.text()).trim().split('\r\n')).toHaveLength(1)
})
