import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '../../../test/app.ts'
import { traffic } from './batching-socket.ts'
import { connectPool } from './db.ts'
import { sql } from './sql.ts'
import { Transaction } from './transaction.ts'

// One connection: each test gets it back as the one before left it.
const connection = await newDatabase()
const pool = connectPool(connection, 1)
afterAll(() => pool.end())

const add = (value: unknown) => sql<{ id: number }>`
  insert into public.sample (value) values (${value}) returning id`
const stored = async () =>
  (await pool.query('select value from public.sample order by id')).rows.map(({ value }) => value)

beforeAll(async () => {
  const making = new Transaction(pool)
  await making.db.run(sql`create table public.sample (id serial primary key, value text unique)`)
  await making.commit([])
})

test('statements that nobody waits for and COMMIT are one packet', async () => {
  const before = { ...traffic }
  const writing = new Transaction(pool)
  const [one, two] = [writing.db.one(add('one')), writing.db.one(add('two'))]
  await writing.commit([add('three')])

  expect(traffic.packets - before.packets).toBe(1)
  expect([await one, await two]).toEqual([{ id: 1 }, { id: 2 }])
  expect(await stored()).toEqual(['one', 'two', 'three'])
})

test('a failed statement fails what was sent behind it, and nothing is stored', async () => {
  const writing = new Transaction(pool)
  const sent = [add('four'), add('one'), sql`select 'never parsed' as text`].map((each) =>
    writing.db.all(each),
  )
  const committed = writing.commit([add('five')])

  const [four, one, rest] = await Promise.allSettled(sent)
  expect(four).toMatchObject({ status: 'fulfilled' })
  expect(one).toMatchObject({ reason: { code: '23505' } })
  expect(rest).toMatchObject({ reason: { code: '23505' } })
  await expect(committed).rejects.toMatchObject({ code: '23505' })
  expect(await stored()).toEqual(['one', 'two', 'three'])
})

test('what was not parsed because of an error is parsed at its next use', async () => {
  const [text] = [sql<{ text: string }>`select 'parsed later' as text`]
  const failing = new Transaction(pool)
  const sent = Promise.allSettled([failing.db.all(add('one')), failing.db.all(text)])
  await sent
  await failing.rollback(undefined)

  const writing = new Transaction(pool)
  expect(await writing.db.all(text)).toEqual([{ text: 'parsed later' }])
  await writing.commit([])
})

test('a value that cannot be sent is refused, and the connection is usable', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const failing = new Transaction(pool)

  await expect(failing.db.run(add(circular))).rejects.toThrow('circular')

  await failing.rollback(undefined)
  expect(await stored()).toHaveLength(3)
})

test('rows are read as outside of a transaction, described once', async () => {
  const query = () => sql`select ${42}::int8 as number, ${null}::text as nothing,
    ${['a', 'b']}::text[] as list, ${{ a: 1 }}::jsonb as json, date '2026-01-02' as day,
    timestamptz '2026-01-02 03:04:05Z' as moment, 'ü' as text`
  const row = {
    number: 42,
    nothing: null,
    list: ['a', 'b'],
    json: { a: 1 },
    day: '2026-01-02',
    moment: new Date('2026-01-02T03:04:05Z'),
    text: 'ü',
  }
  const reading = new Transaction(pool)

  for (let time = 1; time <= 3; time++) expect(await reading.db.all(query())).toEqual([row])

  expect(await reading.db.run(sql`select from generate_series(1, 5)`)).toBe(5)
  await reading.commit([])
})

test('after COMMIT no statement is accepted', async () => {
  const writing = new Transaction(pool)
  await writing.db.all(sql`select 1`)
  await writing.commit([])

  await expect(writing.db.all(sql`select 1`)).rejects.toThrow('the transaction is over')
})

test('statements that wait to be sent fail when the transaction is rolled back', async () => {
  const writing = new Transaction(pool)
  await writing.db.all(sql`select 1`)

  const late = writing.db.all(sql`select 2 as late`)
  const refused = expect(late).rejects.toThrow('the transaction is over')
  await writing.rollback(undefined)

  await refused
})

/** A type of which no value can be read. */
const UNREADABLE = pg.types.builtins.MACADDR
const unreadable = () => sql`select macaddr '08:00:2b:01:02:03' as address`
const withUnreadable = async (work: () => Promise<void>) => {
  const before = pg.types.getTypeParser(UNREADABLE)
  pg.types.setTypeParser(UNREADABLE, () => {
    throw new Error('not readable')
  })
  await work().finally(() => pg.types.setTypeParser(UNREADABLE, before))
}

test('rows that cannot be read fail their own statement, and the rest is told as it is', async () => {
  await withUnreadable(async () => {
    const writing = new Transaction(pool)
    const sent = Promise.allSettled([
      writing.db.one(add('beside')),
      writing.db.all(unreadable()),
      writing.db.all(sql`select 1 as one`),
    ])
    await writing.commit([add('behind')])

    expect(await sent).toMatchObject([
      { value: { id: expect.any(Number) } },
      { reason: { message: 'not readable' } },
      { value: [{ one: 1 }] },
    ])
  })
  expect((await stored()).slice(-2)).toEqual(['beside', 'behind'])
})

test('an empty statement takes no answer of another', async () => {
  const reading = new Transaction(pool)

  const answers = await Promise.all(
    [sql`select 1 as one`, sql``, sql`select 2 as two`].map((each) => reading.db.all(each)),
  )

  expect(answers).toEqual([[{ one: 1 }], [], [{ two: 2 }]])
  await reading.commit([])
})

test('without BEGIN nothing is stored, and the connection is not used again', async () => {
  const spoilt = connectPool(connection, 1)
  await spoilt.query('prepare "begin" as select 1')
  const writing = new Transaction(spoilt)

  const first = writing.db.run(add('outside'))
  await expect(first).rejects.toMatchObject({ code: '42P05' })
  await expect(writing.db.run(add('outside'))).rejects.toThrow('did not begin')
  await expect(writing.commit([add('outside')])).rejects.toThrow('did not begin')
  await writing.rollback(undefined)

  expect(await stored()).not.toContain('outside')
  const again = new Transaction(spoilt)
  await again.db.run(add('inside'))
  await again.commit([])
  await spoilt.end()
  expect(await stored()).toContain('inside')
})
