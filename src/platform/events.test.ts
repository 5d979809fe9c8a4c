import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { newDatabase, startApp } from '../../test/app.ts'
import { environment } from '../../test/environment.ts'
import { NIL_ID } from '../lib/ids.ts'
import { connectClient, makeDb } from './db/db.ts'
import { toQuery } from './db/to-query.ts'
import {
  type AppEvent,
  appendEvents,
  type Cursor,
  findWriters,
  readEvents,
  START,
  type StoredEvent,
  safePosition,
} from './events.ts'

const { app, connection, make } = await startApp()
const { db } = app.platform

const clients: pg.Client[] = []
afterAll(() => Promise.all(clients.map((client) => client.end())))

async function connect(to = connection): Promise<pg.Client> {
  const client = await connectClient(to)
  clients.push(client)
  return client
}

const event = (object: string, number: number): AppEvent => ({
  type: 'storage.entry.saved',
  object,
  data: { number },
})

async function append(client: pg.Client, ...events: AppEvent[]) {
  const origin = { at: new Date(), actor: NIL_ID, credential: null, requestId: 'test' }
  for (const query of appendEvents(events, origin)) await client.query(toQuery(query))
}

/**
 * The end of the log, so that a test sees only its own events. At a gap that an earlier test left, it waits for
 * whoever writes, such as a job of the server: what follows the gap is not the end.
 */
async function endOfLog(): Promise<Cursor> {
  let cursor = START
  for (;;) {
    const next = await readEvents(db, cursor, 1000)
    if (next.events.length === 0 && !next.isWaiting) return next.cursor
    cursor = next.cursor
  }
}

/** Until what a test does after this has ended, the log has a gap and somebody who may still fill it. */
async function holdGap() {
  const [undone, holder] = [await connect(), await connect()]
  await undone.query('begin')
  await append(undone, event('undone', 1))
  await undone.query('rollback')
  await append(undone, event('after the gap', 2))
  await holder.query('begin')
  await append(holder, event('held', 3))
  return holder
}

test('what follows a gap is not the end of the log, while somebody writes', async () => {
  const holder = await holdGap()
  const end = endOfLog()
  await expect
    .poll(() => readEvents(db, START, 1).then(() => findWriters(db, null)))
    .not.toEqual([])

  await holder.query('commit')

  const { events } = await readEvents(db, await end, 10)
  expect(events).toEqual([])
})

/** A reader that serializes its cursor, as a persistent one would. */
function reader(from: Cursor, limit: () => number) {
  let stored = JSON.stringify(from)
  const seen: StoredEvent[] = []
  let isAtEnd = false
  const step = async () => {
    const { events, cursor, isWaiting } = await readEvents(db, JSON.parse(stored), limit())
    stored = JSON.stringify(cursor)
    seen.push(...events)
    isAtEnd = events.length === 0 && !isWaiting
    return events.length
  }
  return { seen, step, isAtEnd: () => isAtEnd }
}

const numbers = (events: StoredEvent[]) => events.map(({ data }) => data.number)

test('an event is read once, with all its data', async () => {
  const start = await endOfLog()
  await make.asSystem(async (ctx) => {
    await ctx.emit({
      type: 'setting.saved',
      object: 'x:1',
      namespace: 'crm',
      code: 'deals',
      data: { a: [1] },
    })
    await ctx.emit(event('x:1', 2))
  })

  const { seen, step } = reader(start, () => 1)
  await expect.poll(() => step().then(() => seen.length)).toBe(2)
  await step()

  expect(seen).toMatchObject([
    {
      type: 'setting.saved',
      object: 'x:1',
      namespace: 'crm',
      code: 'deals',
      data: { a: [1] },
      actor: NIL_ID,
      requestId: 'test',
    },
    { type: 'storage.entry.saved', object: 'x:1', data: { number: 2 } },
  ])
  expect(seen[1]).not.toHaveProperty('namespace')
  expect(seen).toHaveLength(2)
})

test('the reader waits for positions that may still be committed', async () => {
  const start = await endOfLog()
  const [first, second] = [await connect(), await connect()]
  await first.query('begin')
  await append(first, event('held', 1))
  await second.query('begin')
  await append(second, event('free', 2))
  await second.query('commit')
  const { seen, step } = reader(start, () => 10)

  for (let count = 0; count < 5; count++) await step()
  expect(seen).toEqual([])
  await first.query('commit')

  await expect.poll(() => step().then(() => numbers(seen))).toEqual([1, 2])
})

test('a transaction that is rolled back leaves no gap to wait for', async () => {
  const start = await endOfLog()
  const [first, second] = [await connect(), await connect()]
  await first.query('begin')
  await append(first, event('undone', 1))
  await append(second, event('done', 2))
  await first.query('rollback')

  const { seen, step } = reader(start, () => 10)

  await expect.poll(() => step().then(() => numbers(seen))).toEqual([2])
})

test('a transaction that began first and wrote last is not skipped', async () => {
  const start = await endOfLog()
  const [early, late] = [await connect(), await connect()]
  await early.query('begin')
  await early.query('select pg_current_xact_id()')
  await append(late, event('late', 1))
  const { seen, step } = reader(start, () => 10)
  await step()
  await append(early, event('early', 2))
  await step()
  await append(late, event('late', 3))
  await step()
  await early.query('commit')

  await expect.poll(() => step().then(() => numbers(seen))).toEqual([1, 2, 3])
})

test('the events of an object come in order, whatever else runs', async () => {
  const start = await endOfLog()
  const [first, unrelated, second] = [await connect(), await connect(), await connect()]
  for (const client of [second, unrelated, first]) {
    await client.query('begin')
    await client.query('select pg_current_xact_id()')
  }
  await append(first, event('object', 1))
  await first.query('commit')
  await append(second, event('object', 2))
  await second.query('commit')

  const { seen, step } = reader(start, () => 10)
  await step()

  expect(numbers(seen)).toEqual([1, 2])
  await unrelated.query('rollback')
})

test('the reader waits for a rolled-back position only while a transaction may hold it', async () => {
  const start = await endOfLog()
  const [older, undone, later] = [await connect(), await connect(), await connect()]
  await undone.query('begin')
  await append(undone, event('undone', 1))
  await undone.query('rollback')
  await append(later, event('later', 2))
  await older.query('begin')
  await append(older, event('older', 3))
  const { seen, step } = reader(start, () => 10)
  await step()
  await later.query('begin')
  await append(later, event('even later', 4))

  await step()
  expect(seen).toEqual([])
  await older.query('commit')

  await expect.poll(() => step().then(() => numbers(seen))).toEqual([2, 3])
  await later.query('commit')
  await expect.poll(() => step().then(() => numbers(seen))).toEqual([2, 3, 4])
})

test('many rolled-back positions and a small limit lose nothing', async () => {
  const start = await endOfLog()
  const client = await connect()
  for (let number = 0; number < 30; number++) {
    await client.query('begin')
    await append(client, event('gaps', number))
    await client.query(number % 3 ? 'rollback' : 'commit')
  }

  const { seen, step } = reader(start, () => 2)

  await expect
    .poll(() => step().then(() => numbers(seen)))
    .toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27])
})

test('a log whose start was deleted is read from the rest', async () => {
  const start = await endOfLog()
  const client = await connect()
  await append(client, event('deleted', 1), event('deleted', 2), event('kept', 3))
  await client.query(`delete from kontor.events where object_id = 'deleted'`)

  const { seen, step } = reader(start, () => 10)

  await expect.poll(() => step().then(() => numbers(seen))).toEqual([3])
})

test('a reader blocks no writer', async () => {
  const [reading, writing] = [await connect(), await connect()]
  await writing.query("set lock_timeout = '2s'")
  await reading.query('begin isolation level repeatable read')
  await readEvents(
    makeDb((query) => reading.query(query)),
    START,
    1000,
  )

  await append(writing, event('unheld', 1))

  await reading.query('rollback')
})

test('a reader does not wait for writers in another database of the cluster', async () => {
  const elsewhere = await connect(await newDatabase())
  const [ours, theirs] = await Promise.all(
    [await connect(), elsewhere].map((client) =>
      client.query("select 'kontor.events'::regclass::oid::text as table"),
    ),
  )
  expect(theirs?.rows).toEqual(ours?.rows)
  const { seen, step } = reader(await endOfLog(), () => 10)
  await elsewhere.query('begin')
  await append(elsewhere, event('elsewhere', 1))
  const client = await connect()
  await client.query('begin')
  await append(client, event('given-up', 1))
  await client.query('rollback')
  await append(client, event('after', 1))

  await expect.poll(() => step().then(() => seen.map(({ object }) => object))).toEqual(['after'])

  await elsewhere.query('rollback')
})

const ownOf = (events: StoredEvent[]) => events.filter(({ object }) => object.startsWith('own:'))

/** Many times over: KONTOR_LOG_ROUNDS=10000 npx vitest run src/platform/events.test.ts -t 'many writers' */
const ROUNDS = Number(environment.KONTOR_LOG_ROUNDS ?? 1)

test(
  'with many writers nothing is skipped or repeated, and each object is in order',
  async () => {
    const objects = 5
    const setup = await connect()
    await setup.query('create table things (id int primary key, number int not null)')
    await setup.query(`insert into things select id, 0 from generate_series(1, ${objects}) id`)
    for (let round = 1; round <= ROUNDS; round++) {
      await setup.query('update things set number = 0')
      const before = clients.length
      await writeAndRead(objects)
      await Promise.all(clients.splice(before).map((client) => client.end()))
    }
  },
  Math.max(ROUNDS, 1) * 120_000,
)

async function writeAndRead(objects: number): Promise<void> {
  const start = await endOfLog()
  const committed: string[] = []
  let isOver = false

  /** Takes its transaction id early or late, and commits or rolls back in any order. */
  const writeOnce = async (client: pg.Client) => {
    const thing = randomInt(1, objects + 1)
    await client.query('begin')
    if (randomInt(2)) await client.query('select pg_current_xact_id()')
    await pause(randomInt(4))
    const { rows } = await client.query(
      'update things set number = number + 1 where id = $1 returning number',
      [thing],
    )
    const number = rows[0]?.number
    await append(client, event(`thing:${thing}`, number), event('free', number))
    await pause(randomInt(6))
    if (randomInt(5) === 0) return client.query('rollback')
    committed.push(`thing:${thing} ${number}`)
    return client.query('commit')
  }
  const writers = Array.from({ length: 8 }, async () => {
    const client = await connect()
    for (let count = 0; count < 40; count++) await writeOnce(client)
  })
  // One transaction takes its position in the middle and commits at the very end.
  const holder = await connect()
  const ours = async () => {
    for (let count = 0; count < 60; count++) {
      if (count === 30) {
        // A reader that is at a gap while the transaction is open waits for its end, however early the gap is.
        await expect.poll(() => readers.every(({ seen }) => ownOf(seen).length > 0)).toBe(true)
        await holder.query('begin')
        await append(holder, event('holder', 0))
      }
      await make.asSystem((ctx) => ctx.emit(event(`own:${count}`, count)))
    }
  }
  const readers = Array.from({ length: 4 }, (_, at) => {
    const each = reader(start, () => (at === 0 ? 1 : randomInt(1, 40)))
    const run = async () => {
      for (;;) {
        const wasOver = isOver
        const count = await each.step()
        if (each.isAtEnd() && wasOver) return
        if (count === 0) await pause(randomInt(3))
      }
    }
    return { ...each, done: run() }
  })
  await Promise.all([...writers, ours()])
  for (const { seen } of readers) {
    expect(ownOf(seen).length).toBeGreaterThan(0)
    expect(ownOf(seen).length).toBeLessThanOrEqual(30)
  }
  await holder.query('commit')
  isOver = true
  await Promise.all(readers.map(({ done }) => done))

  for (const { seen } of readers) {
    expect(seen).toHaveLength(committed.length * 2 + 60 + 1)
    const things = seen.filter(({ object }) => object.startsWith('thing:'))
    expect(things.map(({ object, data }) => `${object} ${data.number}`).sort()).toEqual(
      committed.toSorted(),
    )
    for (const [, each] of Map.groupBy(things, ({ object }) => object)) {
      const order = numbers(each) as number[]
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
  }
  const orders = new Set(readers.map(({ seen }) => seen.map(({ position }) => position).join()))
  expect(orders.size).toBe(1)
}

test('who begins to read while others write begins before what they write', async () => {
  const [slow, quick] = [await connect(), await connect()]
  const before = (await endOfLog()).position
  await slow.query('begin')
  await append(slow, event('safe', 1))
  await append(quick, event('safe', 2))

  expect(await safePosition(db)).toBeLessThanOrEqual(before)
  await slow.query('rollback')
  // What was never written leaves a gap, for which nobody waits.
  expect(await safePosition(db)).toBe((await endOfLog()).position)
})
