import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { newId } from '../../lib/ids.ts'
import { connectClient } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { LOOKED_THROUGH } from './store/backlog.ts'

let ahead = 0
const now = () => new Date(Date.now() + ahead)
const { app, admin, as, make, connection } = await startApp({
  now,
  environment: { KONTOR_WORKERS: '1', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
await app.startJobs()
const client = as(admin).webhooks

const saved = (namespace: string) => ({ type: 'storage.entry.saved' as const, namespace })

/** A webhook with its receiver, for events of a workspace that nobody else has. */
async function start(types: string[] = ['storage.*']) {
  let secret = ''
  const receiver = await startReceiver(() => secret)
  const kind = `t${newId().slice(-12)}`
  const { webhook, ...created } = await client.create({
    input: { name: kind, url: receiver.url, types, namespaces: [kind] },
  })
  secret = created.secret
  const { id } = webhook
  return {
    id,
    receiver,
    kind,
    emit: (number: number, object = `thing:${kind}`) =>
      make.asSystem((ctx) => ctx.emit({ ...saved(kind), object, data: { number } })),
    get: async () => (await client.get({ params: { id } })).webhook,
    deliveries: async (state?: 'pending' | 'delivered' | 'dead') =>
      (await client.deliveries({ params: { id }, input: { ...(state && { state }) } })).deliveries,
    setSecret: (next: string) => {
      secret = next
    },
  }
}

test('events arrive signed, in order, and are written down', async () => {
  const { receiver, emit, deliveries, kind } = await start()

  for (let number = 1; number <= 20; number++) await emit(number)

  await expect.poll(receiver.numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true)
  expect(receiver.received[0]).toMatchObject({
    body: { type: 'storage.entry.saved', object: `thing:${kind}`, data: { number: 1 } },
  })
  await expect.poll(async () => (await deliveries('delivered')).length).toBe(20)
})

test('an event is sent again if what became of it could not be written down', async () => {
  const { receiver, emit, deliveries } = await start()
  const database = await connectClient(connection)
  const run = (statement: string) => database.query(statement)
  await run('create table kontor.fault (name text)')
  await run(`insert into kontor.fault values ('the disk is full')`)
  await run(`create function kontor.fail() returns trigger language plpgsql as $$ begin
    if exists (select from kontor.fault) then raise 'the disk is full'; end if;
    return new; end $$`)
  await run(`create trigger fail before insert on kontor.webhook_deliveries
    for each row execute function kontor.fail()`)
  onTestFinished(async () => {
    await run('drop trigger fail on kontor.webhook_deliveries')
    await database.end()
  })

  await emit(1)

  await expect.poll(() => receiver.received.length).toBeGreaterThan(1)
  await run('delete from kontor.fault')
  await expect.poll(async () => (await deliveries('delivered')).length).toBe(1)
  expect(new Set(receiver.numbers())).toEqual(new Set([1]))
})

test('only what was asked for is sent', async () => {
  const { receiver, emit, kind } = await start()
  await make.asSystem((ctx) =>
    ctx.emit({ type: 'setting.saved', namespace: kind, object: 'other:1', data: {} }),
  )
  await emit(1)

  await expect.poll(() => receiver.received.length).toBe(1)
  expect(receiver.received[0]?.body.type).toBe('storage.entry.saved')
})

test('a message that fails is sent again later, with the same id, before its successors', async () => {
  const { receiver, emit, deliveries } = await start()
  let isBroken = true
  receiver.answerWith(({ body }, response) => {
    response.statusCode = isBroken && body.data.number === 1 ? 500 : 200
    response.end('broken')
  })

  await emit(1, 'thing:a')
  await emit(2, 'thing:a')
  await emit(3, 'thing:b')

  await expect.poll(() => receiver.numbers().includes(3)).toBe(true)
  await expect.poll(async () => (await deliveries('pending')).length).toBe(2)
  expect(receiver.numbers()).not.toContain(2)
  await expect
    .poll(async () => (await deliveries('pending')).at(-1))
    .toMatchObject({ attempts: 1, status: 500, error: 'it answered 500: broken' })
  isBroken = false
  ahead += 10_000
  await expect.poll(() => receiver.numbers().filter((number) => number !== 3)).toEqual([1, 1, 2])
  const [first, second] = receiver.received.filter(({ body }) => body.data.number === 1)
  expect(first?.id).toBe(second?.id)
})

test('what cannot be delivered for three days is given up, and can be sent again', async () => {
  const { id, receiver, emit, deliveries, get } = await start()
  receiver.answerWith(({ body }, response) => {
    response.statusCode = body.data.number === 1 ? 400 : 200
    response.end()
  })
  const tried = async () => (await deliveries())[0]?.attempts ?? 0
  await emit(1, 'thing:a')
  for (let tries = 1; tries <= 10; tries++) {
    await expect.poll(tried).toBeGreaterThanOrEqual(tries)
    ahead += 25 * 3_600_000
  }
  await expect.poll(async () => (await deliveries('dead')).length).toBe(1)
  expect(await get()).toMatchObject({ dead: 1, pausedAt: null })

  receiver.answerWith((_, response) => response.end())
  expect((await client.retry({ params: { id }, input: {} })).retried).toBe(1)
  await expect.poll(async () => (await get()).dead).toBe(0)
  await expect.poll(async () => (await get()).pending).toBe(0)
})

test('an endpoint that takes nothing is left alone, then paused, and loses nothing', async () => {
  const { id, receiver, emit, get } = await start()
  receiver.answerWith((_, response) => response.writeHead(503).end())
  for (let number = 1; number <= 5; number++) await emit(number, `thing:${number}`)
  await expect.poll(async () => (await get()).failures).toBeGreaterThan(0)

  for (let hour = 0; hour < 6 && (await get()).pausedAt === null; hour++) {
    const { failures } = await get()
    ahead += 5 * 3_600_000
    await expect
      .poll(async () => {
        const { failures: more, pausedAt } = await get()
        return more > failures || pausedAt !== null
      })
      .toBe(true)
  }
  const paused = await get()
  expect(paused.pausedReason).toContain('nothing got through since')
  const { entries } = await as(admin).audit.list({
    input: { object: `webhook:${id}`, type: 'webhook.paused' },
  })
  expect(entries).toHaveLength(1)
  const { notifications } = await as(admin).notifications.list({ input: {} })
  expect(notifications.filter(({ object }) => object === `webhook:${id}`)).toMatchObject([
    { kind: 'system', text: `The webhook "${paused.name}" is paused: ${paused.pausedReason}` },
  ])

  receiver.answerWith((_, response) => response.end())
  receiver.received.length = 0
  await emit(6, 'thing:6')
  await client.resume({ params: { id } })
  await expect.poll(() => receiver.numbers().sort()).toEqual([1, 2, 3, 4, 5, 6])
})

test('an endpoint that says it is gone is paused at once', async () => {
  const { receiver, emit, get } = await start()
  receiver.answerWith((_, response) => response.writeHead(410).end())

  await emit(1)

  await expect.poll(async () => (await get()).pausedReason).toContain('410')
})

test('everything can be sent again from a position or a time', async () => {
  const { id, receiver, emit, get } = await start()
  for (let number = 1; number <= 3; number++) await emit(number)
  await expect.poll(() => receiver.numbers()).toEqual([1, 2, 3])
  await expect.poll(async () => (await get()).pending).toBe(0)
  const second = receiver.received[1]?.body.position ?? 0

  await client.replay({ params: { id }, input: { position: second } })

  await expect.poll(() => receiver.numbers()).toEqual([1, 2, 3, 2, 3])
  await expect.poll(async () => (await get()).pending).toBe(0)
  ahead += 1000
  const since = now().toISOString()
  ahead += 1000
  await emit(4)
  await expect.poll(() => receiver.numbers()).toEqual([1, 2, 3, 2, 3, 4])
  await expect.poll(async () => (await get()).pending).toBe(0)
  await client.replay({ params: { id }, input: { since } })
  await expect.poll(() => receiver.numbers()).toEqual([1, 2, 3, 2, 3, 4, 4])
})

test('all that waits in the log counts as pending, far behind as an estimate', async () => {
  const { id, kind, emit, get } = await start()
  await client.pause({ params: { id } })
  const since = now()

  for (let number = 1; number <= 3; number++) await emit(number)
  await make.asSystem((ctx) =>
    ctx.emit({ type: 'setting.saved', namespace: kind, object: 'other:1', data: {} }),
  )
  const few = await get()
  expect(few).toMatchObject({ pending: 3, isPendingEstimated: false })
  expect(Date.parse(few.oldestPendingAt ?? '')).toBeGreaterThanOrEqual(since.getTime() - 1000)

  const count = 2 * LOOKED_THROUGH
  await make.asSystem((ctx) =>
    ctx.db.run(sql`
      insert into kontor.events (at, type, object_id, namespace, code, data)
      select ${now()}::timestamptz, 'storage.entry.saved', 'thing:1', ${kind}, 'things', '{}'
      from generate_series(1, ${count}::int)`),
  )
  const many = await get()
  expect(many).toMatchObject({ isPendingEstimated: true, oldestPendingAt: few.oldestPendingAt })
  // A few of another type are among those that were counted: the one above, and those about the webhook itself.
  expect(many.pending).toBeGreaterThan(count * 0.99)
  expect(many.pending).toBeLessThan(count * 1.01)
})

/** What a receiver can answer to everything, and how often it may be asked while 20 messages wait. */
test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['a redirect', (r) => r.writeHead(302, { location: '/other' }).end(), /302 with another address/],
  ['a redirect to nowhere', (r) => r.writeHead(308).end(), /308/],
  ['304', (r) => r.writeHead(304).end(), /304/],
  ['401', (r) => r.writeHead(401).end(), /401/],
  ['403', (r) => r.writeHead(403).end(), /403/],
  ['404', (r) => r.writeHead(404).end(), /404/],
  ['405', (r) => r.writeHead(405).end(), /405/],
  ['408', (r) => r.writeHead(408).end(), /408/],
  ['429', (r) => r.writeHead(429).end(), /429/],
  ['500', (r) => r.writeHead(500).end(), /500/],
  ['a reset after the headers', (r) => r.writeHead(500).write('x', () => r.destroy()), /500/],
  ['a reset', (r) => r.destroy(), /closed the connection/],
  [
    'another protocol',
    (r) => r.writeHead(101, { upgrade: 'x' }).end(),
    /closed the connection|101/,
  ],
])('a receiver that answers everything with %s is left alone', async (_, answer, reason) => {
  const { receiver, emit, get } = await start()
  receiver.answerWith((_received, response) => answer(response))

  for (let number = 1; number <= 20; number++) await emit(number, `thing:${number}`)

  await expect.poll(async () => (await get()).failures).toBe(1)
  ahead += 1000
  await expect.poll(async () => (await get()).failures).toBeGreaterThan(1)
  const { failures, failingSince, lastError, pending } = await get()
  // At most one batch at first, then one message after each rest.
  expect(receiver.received.length).toBeLessThanOrEqual(20 + failures)
  expect({ failingSince, pending }).toMatchObject({ failingSince: expect.any(String), pending: 20 })
  expect(lastError).toMatch(reason)
})

test('a receiver says itself how long it wants to be left alone', async () => {
  const { id, receiver, emit, get } = await start()
  receiver.answerWith((_, response) => response.writeHead(503, { 'retry-after': '1800' }).end())
  await emit(1)
  await expect.poll(async () => (await get()).failures).toBe(1)
  const restsFor = await make.asSystem(async (ctx) => {
    const { rest_until: until } = await ctx.db.one(
      sql<{ rest_until: Date }>`select rest_until from kontor.webhooks where id = ${id}`,
    )
    return (until.getTime() - now().getTime()) / 1000
  })

  expect(restsFor).toBeGreaterThan(1500)
  expect(restsFor).toBeLessThanOrEqual(1800)
})

test.each<[string, (response: ServerResponse) => void]>([
  ['204', (response) => response.writeHead(204).end()],
  ['200 and a reset', (response) => response.writeHead(200).write('x', () => response.destroy())],
  [
    '103 before 200',
    (response) => response.writeEarlyHints({ link: '</a>' }, () => response.end()),
  ],
])('a message that is answered with %s has arrived', async (_, answer) => {
  const { receiver, emit, get } = await start()
  receiver.answerWith((_received, response) => answer(response))

  await emit(1)

  await expect.poll(() => receiver.received.length).toBe(1)
  await expect.poll(get).toMatchObject({ pending: 0, failures: 0, lastError: null })
})

test.each([
  [
    'garbage',
    'no HTTP at all\r\n\r\n',
    /^the receiver did not answer with HTTP \(Parse Error: .+\)$/,
  ],
  ['nothing', '', /^the receiver closed the connection without an answer \(.+\)$/],
])('a receiver that answers %s is described in words', async (_, bytes, words) => {
  const server = createServer((socket) => socket.once('data', () => socket.end(bytes)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const tested = async (url: string) => {
    const { webhook } = await client.create({ input: { name: 'odd', url, types: ['demo.loaded'] } })
    return client.test({ params: { id: webhook.id } })
  }

  const plain = await tested(`http://127.0.0.1:${port}/`)
  const secure = await tested(`https://127.0.0.1:${port}/`)

  expect(plain).toMatchObject({
    delivered: false,
    status: null,
    error: expect.stringMatching(words),
  })
  expect(secure.error).toMatch(/^the receiver /)
})

test('a new secret signs beside the old one', async () => {
  const { id, receiver, emit, setSecret } = await start()
  const { secret } = await client.rotate({ params: { id } })

  await emit(1)
  await expect.poll(() => receiver.received.length).toBe(1)
  setSecret(secret)
  await emit(2)
  await expect.poll(() => receiver.received.length).toBe(2)

  expect(receiver.received.map(({ isSigned }) => isSigned)).toEqual([true, true])
})

test('a test message arrives at once, and a failure is told in words', async () => {
  const { id, receiver } = await start()

  const good = await client.test({ params: { id } })
  receiver.answerWith((_, response) => response.writeHead(404).end('nobody here'))
  const bad = await client.test({ params: { id } })

  expect(receiver.received[0]).toMatchObject({ isSigned: true, body: { type: 'webhook.test' } })
  expect(good).toMatchObject({ delivered: true, status: 200, error: null })
  expect(bad).toMatchObject({ delivered: false, error: 'it answered 404: nobody here' })
})

test('nothing is sent to private addresses that are not allowed', async () => {
  const { webhook } = await client.create({
    input: { name: 'inside', url: 'http://127.0.0.2:9/', types: ['demo.loaded'] },
  })

  const direct = await client.test({ params: { id: webhook.id } })

  expect(direct.error).toBe('127.0.0.2 leads to a private address, which is not allowed')
})

test('a webhook is changed, paused by hand and deleted', async () => {
  const { id, receiver, emit, kind } = await start()
  await client.pause({ params: { id } })
  await emit(1)
  const other = await startReceiver(() => '')
  const { webhook } = await client.update({
    params: { id },
    input: { name: 'other', url: other.url, types: ['storage.entry.saved'], namespaces: [kind] },
  })
  expect(webhook).toMatchObject({ name: 'other', pausedReason: 'by hand' })

  await client.resume({ params: { id } })

  await expect.poll(other.numbers).toEqual([1])
  expect(receiver.received).toEqual([])
  await client.remove({ params: { id } })
  await expect(client.get({ params: { id } })).rejects.toMatchObject({ status: 404 })
})

test.each([
  [{ name: 'x', url: 'ftp://example.org' }],
  [{ name: 'x', url: 'http://me:secret@example.org' }],
  [{ name: '', url: 'http://example.org' }],
  [{ name: 'x', url: 'http://example.org', types: ['DROP TABLE'] }],
])('the webhook %j is refused', async (input) => {
  await expect(client.create({ input })).rejects.toMatchObject({ status: 400 })
})

test('only administrators have to do with webhooks', async () => {
  const call = as(await make.user()).webhooks.list()

  await expect(call).rejects.toMatchObject({ status: 403 })
})
