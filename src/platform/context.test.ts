import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { IDENTITY } from '../areas/access/identity.ts'
import { SYSTEM } from './caller.ts'
import { type Context, readContext, write } from './context.ts'
import { connectClient } from './db/db.ts'
import { raw, sql } from './db/sql.ts'
import { readEvents, START, toEach } from './events.ts'

const { app, make, connection } = await startApp({ environment: { KONTOR_DATABASE_POOL: '3' } })
const small = await startApp({
  environment: { KONTOR_DATABASE_POOL: '3' },
  connection: { ...connection, connectionTimeoutMillis: 500 },
})
const { platform } = app
const { asSystem } = make
const origin = { user: SYSTEM, requestId: 'test', log: platform.log }

const client = await connectClient(connection)
afterAll(() => client.end())
await client.query('create table numbers (id int primary key, value int not null default 0)')

const run = (ctx: Pick<Context, 'db'>, text: string) => ctx.db.run(raw(text))
const numbers = async () =>
  (await client.query('select id from numbers order by id')).rows.map(({ id }) => id)
const eventsOf = async (object: string) =>
  (await readEvents(platform.db, START, 10_000)).events.filter((event) => event.object === object)

const isPoolFree = () => platform.pool.totalCount === platform.pool.idleCount

test('a change is committed together with its events', async () => {
  await asSystem(async (ctx) => {
    await run(ctx, 'insert into numbers values (1)')
    await ctx.emit({ type: 'storage.entry.saved', object: 'number:1', data: {} })
  })

  expect(await numbers()).toContain(1)
  expect(await eventsOf('number:1')).toHaveLength(1)
})

test('a thrown error rolls back every write, event and job', async () => {
  const call = asSystem(async (ctx) => {
    await run(ctx, 'insert into numbers values (2)')
    await ctx.emit({ type: 'storage.entry.saved', object: 'number:2', data: {} })
    await ctx.addJob('numbers.count', {})
    throw new Error('no')
  })

  await expect(call).rejects.toThrow('no')
  expect(await numbers()).not.toContain(2)
  expect(await eventsOf('number:2')).toEqual([])
  const { rows } = await client.query('select 1 from graphile_worker.jobs')
  expect(rows).toEqual([])
})

test('a listener runs in the transaction of the event, and its failure rolls back both', async () => {
  platform.listeners['storage.entry.expired'] = toEach(async (ctx) => {
    await run(ctx, 'insert into numbers values (3)')
    throw new Error('the listener says no')
  })

  const call = asSystem(async (ctx) => {
    await run(ctx, 'insert into numbers values (4)')
    await ctx.emit({ type: 'storage.entry.expired', object: 'number:4', data: {} })
  })

  await expect(call).rejects.toThrow('the listener says no')
  expect(await numbers()).not.toContain(3)
  expect(await numbers()).not.toContain(4)
})

test('a statement that fails in the last step rolls back everything, and its error is reported', async () => {
  const insert = sql`insert into numbers values (5)`
  const call = write(
    platform,
    origin,
    (ctx) => run(ctx, 'insert into numbers values (6)'),
    () => [insert, sql`insert into no_such_table values (1)`, insert],
  )

  await expect(call).rejects.toMatchObject({ code: '42P01' })
  expect(await numbers()).not.toContain(6)
  expect(isPoolFree()).toBe(true)
})

test('a deferred constraint rolls back everything, and its error is reported', async () => {
  await client.query(`
    create table deferred (id int primary key,
      parent int references deferred deferrable initially deferred)`)

  const call = asSystem((ctx) => run(ctx, 'insert into deferred values (1, 99)'))

  await expect(call).rejects.toMatchObject({ code: '23503' })
  expect((await client.query('select 1 from deferred')).rows).toEqual([])
  expect(isPoolFree()).toBe(true)
})

test('a commit after a swallowed error fails', async () => {
  const call = asSystem(async (ctx) => {
    await run(ctx, 'insert into numbers values (7)')
    await run(ctx, 'select * from no_such_table').catch(() => undefined)
  })

  await expect(call).rejects.toThrow('rolled back')
  expect(await numbers()).not.toContain(7)
})

test('a failed commit does not affect the next user of its connection', async () => {
  await client.query('create table if not exists others (id int)')
  const failing = () =>
    write(
      platform,
      origin,
      async (ctx) => run(ctx, 'select 1'),
      () => [sql`select 1/0`],
    ).catch((error: { code?: string }) => error.code)
  const working = (id: number) =>
    asSystem(async (ctx) => {
      await run(ctx, `insert into others values (${id})`)
      await run(ctx, 'select pg_sleep(0.002)')
    })

  const calls = Array.from({ length: 200 }, (_, at) => (at % 2 ? failing() : working(at)))
  const results = await Promise.all(calls)

  expect(results.filter((code) => code === '22012')).toHaveLength(100)
  expect((await client.query('select 1 from others')).rows).toHaveLength(100)
  expect(isPoolFree()).toBe(true)
})

test('a read cannot write, neither through the context nor by SQL', async () => {
  const ctx = readContext(platform, origin)

  expect(() => ctx.emit({ type: 'setting.saved', object: 'x', data: {} })).toThrow(
    'declared as reading',
  )
  expect(() => ctx.changed('x')).toThrow('declared as reading')
  expect(() => ctx.addJob('x', {})).toThrow('declared as reading')
  await expect(run(ctx, 'insert into numbers values (8)')).rejects.toMatchObject({ code: '25006' })
  expect(await numbers()).not.toContain(8)
})

test('a write that conflicts with another is repeated from the start', async () => {
  await client.query('insert into numbers values (10), (11)')
  let tries = 0
  let held = 0
  let meet = () => {}
  const met = new Promise<void>((resolve) => {
    meet = resolve
  })
  const add = (first: number, second: number) =>
    asSystem(async (ctx) => {
      tries++
      await run(ctx, `update numbers set value = value + 1 where id = ${first}`)
      if (++held > 1) meet()
      await met
      await run(ctx, `update numbers set value = value + 1 where id = ${second}`)
      await ctx.emit({ type: 'setting.saved', object: 'number:10', data: {} })
    })

  await Promise.all([add(10, 11), add(11, 10)])

  const { rows } = await client.query('select value from numbers where id in (10, 11)')
  expect(rows).toEqual([{ value: 2 }, { value: 2 }])
  expect(tries).toBeGreaterThan(2)
  expect(await eventsOf('number:10')).toHaveLength(2)
})

test('a write that conflicts every time fails as unavailable', async () => {
  let tries = 0
  const call = asSystem(async (ctx) => {
    tries++
    await run(ctx, `do $$ begin raise exception 'met' using errcode = '40001'; end $$`)
  })

  await expect(call).rejects.toMatchObject({ code: '40001' })
  expect(tries).toBe(3)
})

test('a table that another node has migrated meanwhile can still be read and written', async () => {
  await client.query('create table migrated (id int); insert into migrated values (1)')
  const named = sql`select * from migrated`
  const read = () => platform.db.all(named)
  const readInWrite = () =>
    asSystem(async (ctx) => {
      await run(ctx, 'insert into migrated values (2)')
      return ctx.db.all(named)
    })
  await Promise.all([...Array(20)].flatMap(() => [read(), readInWrite()]))
  expect(platform.pool.totalCount).toBe(3)

  await client.query('alter table migrated add column name text')
  const first = await readInWrite()
  await client.query('alter table migrated add column age int')
  const second = await read()

  expect(first[0]).toEqual({ id: 1, name: null })
  expect(second[0]).toEqual({ id: 1, name: null, age: null })
  expect(second).toHaveLength(22)
})

test('when every connection is busy the caller gets an error, and nothing hangs', async () => {
  const gate = Promise.withResolvers<void>()
  const started = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const holders = started.map(({ resolve }) =>
    small.make.asSystem(async (ctx) => {
      await run(ctx, 'select 1')
      resolve()
      await gate.promise
    }),
  )
  await Promise.all(started.map(({ promise }) => promise))

  const list = () => small.as(small.admin).users.list({ input: { size: 1 } })
  const busy = list()
  await expect(busy).rejects.toMatchObject({
    status: 503,
    message: 'every database connection is busy, try again',
  })
  gate.resolve()
  await Promise.all(holders)

  expect((await list()).result.result).toHaveLength(1)
})

test('writes that hold every connection can still check rights that are not cached', async () => {
  const ann = { ...SYSTEM, isAdministrator: false, subjects: new Set<string>() }
  const all = Array.from({ length: 12 }, (_, at) =>
    asSystem(async (ctx) => {
      await run(ctx, 'select pg_sleep(0.01)')
      return ctx.access.can(ctx.db, ann, 'read', { kind: 'app', id: `crm/${at}` })
    }),
  )

  expect(await Promise.all(all)).toEqual(Array(12).fill(false))
})

test('a cached value is dropped by a change, but not by one that is rolled back', async () => {
  let told = 0
  platform.signals.on(IDENTITY, () => {
    told++
  })

  await asSystem(async (ctx) => {
    ctx.changed(IDENTITY)
    throw new Error('no')
  }).catch(() => undefined)
  expect(told).toBe(0)

  await asSystem(async (ctx) => ctx.changed(IDENTITY))
  expect(told).toBeGreaterThan(0)
})
