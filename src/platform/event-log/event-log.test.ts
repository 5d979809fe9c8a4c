import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { newFolder, startApp } from '../../../test/app.ts'
import { kontor, ordinaryDatabase, urlOf } from '../../../test/kontor.ts'
import { logReaders } from '../../app/log-readers.ts'
import { isAsItCame } from '../../areas/people/users/store.ts'
import { checkSchema } from '../checks/schema.ts'
import type { Config } from '../config.ts'
import { type Connection, clientDb, connectClient } from '../db/db.ts'
import { migrate, rebuildSchema } from '../db/migrate.ts'
import { accountForEvents, eventLogCheck } from '../event-account.ts'
import { readEvents, START } from '../events.ts'
import { localStore } from '../files/local.ts'
import { jobOn } from '../jobs/runner.ts'
import { makeLog } from '../log.ts'
import { judgeGrowth, logChecks } from './checks.ts'
import {
  dropPartitions,
  endPartition,
  isPartitioned,
  keepRoom,
  listPartitions,
} from './partitions.ts'
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

test('the log of an older release becomes the first partition while others write', async () => {
  const server = inject('connection')
  const database = `t_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${database}`)
  const old = await connectClient({ ...server, database })
  afterAll(() => old.end())
  await old.query('begin')
  await rebuildSchema(old, 94)
  await old.query(`commit; insert into kontor.events (at, type, object_id, data)
    select now(), 'x', 'y', jsonb_build_object('text', repeat(md5(i::text), 50))
    from generate_series(1, 42000) i`)
  await migrate({ ...server, database })
  expect(await isPartitioned(clientDb(old))).toBe(false)
  const writer = await connectClient({ ...server, database })
  afterAll(() => writer.end())
  const emit = (who = old) =>
    who.query(`insert into kontor.events (at, type, object_id, data)
      values (now(), 'x', 'y', '{}') returning position::int`)
  await emit(writer)

  // A backup, say: nothing fails, it is tried again.
  await writer.query('begin; lock table kontor.events in access share mode')
  const log = makeLog('silent')
  const warn = vi.spyOn(log, 'warn')
  await keepRoom(clientDb(old), log)
  const holder = /^process \d+ \(kontor, role \w+, idle in transaction since .+Z\)$/
  expect(warn.mock.calls).toMatchObject([
    [{ holders: expect.stringMatching(holder) }, expect.any(String)],
  ])
  expect(await isPartitioned(clientDb(old))).toBe(false)
  expect(await checkSchema(clientDb(old))).toMatchObject({ state: 'ok' })
  await writer.query('commit')
  const node = await startApp({ connection: { ...server, database } })
  const divide = () =>
    jobs.handlers['events.extend']?.(jobOn(node.app.platform, app.platform.log), undefined)
  await Promise.all([divide(), divide()])

  expect((await emit(writer)).rows).toEqual([{ position: 42_004 }])
  expect(await listPartitions(clientDb(old))).toMatchObject([
    { name: 'events_0', first: 1, end: 60_000_000 },
  ])
  const { rows } = await old.query(`select count(*)::int from kontor.events_0`)
  expect(rows).toEqual([{ count: 42_004 }])
  // Where the log goes on there is room.
  await endPartition(clientDb(old), new Date(Date.now() + DAY))
  expect((await emit(writer)).rows).toEqual([{ position: 60_000_000 }])
  // Who detaches a part by hand keeps it: it is in no archive.
  await old.query('alter table kontor.events detach partition kontor.events_0')
  await dropPartitions(clientDb(old), 0, app.platform.log)
  await dropPartitions(clientDb(old), 42_001, app.platform.log)
  expect((await old.query('select from kontor.events_0')).rowCount).toBe(42_004)
  await dropPartitions(clientDb(old), 59_999_999, app.platform.log)
  expect((await old.query(`select to_regclass('kontor.events_0') as name`)).rows).toEqual([
    { name: null },
  ])
})

/** Owned by an ordinary role, with a log of before the partitions. */
async function oldSystem(): Promise<Connection> {
  const connection = await ordinaryDatabase(`old_${randomUUID().slice(0, 8)}`)
  const owner = await connectClient(connection)
  await owner.query('begin')
  await rebuildSchema(owner, 94)
  await owner.query(`commit; insert into kontor.events (at, type, object_id, data)
    values (now(), 'x', 'y', '{}')`)
  await owner.end()
  return connection
}

test('what others were given on the log stays when it is divided', async () => {
  const old = await oldSystem()
  const role = `other_${randomUUID().slice(0, 8)}`
  const own = await connectClient({ ...old, user: inject('connection').user })
  afterAll(() => own.end())
  await own.query(`create role ${role};
    grant select on kontor.events to ${role};
    grant update (data, "at") on kontor.events to ${role} with grant option;
    grant select (type) on kontor.events to public;
    comment on table kontor.events is 'it''s all';
    comment on column kontor.events.data is 'what changed';
    create publication ours for table kontor.events (position, type, "at") where (position > 0);
    create publication whole for table kontor.events;
    alter publication whole owner to ${old.user};
    create publication every for all tables`)
  const rights = `select grantee::regrole, privilege_type, is_grantable
    from pg_class, aclexplode(relacl) where oid = 'kontor.events'::regclass
    union all select grantee::regrole, attname || ' ' || privilege_type, is_grantable
    from pg_attribute, aclexplode(attacl) where attrelid = 'kontor.events'::regclass
    order by 1, 2`
  const about = `select obj_description('kontor.events'::regclass, 'pg_class') as it,
    (select relowner::regrole from pg_class where oid = 'kontor.events'::regclass) as owner,
    (select col_description(attrelid, attnum) from pg_attribute
      where attrelid = 'kontor.events'::regclass and attname = 'data') as data`
  const published = `select pubname::text as of, tablename::text as name, attnames::text[] as columns,
      rowfilter from pg_publication_tables where tablename like 'events%' and pubname <> 'every'`
  const before = [(await own.query(rights)).rows, (await own.query(about)).rows]
  const [ours, whole] = (await own.query(`${published} order by 1`)).rows

  await migrate(old)

  expect(await isPartitioned(clientDb(own))).toBe(true)
  expect([(await own.query(rights)).rows, (await own.query(about)).rows]).toEqual(before)
  // Its owner alone may change it.
  expect((await own.query(`${published} order by 1`)).rows).toEqual([
    { ...ours, name: 'events_0' },
    whole,
  ])
  const check = logChecks(logReaders).find(({ name }) => name === 'log partitions')
  expect(await check?.run(clientDb(own), app.platform.config)).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('the publication ours has a part of the log alone'),
  })
  await own.query(`alter publication ours set (publish_via_partition_root = true);
    alter publication ours add table kontor.events (position, type, "at") where (position > 0)`)
  expect(await check?.run(clientDb(own), app.platform.config)).toMatchObject({ state: 'ok' })
})

test('so do publications with a filter', async () => {
  const old = await oldSystem()
  const own = await connectClient({ ...old, user: inject('connection').user })
  afterAll(() => own.end())
  await own.query(`create publication ours for table kontor.events (position, "at")
      where (position > 0); alter publication ours owner to ${old.user}`)
  const published = 'select tablename, attnames, rowfilter from pg_publication_tables'
  const before = (await own.query(published)).rows

  await migrate(old)

  expect((await own.query(published)).rows).toEqual(before)
})

test('a disk that is full in a month is a warning, in three days a problem', () => {
  const growth = { bytes: 1e12, perDay: 1e9 }

  expect(judgeGrowth(growth, 100e9).state).toBe('ok')
  expect(judgeGrowth(growth, 29e9).state).toBe('warning')
  expect(judgeGrowth(growth, 2e9).state).toBe('problem')
  expect(judgeGrowth(growth, undefined).state).toBe('ok')
})
