import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startServer } from '../../test/server.ts'
import { operation } from '../api/operation.ts'
import { sweepAccess } from '../areas/access/sessions.ts'
import { conflict } from '../lib/errors.ts'
import { SYSTEM } from '../platform/caller.ts'
import { write } from '../platform/context.ts'
import { connectClient } from '../platform/db/db.ts'
import { isUniqueViolation } from '../platform/db/errors.ts'
import { sql } from '../platform/db/sql.ts'
import { deleteOldTraces } from '../platform/telemetry/stored-traces.ts'
import { attempt, remember } from './idempotency.ts'
import { implement } from './implement.ts'

/** A hook of a test inside the operation. */
let during = async (): Promise<void> => undefined
beforeEach(() => {
  during = async () => undefined
})

const Add = z.object({ value: z.string() })
const routes = implement(
  'sample',
  {
    add: operation({
      method: 'POST',
      path: '/pub/v1/sample/add',
      gives: [],
      summary: 'Add a row',
      input: Add,
      output: z.object({ id: z.number() }),
    }),
    addElsewhere: operation({
      method: 'POST',
      path: '/pub/v1/sample/elsewhere',
      gives: [],
      summary: 'Add a row at another address',
      input: Add,
    }),
    addInSteps: operation({
      method: 'POST',
      path: '/pub/v1/sample/steps',
      gives: [],
      summary: 'Add two rows in two transactions',
      input: Add,
      output: z.object({ ids: z.array(z.number()) }),
      inSteps: true,
    }),
    read: operation({
      method: 'GET',
      path: '/pub/v1/sample/read',
      summary: 'Count the rows',
      output: z.object({ count: z.number() }),
    }),
  },
  {
    add: async ({ input }, ctx) => {
      const { id } = await ctx.db.one(insertRow(input.value)).catch((error: unknown) => {
        throw isUniqueViolation(error) ? conflict('the value is taken', error) : error
      })
      await ctx.emit({ type: 'storage.entry.saved', object: `row:${input.value}`, data: {} })
      await during()
      ctx.setHeader('etag', `"${id}"`)
      return { id }
    },
    addElsewhere: async () => ({}),
    addInSteps: async ({ input }, ctx) => {
      const step = () => ctx.write(({ db }) => db.one(insertRow(input.value)).then(({ id }) => id))
      const ids = [await step(), await step()]
      await during()
      return { ids }
    },
    read: async (_, ctx) => ctx.db.one(sql<{ count: number }>`select count(*) from rows`),
  },
)

const insertRow = (value: string) =>
  sql<{ id: number }>`insert into rows (value) values (${value}) returning id`

let time = Date.now()
const now = () => new Date(time)
const { address, admin, make, platform, connection } = await startServer(routes, { now })
const client = await connectClient(connection)
afterAll(() => client.end())
await client.query('create table rows (id bigint generated always as identity, value text)')
await client.query(`create unique index on rows (value) where value like 'unique%'`)

type Request = { key?: string; value?: string; token?: string; path?: string }

const add = ({ key, value = 'a', token = admin.token, path = 'add' }: Request) =>
  fetch(`${address}/pub/v1/sample/${path}`, {
    method: 'POST',
    headers: { 'x-token': token, ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify({ value }),
  })

const rowsOf = async (value: string): Promise<number> =>
  (await client.query('select 1 from rows where value = $1', [value])).rows.length
const eventsOf = async (value: string): Promise<number> =>
  (await client.query('select 1 from kontor.events where object_id = $1', [`row:${value}`])).rows
    .length

test('without a key every request is executed', async () => {
  await add({ value: 'no key' })
  await add({ value: 'no key' })
  await add({ value: 'no key', key: '' })

  expect(await rowsOf('no key')).toBe(3)
})

test('a second request with the key gets the response of the first, including headers', async () => {
  const first = await add({ key: 'replay', value: 'replay' })
  const second = await add({ key: 'replay', value: 'replay' })

  expect(second.status).toBe(200)
  expect(await second.text()).toBe(await first.text())
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(await rowsOf('replay')).toBe(1)
  expect(await eventsOf('replay')).toBe(1)
})

test('an operation in steps is replayed as well, and its steps run once', async () => {
  const ask = (value = 'steps') => add({ key: 'steps', value, path: 'steps' })
  const first = await ask()
  const second = await ask()
  const other = await ask('other')

  expect(await second.text()).toBe(await first.text())
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(await rowsOf('steps')).toBe(2)
  expect(other.status).toBe(422)
})

test('a failed operation in steps is not stored', async () => {
  during = async () => {
    throw conflict('not now')
  }
  const failed = await add({ key: 'failed steps', path: 'steps' })
  during = async () => undefined
  const again = await add({ key: 'failed steps', path: 'steps' })

  expect([failed.status, again.status]).toEqual([409, 200])
  expect(again.headers.get('idempotency-replayed')).toBeNull()
})

test('an operation in steps whose answer could not be stored is not done again', async () => {
  during = async () => {
    await client.query(`create function forget() returns trigger language plpgsql
      as $$ begin raise lock_not_available; end $$;
      create trigger forget before update on kontor.idempotency_keys execute function forget()`)
  }
  const ask = () => add({ key: 'not stored', value: 'not stored', path: 'steps' })
  const first = await ask()
  await client.query('drop function forget cascade')
  during = async () => undefined

  const second = await ask()

  expect([first.status, second.status]).toEqual([503, 409])
  expect(await rowsOf('not stored')).toBe(2)
})

test('while the first request runs the second is refused', async () => {
  const entered = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  during = () => {
    entered.resolve()
    return gate.promise
  }
  const first = add({ key: 'running', value: 'running' })
  await entered.promise

  const second = await add({ key: 'running', value: 'running' })
  gate.resolve()

  expect(second.status).toBe(409)
  expect(await second.json()).toMatchObject({
    success: false,
    code: 'conflict',
    error: 'a request with this Idempotency-Key is still running',
  })
  expect((await first).status).toBe(200)
  expect((await add({ key: 'running', value: 'running' })).status).toBe(200)
  expect(await rowsOf('running')).toBe(1)
})

test('a key used for another request is refused', async () => {
  await add({ key: 'other', value: 'other' })

  const body = await add({ key: 'other', value: 'another' })
  const path = await add({ key: 'other', value: 'other', path: 'elsewhere' })

  expect([body.status, path.status]).toEqual([422, 422])
  expect(await body.json()).toMatchObject({ code: 'unprocessable' })
  expect(await rowsOf('another')).toBe(0)
})

test('keys of different users are independent', async () => {
  const ann = await make.user()
  const bob = await make.user()

  await add({ key: 'mine', value: 'mine', token: ann.token })
  const answer = await add({ key: 'mine', value: 'mine', token: bob.token })

  expect(answer.headers.get('idempotency-replayed')).toBeNull()
  expect(await rowsOf('mine')).toBe(2)
})

test('a failed request is not stored', async () => {
  during = async () => {
    throw conflict('not now')
  }
  expect((await add({ key: 'failed', value: 'failed' })).status).toBe(409)
  during = async () => undefined

  const second = await add({ key: 'failed', value: 'failed' })

  expect(second.status).toBe(200)
  expect(second.headers.get('idempotency-replayed')).toBeNull()
  expect(await rowsOf('failed')).toBe(1)
})

test('a request refused before its start is not stored', async () => {
  const key = 'bad input'
  const bad = { method: 'POST', headers: { 'x-token': admin.token, 'idempotency-key': key } }

  expect(
    (await fetch(`${address}/pub/v1/sample/add`, { ...bad, body: '{"value":7}' })).status,
  ).toBe(400)

  expect((await add({ key, value: key })).status).toBe(200)
})

test('a key longer than 255 characters is refused', async () => {
  expect((await add({ key: 'k'.repeat(256) })).status).toBe(400)
  expect((await add({ key: 'k'.repeat(255), value: 'long' })).status).toBe(200)
})

test('reads ignore the key', async () => {
  const read = () =>
    fetch(`${address}/pub/v1/sample/read`, {
      headers: { 'x-token': admin.token, 'idempotency-key': 'reading' },
    })
  const before = (await (await read()).json()) as { count: number }
  await add({ value: 'one more' })

  expect(await (await read()).json()).toEqual({ ...before, count: before.count + 1 })
})

test('another token of the same user does not get the response of the first', async () => {
  const { secret } = await make.token({ user: admin.id })
  await add({ key: 'of one token', value: 'told once' })

  const other = await add({ key: 'of one token', value: 'told once', token: secret })

  expect(other.status).toBe(422)
  expect(await rowsOf('told once')).toBe(1)
})

test('a key that another node stored meanwhile is found at the end and replayed', async () => {
  const { rows } = await platform.pool.query('select id from kontor.tokens where user_id = $1', [
    admin.id,
  ])
  const credential = `token:${rows[0].id}`
  const asked = { credential, method: 'POST', url: '/pub/v1/sample/add', body: { value: 'raced' } }
  const once = attempt(admin.id, 'raced', asked)
  const reply = { status: 200, headers: { etag: '"theirs"' }, body: '{"success":true,"id":0}' }
  let isStored = false
  during = async () => {
    if (isStored) return
    isStored = true
    const origin = { user: SYSTEM, requestId: 'other', log: platform.log }
    await write(
      platform,
      origin,
      async () => undefined,
      () => [remember(once, reply, now())],
    )
  }

  const answer = await add({ key: 'raced', value: 'raced' })

  expect(answer.status).toBe(200)
  expect(answer.headers.get('etag')).toBe('"theirs"')
  expect(answer.headers.get('idempotency-replayed')).toBe('true')
  expect(await rowsOf('raced')).toBe(0)
  expect(await eventsOf('raced')).toBe(0)
})

test('of many concurrent requests with the same key exactly one is executed', async () => {
  for (let round = 0; round < 10; round++) {
    const value = `crowd-${round}`
    const answers = await Promise.all(Array.from({ length: 50 }, () => add({ key: value, value })))

    const acted = answers.filter(
      ({ status, headers }) => status === 200 && !headers.has('idempotency-replayed'),
    )
    expect(acted).toHaveLength(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await rowsOf(value)).toBe(1)
    expect(await eventsOf(value)).toBe(1)
  }
})

test('a late caller never sees an intermediate state of the first', async () => {
  for (let round = 0; round < 20; round++) {
    const value = `unique-${round}`
    const answers = await Promise.all(Array.from({ length: 50 }, () => add({ key: value, value })))

    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(JSON.stringify(bodies)).not.toContain('taken')
  }
})

test('neither the key nor the response is readable in the database', async () => {
  await add({ key: 'key-in-plain-text', value: 'value-in-plain-text' })

  const { rows } = await client.query('select k::text as row from kontor.idempotency_keys k')

  const all = JSON.stringify(rows)
  for (const word of ['key-in-plain-text', 'value-in-plain-text', 'success']) {
    expect(all).not.toContain(word)
    expect(all).not.toContain(Buffer.from(word).toString('hex'))
  }
})

test('after a day the key can be used again', async () => {
  await add({ key: 'old', value: 'old' })
  time += 25 * 3600 * 1000
  await add({ key: 'young', value: 'young' })
  await make.asSystem(sweepAccess)

  await add({ key: 'old', value: 'old' })
  await add({ key: 'young', value: 'young' })

  expect(await rowsOf('old')).toBe(2)
  expect(await rowsOf('young')).toBe(1)
})

test('of many old traces some are deleted at a time', async () => {
  await client.query(`insert into kontor.request_traces (request_id, traceparent, created_at)
    select 'old-' || n, 'x', '2020-01-01' from generate_series(1, 3) n`)
  const before = new Date('2021-01-01')
  const sweep = () => make.asSystem((ctx) => deleteOldTraces(ctx.db, before, 2))

  expect([await sweep(), await sweep(), await sweep()]).toEqual([2, 1, 0])
})
