import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder, startApp } from '../../../test/app.ts'
import { inherited } from '../../../test/environment.ts'
import { urlOf } from '../../../test/kontor.ts'
import { logReaders } from '../../app/log-readers.ts'
import { clientDb, connectClient } from '../db/db.ts'
import { accountForEvents } from '../event-account.ts'
import { jobOn } from '../jobs/runner.ts'
import { listPartitions } from './partitions.ts'
import { logJobs } from './retention.ts'
import { noteTimes } from './times.ts'

const DAY = 86_400_000
const SPAN = 20_000_000
let now = new Date()
const folder = await newFolder()
const { app, connection } = await startApp({
  environment: { KONTOR_DATA: folder, KONTOR_EVENT_DAYS: '60' },
  now: () => now,
})
const client = await connectClient(connection)
afterAll(() => client.end())
const db = clientDb(client)
const { files, log } = app.platform

/** Each call is a node of its own: a job has a connection for itself. */
function run(name: string, through = files): Promise<void> {
  const { handlers } = logJobs({ days: 60, files: through, readers: logReaders })
  return handlers[name]?.(jobOn(app.platform, log), undefined) ?? Promise.reject(new Error(name))
}

const emit = (count: number) =>
  client.query(
    `insert into kontor.events (at, type, object_id, data)
    select $1, 'x', 'y', jsonb_build_object('text', repeat('x', 1000)) from generate_series(1, $2)`,
    [now, count],
  )
const positions = async (): Promise<number[]> =>
  (await client.query('select position::int from kontor.events order by 1')).rows.map(
    ({ position }) => position,
  )

/** Fills the part of the log that there is, and lets it become old. */
async function grow(): Promise<void> {
  await emit(2000)
  now = new Date(now.getTime() + 11 * DAY)
  await run('events.archive')
  await emit(1)
  await client.query(`update kontor.search_feed set cursor = jsonb_build_object('position',
    (select max(position) from kontor.events))`)
  await accountForEvents(db)
  await noteTimes(db)
  now = new Date(now.getTime() + 55 * DAY)
}

beforeAll(grow)

test('whoever prints the log gets all of it, though a part goes to an archive meanwhile', async () => {
  const all = await positions()
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
  const settings = { KONTOR_DATA: folder, DATABASE_URL: urlOf(connection) }
  // It waits for its reader, after some hundred events.
  const printing = spawn(process.execPath, [main, 'events'], { env: { ...inherited, ...settings } })
  const complaints = text(printing.stderr)
  await once(printing.stdout, 'readable')

  await run('events.archive')

  expect((await listPartitions(db))[0]?.first).toBe(SPAN)
  const printed = (await text(printing.stdout)).trimEnd().split('\n')
  expect(printed.map((line) => JSON.parse(line).position)).toEqual(all)
  expect(await complaints).toBe('')
})

test('of two nodes that archive at once one does', async () => {
  await grow()
  const count = async (what: string) => (await client.query(`select from ${what}`)).rowCount ?? 0
  const before = await count('kontor.event_archives')
  let other: Promise<void> | undefined
  const slow: typeof files = Object.assign(Object.create(files), {
    put: async (...args: Parameters<typeof files.put>) => {
      other ??= run('events.archive')
      await other
      return files.put(...args)
    },
  })

  await run('events.archive', slow)

  expect(other).toBeDefined()
  const archives = await count('kontor.event_archives')
  expect(archives).toBeGreaterThan(before)
  expect(await count(`kontor.events where type = 'system.events_archived'`)).toBeLessThanOrEqual(
    archives,
  )
  const { rows } = await client.query(
    'select max(last)::int + 1 as begins from kontor.event_archives',
  )
  expect(await count(`kontor.event_times where last < ${rows[0].begins}`)).toBe(0)
  expect((await listPartitions(db))[0]?.first).toBe(rows[0].begins)
})

test('what a node left half detached when it was killed is finished, and nobody notices', async () => {
  await grow()
  const [part, ...others] = await listPartitions(db)
  const reader = await connectClient(connection)
  afterAll(() => reader.end())
  await reader.query('begin; select count(*) from kontor.events')
  const archiving = run('events.archive').catch((error: Error) => error)
  const detaching = `pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like 'alter table kontor.events detach%'`
  await expect.poll(async () => (await client.query(`select from ${detaching}`)).rowCount).toBe(1)

  await client.query(`select pg_terminate_backend(pid) from ${detaching}`)

  expect(await archiving).toBeInstanceOf(Error)
  expect((await listPartitions(db))[0]).toEqual({ ...part, isDetaching: true })
  // Meanwhile there is room, and everybody writes and reads.
  const end = others.at(-1)?.end ?? 0
  await client.query(`select setval('kontor.events_position_seq', $1)`, [end - 10])
  await run('events.extend')
  await emit(1)
  expect((await listPartitions(db)).at(-1)?.end).toBeGreaterThan(end)
  expect((await positions()).at(-1)).toBe(end - 9)
  await reader.query('commit')
  await run('events.archive')
  expect((await listPartitions(db)).map(({ name }) => name)).not.toContain(part?.name)
  const left = await client.query('select to_regclass($1) as name', [`kontor.${part?.name}`])
  expect(left.rows).toEqual([{ name: null }])
})
