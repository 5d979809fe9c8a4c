import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { clientDb, connectClient } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import { accountForEvents } from '../event-account.ts'
import { noteTimes, placesOf } from './times.ts'

const { as, admin, connection } = await startApp()
const client = await connectClient(connection)
afterAll(() => client.end())
const db = clientDb(client)

const BEGAN = Date.parse('2030-01-01T00:00:00Z')
const MINUTE = 60_000
const timeOf = (minute: number) => new Date(BEGAN + minute * MINUTE)

/** One event for every minute, of a type that no other has. */
async function emit(from: number, to: number): Promise<void> {
  await client.query(
    `insert into kontor.events (at, type, object_id, data)
    select $1::timestamptz + i * interval '1 minute', 'x.tick', 'clock:' || i, '{}'
    from generate_series($2::int, $3::int) i`,
    [timeOf(0), from, to],
  )
}

const found = async (input: { since?: Date; until?: Date; size?: number }) => {
  const { since, until, size = 1000 } = input
  const { entries } = await as(admin).audit.list({
    input: {
      type: 'x.*',
      size,
      ...(since && { since: since.toISOString() }),
      ...(until && { until: until.toISOString() }),
    },
  })
  return entries.map(({ object }) => object)
}
const clocks = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => `clock:${from - at}`)

/** How many events are where those of a period can be. */
async function read(period: { since?: Date; until?: Date }): Promise<number> {
  let read = 0
  for (const place of await placesOf(db, period)) {
    read += await db.run(sql`select from kontor.events where ${place}`)
  }
  return read
}

test('events of a period are found where they are, without reading the others', async () => {
  await emit(1, 100_000)
  const periods = [
    { since: timeOf(40_001), until: timeOf(40_011) },
    { since: timeOf(99_991) },
    { until: timeOf(11) },
  ]
  const expected = [clocks(40_010, 40_001), clocks(100_000, 99_991), clocks(10, 1)]
  const all = () => Promise.all(periods.map(found))
  expect(await all()).toEqual(expected)
  expect(await read({ until: timeOf(11) })).toBeGreaterThan(100_000)

  await accountForEvents(db)
  // In pieces, as a log that is large already.
  await noteTimes(db, 60_000)
  expect(await all()).toEqual(expected)
  await noteTimes(db)

  expect(await all()).toEqual(expected)
  for (const period of periods) expect(await read(period)).toBeLessThanOrEqual(20_000)
})

test('what came after, and what has the time of a wrong clock, is found as well', async () => {
  await emit(100_001, 100_005)
  // Long ago, says the clock.
  await emit(5, 5)

  expect(await found({ until: timeOf(6), size: 3 })).toEqual(['clock:5', 'clock:5', 'clock:4'])
  await accountForEvents(db)
  await noteTimes(db)
  await emit(100_006, 100_006)

  expect(await found({ until: timeOf(6), size: 3 })).toEqual(['clock:5', 'clock:5', 'clock:4'])
  expect(await found({ since: timeOf(100_005) })).toEqual(clocks(100_006, 100_005))
  expect(await found({ since: timeOf(200_000) })).toEqual([])
  expect(await found({ since: timeOf(5), until: timeOf(6) })).toEqual(['clock:5', 'clock:5'])
})
