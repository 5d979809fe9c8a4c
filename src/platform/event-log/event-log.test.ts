import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { newDatabase, newFolder, startApp } from '../../../test/app.ts'
import { kontor, urlOf } from '../../../test/kontor.ts'
import { logReaders } from '../../app/log-readers.ts'
import { isAsItCame } from '../../areas/people/users/store.ts'
import type { Config } from '../config.ts'
import { clientDb, connectClient } from '../db/db.ts'
import { accountForEvents, eventLogCheck } from '../event-account.ts'
import { readEvents, START } from '../events.ts'
import { localStore } from '../files/local.ts'
import { jobOn } from '../jobs/runner.ts'
import { judgeGrowth, logChecks } from './checks.ts'
import { dropPartitions, endPartition, keepRoom, listPartitions } from './partitions.ts'
import { logJobs } from './retention.ts'

const DAY = 86_400_000
let now = new Date()
const folder = await newFolder()
const { app, as, admin, make, connection, request } = await startApp({
  environment: { KONTOR_DATA: folder, KONTOR_EVENT_DAYS: '60' },
  now: () => now,
})
const client = await connectClient(connection)
afterAll(() => client.end())
const db = clientDb(client)

const { files } = app.platform
const [came, changed] = [await make.user(), await make.user()]
const jobs = logJobs({ days: 60, files, readers: logReaders })
const run = (name: string) =>
  jobs.handlers[name]?.(jobOn(app.platform, app.platform.log), undefined)
/** The search has read everything, and the log knows which positions are unused. */
async function settle(): Promise<void> {
  await client.query(`update kontor.search_feed set cursor = jsonb_build_object('position',
    (select max(position) from kontor.events))`)
  await accountForEvents(db)
}
const emit = (type: string, object: string, data = {}) =>
  client.query('insert into kontor.events (at, type, object_id, data) values ($1, $2, $3, $4)', [
    now,
    type,
    object,
    data,
  ])
const newest = async () =>
  (await client.query('select max(position)::int as position from kontor.events')).rows[0].position
const look = async (name: string) =>
  logChecks(logReaders)
    .find((check) => check.name === name)
    ?.run(db, app.platform.config)
const partitions = async () => (await listPartitions(db)).map(({ first, end }) => [first, end])

test('a new log has partitions ahead, and gets more while a writer and a reader are at work', async () => {
  expect(await partitions()).toEqual([
    [1, 20_000_000],
    [20_000_000, 40_000_000],
    [40_000_000, 60_000_000],
  ])
  const [writer, reader] = [await connectClient(connection), await connectClient(connection)]
  await writer.query(`begin; insert into kontor.events (at, type, object_id, data)
    values (now(), 'x', 'y', '{}')`)
  await reader.query('begin; select * from kontor.events')
  expect((await look('log partitions'))?.state).toBe('ok')
  const { rows } = await client.query(`select last_value from kontor.events_position_seq`)
  await client.query(`select setval('kontor.events_position_seq', 58000000)`)
  expect((await look('log partitions'))?.state).toBe('problem')

  await run('events.extend')

  expect((await partitions()).at(-1)).toEqual([80_000_000, 100_000_000])
  expect((await look('log partitions'))?.state).toBe('ok')
  await client.query(`select setval('kontor.events_position_seq', $1)`, [rows[0].last_value])
  for (const each of [writer, reader]) {
    await each.query('commit')
    await each.end()
  }
})

test('nothing is archived while a reader of the log still needs it', async () => {
  const { webhook } = await as(admin).webhooks.create({
    input: { name: 'slow', url: 'https://hooks.example/', types: ['storage.*'] },
  })
  await as(admin).webhooks.pause({ params: { id: webhook.id } })
  for (const { id } of [came, changed]) {
    await client.query(
      `update kontor.events set data = data || '{"isTransferred": true}' where object_id = $1`,
      [`user:${id}`],
    )
  }
  await emit('user.updated', `user:${changed.id}`, { isTransferred: false })
  await emit('user.updated', `user:${changed.id}`, { isTransferred: true })
  await emit('disk.body.stored', 'body:1')
  await emit('disk.file.created', 'file:here')
  await emit('disk.file.created', 'file:gone')
  await client.query(`insert into kontor.event_traces
    values ('file:old', 'disk.file.created', 0, null, false)`)
  for (const file of ['file:gone', 'file:old']) await emit('disk.file.purged', file)
  // A line of JSON may have other breaks in it.
  await emit('x', 'y', { text: 'one\u2028two\u2029three' })
  now = new Date(now.getTime() + 11 * DAY)
  await run('events.archive')
  const before = await newest()
  await emit('x', 'y')
  expect(await newest()).toBe(20_000_000)
  await settle()
  now = new Date(now.getTime() + 55 * DAY)

  await run('events.archive')

  expect((await partitions())[0]).toEqual([1, 20_000_000])
  await as(admin).webhooks.remove({ params: { id: webhook.id } })
  // The unused positions are read over like those of a transaction that was rolled back.
  expect((await readEvents(db, { position: before }, 10)).events[0]?.position).toBe(20_000_000)
})

test('nothing is archived that somebody went back to while the file was written', async () => {
  const { webhook } = await as(admin).webhooks.create({
    input: { name: 'again', url: 'https://hooks.example/', types: ['storage.*'] },
  })
  const params = { id: webhook.id }
  await as(admin).webhooks.pause({ params })
  await settle()
  const slow: typeof files = Object.assign(Object.create(files), {
    put: async (...args: Parameters<typeof files.put>) => {
      await as(admin).webhooks.replay({ params, input: { position: 3 } })
      return files.put(...args)
    },
  })
  const archive = logJobs({ days: 60, files: slow, readers: logReaders }).handlers['events.archive']

  await archive?.(jobOn(app.platform, app.platform.log), undefined)

  expect((await partitions())[0]).toEqual([1, 20_000_000])
  await as(admin).webhooks.remove({ params })
})

test('old events go to a file that the command reads, and the log begins after them', async () => {
  const before = await readEvents(db, START, 1000)
  await settle()

  await run('events.archive')

  expect((await partitions())[0]).toEqual([20_000_000, 40_000_000])
  expect(await eventLogCheck.run(db, {} as Config)).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(/^complete from position 20000000 up to position 4000000\d/),
  })
  const settings = { KONTOR_DATA: folder, DATABASE_URL: urlOf(connection) }
  const of = async (...args: string[]) => {
    const { code, out, err } = await kontor(['events', ...args], settings)
    const events = out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    return { code, err, positions: events.map(({ position }) => position), events }
  }
  const told = await of('--type', 'x*')
  expect(told.positions).toEqual([20_000_000])
  expect(told.err).toContain('events up to position 19999999 are in archives')
  const all = await of('--from-archive', '--after', '2')
  const kept = await client.query<{ at: number }>('select position::int as at from kontor.events')
  const archived = before.events.filter(({ position }) => position > 2 && position < 20_000_000)
  expect(all.positions).toEqual(
    [...archived.map(({ position }) => position), ...kept.rows.map(({ at }) => at)].toSorted(
      (one, other) => one - other,
    ),
  )
  const [third] = archived
  expect(all.events[0]).toMatchObject({ type: third?.type, data: third?.data })
  const { entries } = await as(admin).audit.list({ input: { type: 'system.events_archived' } })
  expect(entries).toMatchObject([{ data: { first: 1, last: 19_999_999 } }])
})

test('whoever wants to go on in the archived part is told where the log begins', async () => {
  const headers = { authorization: `Bearer ${admin.token}`, 'last-event-id': '5' }
  const stream = await request('/events', { headers })
  const { webhook } = await as(admin).webhooks.create({
    input: { name: 'late', url: 'https://hooks.example/', types: [] },
  })

  expect(stream.status).toBe(410)
  expect(await stream.text()).toContain('events up to position 19999999 are in archives')
  await expect(
    as(admin).webhooks.replay({ params: { id: webhook.id }, input: { position: 3 } }),
  ).rejects.toMatchObject({ status: 409 })
  await as(admin).webhooks.remove({ params: { id: webhook.id } })
})

test('what is asked about old objects is still known', async () => {
  const inLog = await client.query(`select from kontor.events where object_id like 'user:%'
    and position < 20000000`)
  expect(inLog.rowCount).toBe(0)

  expect(await isAsItCame(db, came.id)).toBe(true)
  expect(await isAsItCame(db, changed.id)).toBe(false)
  expect(await isAsItCame(db, admin.id)).toBe(false)
  // Of what is gone for good nobody asks.
  const traces = `select object_id as of from kontor.event_traces
    where object_id like 'file:%' or object_id like 'body:%'`
  expect((await client.query(traces)).rows).toEqual([{ of: 'file:here' }])
})

test('a missing or changed archive is found', async () => {
  expect(await look('log archives')).toEqual({
    state: 'ok',
    text: '1, all there, events are kept for 60 days',
  })
  const { rows } = await client.query('select object from kontor.event_archives')
  const { object } = rows[0]
  await writeFile(join(folder, 'files', object.slice(-2), object), 'other')

  expect(await look('log archives')).toMatchObject({
    state: 'problem',
    text: expect.stringContaining(`${object} has 5 bytes`),
  })
  const settings = { KONTOR_DATA: folder, DATABASE_URL: urlOf(connection) }
  const { code, err } = await kontor(['events', '--from-archive'], settings)
  expect([code, err]).toEqual([1, expect.stringContaining('the archive of events is damaged')])
  await localStore(join(folder, 'files')).delete(object)
  expect((await look('log archives'))?.text).toContain(`${object} is missing`)
})

test('the log goes on where there is room, and a part that somebody detached by hand stays', async () => {
  const own = await connectClient(await newDatabase())
  onTestFinished(() => own.end())
  const emit = () =>
    own.query(`insert into kontor.events (at, type, object_id, data)
      values (now(), 'x', 'y', '{}') returning position::int`)
  await emit()

  await endPartition(clientDb(own), new Date(Date.now() + DAY))

  expect((await emit()).rows).toEqual([{ position: 20_000_000 }])
  const ends = (await listPartitions(clientDb(own))).map(({ end }) => end)
  expect(ends).toEqual([20e6, 40e6, 60e6])
  await emit()
  await keepRoom(clientDb(own))
  expect((await listPartitions(clientDb(own))).at(-1)?.end).toBe(80_000_000)
  // It is in no archive.
  await own.query('alter table kontor.events detach partition kontor.events_0')
  await dropPartitions(clientDb(own), 0, app.platform.log)
  expect((await own.query('select from kontor.events_0')).rowCount).toBe(1)
  await dropPartitions(clientDb(own), 19_999_999, app.platform.log)
  expect((await own.query(`select to_regclass('kontor.events_0') as name`)).rows).toEqual([
    { name: null },
  ])
})

test('a disk that is full in a month is a warning, in three days a problem', () => {
  const growth = { bytes: 1e12, perDay: 1e9 }

  expect(judgeGrowth(growth, 100e9).state).toBe('ok')
  expect(judgeGrowth(growth, 29e9).state).toBe('warning')
  expect(judgeGrowth(growth, 2e9).state).toBe('problem')
  expect(judgeGrowth(growth, undefined).state).toBe('ok')
})
