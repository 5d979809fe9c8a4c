import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import type { Completion, Manifest } from '../src/backup/format.ts'
import { openArchive } from '../src/backup/restore.ts'
import { finishTables, prepareTables } from '../src/backup/target.ts'
import { writeFolder } from '../src/definitions/folder.ts'
import { type Connection, clientDb, connectClient } from '../src/platform/db/db.ts'
import { latestVersion, rebuildSchema } from '../src/platform/db/migrate.ts'
import { readEvents, START } from '../src/platform/events.ts'
import { newDatabase } from './app.ts'
import { backupOf, demo, entriesOf, jsonIn, restoreInto, sql } from './archives.ts'
import { kontor, ordinaryDatabase, run, urlOf } from './kontor.ts'
import { dataFolder, startProcess } from './server-process.ts'
import { appSolution, insertItems, toSource } from './solution.ts'

const { folder } = await dataFolder(afterAll)

const source = await newDatabase()
await sql(source, demo(1000))
const archive = await backupOf(source)

test('workspaces are restored exactly, also into a database of an ordinary role', async () => {
  const large = await newDatabase()
  await sql(large, demo(20_000))
  const target = await ordinaryDatabase('restored_one')
  const file = join(folder, 'large.tar.zst')
  const written = await kontor(['backup', file], {
    DATABASE_URL: urlOf(large),
    KONTOR_DATA: folder,
  })
  expect(written).toMatchObject({ code: 0 })

  const restored = await kontor(['restore', file], {
    DATABASE_URL: urlOf(target),
    KONTOR_DATA: folder,
  })
  expect(restored).toMatchObject({ code: 0 })
  const again = join(folder, 'again.tar.zst')
  await kontor(['backup', again], { DATABASE_URL: urlOf(target), KONTOR_DATA: folder })

  const first = await entriesOf(createReadStream(file))
  const second = await entriesOf(createReadStream(again))
  const [was, is] = [first, second].map((of) => ({
    completion: jsonIn<Completion>(of, 'complete.json'),
    manifest: { ...jsonIn<Manifest>(of, 'manifest.json'), time: '' },
  }))
  expect(is).toEqual(was)
  const rows = is?.completion.tables.map(({ name, rows }) => [name, rows])
  expect(rows).toContainEqual(['orders', 19_982])
  expect(rows).toContainEqual(['odd "table"/..', 4])
  expect(rows).toContainEqual(['jobs', 2])
})

test('the restored tables work: sequences, keys, checks and jobs', async () => {
  const target = await ordinaryDatabase('restored_two')
  await restoreInto(target, archive)

  const insert = `insert into ws_demo.orders (__id, amount) values (gen_random_uuid(), `
  const [order] = await sql<{ __index: number; upper_name: string }>(
    target,
    `${insert} 1) returning __index, upper_name`,
  )
  const [largest] = await sql<{ n: number }>(source, 'select max(__index) as n from ws_demo.orders')
  expect(order?.__index).toBeGreaterThan(largest?.n ?? 0)
  expect(order?.upper_name).toBe(`IT'S "NEW"`)
  const [customer] = await sql<{ n: number }>(
    target,
    `insert into ws_demo.customers (__name) values ('x') returning __index as n`,
  )
  expect(customer?.n).toBe(57)
  await expect(sql(target, `${insert} -1)`)).rejects.toThrow('orders_amount_check')
  await expect(sql(target, 'delete from ws_demo.customers')).rejects.toThrow('orders_customer_fkey')
  const jobsOf = (of: Connection) =>
    sql<{ id: number; name: string; queue: string; key: string; last_error: string }>(
      of,
      'select id, task_identifier as name, queue_name as queue, key, last_error from graphile_worker.jobs order by id',
    )
  expect(await jobsOf(target)).toEqual(await jobsOf(source))
  const [job] = await sql<{ id: number }>(target, `select (graphile_worker.add_job('demo.job')).id`)
  expect(job?.id).toBeGreaterThan((await jobsOf(source)).at(-1)?.id ?? 0)
})

test('a solution is restored with its tables, and its plan is empty', async () => {
  const place = join(folder, 'shop')
  const fields = `
fields:
  title: { name: Title, type: STRING, searchable: true }
  amount: { name: Amount, type: INTEGER, indexed: true }
  price: { name: Price, type: MONEY, currency: EUR }
  owner: { name: Owner, type: SYS_USER, indexed: true }
`
  await writeFolder(place, toSource(appSolution('shop', 'orders', `name: Orders${fields}`)), {
    force: false,
  })
  const [from, target] = [await newDatabase(), await ordinaryDatabase('restored_shop')]
  const applied = await kontor(['apply', place], { DATABASE_URL: urlOf(from) })
  expect(applied).toMatchObject({ code: 0, err: '' })
  const client = await connectClient(from)
  await insertItems(client, 'ws_shop.orders', [{ __name: 'first', title: 'one', amount: 7 }])
  await client.end()

  await restoreInto(target, await backupOf(from))

  const plan = await kontor(['plan', place], { DATABASE_URL: urlOf(target) })
  expect(plan).toMatchObject({ code: 0, out: 'nothing changes\n' })
  const items = 'select * from ws_shop.orders'
  expect(await sql(target, items)).toEqual(await sql(from, items))
  const indexes = `select indexname from pg_indexes where schemaname = 'ws_shop' order by 1`
  expect(await sql(target, indexes)).toEqual(await sql(from, indexes))
})

test('readers of the event log continue in the new cluster', async () => {
  const from = await newDatabase()
  const add = (object: string) =>
    `insert into kontor.events (at, type, object_id, data) values (now(), 'demo', '${object}', '{}')`
  // A rolled-back position.
  await sql(from, add('one'), `begin; ${add('gone')}; rollback`, add('two'))
  const target = await newDatabase()
  await restoreInto(target, await backupOf(from))

  const client = await connectClient(target)
  const db = clientDb(client)
  const first = await readEvents(db, START, 100)
  const rest = await readEvents(db, first.cursor, 100)
  await client.query(add('new'))
  const next = await readEvents(db, rest.cursor, 100)
  await client.end()

  const seen = [first, rest, next].flatMap(({ events }) => events)
  expect(seen.map(({ object, position }) => [object, position])).toEqual([
    ['one', 1],
    ['two', 3],
    ['new', 4],
  ])
})

test('a job that was running waits again, and its attempt does not count', async () => {
  const from = await newDatabase()
  await sql(
    from,
    `select graphile_worker.add_job('demo.running', max_attempts := 1)`,
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone', attempts = 1`,
  )
  const target = await newDatabase()
  await restoreInto(target, await backupOf(from))

  const [job] = await sql(target, 'select attempts, locked_at from graphile_worker.jobs')
  expect(job).toEqual({ attempts: 0, locked_at: null })
})

test('an archive of an older release is migrated', async () => {
  const from = await newDatabase()
  const client = await connectClient(from)
  await rebuildSchema(client, 1)
  await client.query(`insert into kontor.users (id, login) values (gen_random_uuid(), 'old')`)
  await client.end()
  const older = await backupOf(from)
  const target = await newDatabase()

  await restoreInto(target, older)

  const [row] = await sql<{ n: number }>(target, 'select max(number) as n from kontor.migrations')
  expect(row?.n).toBe(await latestVersion())
  expect(await sql(target, 'select login from kontor.users')).toEqual([{ login: 'old' }])
  expect(await sql(target, 'select * from kontor.storage_entries')).toEqual([])
})

test('columns added by hand keep their values', async () => {
  const from = await newDatabase()
  await sql(
    from,
    `alter table kontor.users add phone text`,
    `insert into kontor.users (id, login, phone) values (gen_random_uuid(), 'ann', '123')`,
    `create table kontor.notes as select 'kept' as note`,
  )
  const target = await newDatabase()

  const warnings = await restoreInto(target, await backupOf(from))

  expect(warnings).toEqual([
    'kontor.notes.note is not part of this release: only its values are restored',
    'kontor.users.phone is not part of this release: only its values are restored',
  ])
  expect(await sql(target, 'select phone, note from kontor.users, kontor.notes')).toEqual([
    { phone: '123', note: 'kept' },
  ])
})

test('triggers are disabled during the restore and enabled afterwards', async () => {
  const [from, target] = [await newDatabase(), await newDatabase()]
  const count = `create function public.count_items() returns trigger language plpgsql as
    'begin update ws_t.counts set n = n + 1; return null; end'`
  await sql(target, count)
  await sql(
    from,
    count,
    `create schema ws_t; create table ws_t.items (id integer); create table ws_t.counts (n integer);
     insert into ws_t.counts values (0);
     create trigger counting after insert on ws_t.items for each row execute function public.count_items();
     insert into ws_t.items select generate_series(1, 3)`,
  )

  await restoreInto(target, await backupOf(from))

  expect(await sql(target, 'select n from ws_t.counts')).toEqual([{ n: 3 }])
  await sql(target, 'insert into ws_t.items values (4)')
  expect(await sql(target, 'select n from ws_t.counts')).toEqual([{ n: 4 }])
})

test('triggers of the platform tables are disabled during the restore', async () => {
  const client = await connectClient(await newDatabase())
  await client.query(`
    create function public.double() returns trigger language plpgsql as
      'begin new.value = jsonb_build_array(new.value, new.value); return new; end';
    create trigger doubling before insert on kontor.settings for each row execute function double();
    begin`)
  const insert = (key: string) =>
    client.query(`insert into kontor.settings values ('${key}', '1') returning value`)
  const { manifest } = await openArchive(Readable.from([archive]))
  const nothing = { ...manifest, tables: [], sequences: [], definitions: { before: [], after: [] } }

  const prepared = await prepareTables(client, nothing, () => undefined)
  const during = await insert('during')
  await finishTables(client, nothing, prepared)
  const after = await insert('after')
  await client.end()

  expect(during.rows[0].value).toBe(1)
  expect(after.rows[0].value).toEqual([1, 1])
})

test('objects that are not included are reported', async () => {
  const from = await newDatabase()
  await sql(
    from,
    `create schema ws_v; create table ws_v.t (a integer); create view ws_v.v as select * from ws_v.t;
     create type ws_v.mood as enum ('good', 'bad');
     create function ws_v.f() returns integer language sql as 'select 1'`,
  )

  const { err } = await kontor(['backup', join(folder, 'v')], {
    DATABASE_URL: urlOf(from),
    KONTOR_DATA: folder,
  })

  expect(err).toContain('kontor: not in the archive: function ws_v.f\n')
  expect(err).toContain('kontor: not in the archive: type ws_v.mood\n')
  expect(err).toContain('kontor: not in the archive: view ws_v.v\n')
})

test('file bodies of any size are restored, and empty folders are allowed', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  const bodies = new Map([
    ['empty', Buffer.alloc(0)],
    [`ab/${'long-name-'.repeat(14)}`, Buffer.from('x')],
    ['ab/cd/large', Buffer.alloc(5_000_000, 'kontor ')],
    ['ž 🐎', Buffer.from('y')],
  ])
  for (const [name, content] of bodies) {
    await mkdir(join(from, name, '..'), { recursive: true })
    await writeFile(join(from, name), content)
  }
  await mkdir(to)
  const database = await newDatabase()

  await restoreInto(await newDatabase(), await backupOf(database, from), to)

  for (const [name, content] of bodies) {
    expect(sha(await readFile(join(to, name)))).toBe(sha(content))
  }
  expect(
    (await readdir(to, { recursive: true, withFileTypes: true })).filter((each) => each.isFile()),
  ).toHaveLength(4)
})

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a backup can be piped from one system into another', async () => {
  const [from, to] = [urlOf(source), urlOf(await newDatabase())]
  const main = new URL('../src/main.ts', import.meta.url).pathname
  const command = `"${process.execPath}" "${main}"`

  const piped = await run(
    '/bin/sh',
    ['-c', `DATABASE_URL=${from} ${command} backup - | DATABASE_URL=${to} ${command} restore -`],
    { environment: { KONTOR_DATA: folder } },
  )

  expect(piped.code).toBe(0)
  expect(piped.out).toMatch(/^restored the state of /)
})

test('an interrupted backup leaves nothing behind', async () => {
  const database = await newDatabase()
  const client = await connectClient(database)
  await client.query('begin; lock table kontor.users')
  const place = join(folder, 'interrupted')
  await mkdir(place)
  const backup = startProcess(['backup', join(place, 'a')], { DATABASE_URL: urlOf(database) })
  await expect.poll(() => readdir(place)).not.toEqual([])

  await backup.stop()
  await client.end()

  expect(await backup.ended()).toBe(130)
  expect(await readdir(place)).toEqual([])
})

test('a full disk is reported', async (context) => {
  context.skip(process.platform !== 'linux', 'only Linux has a device that is always full')
  const main = new URL('../src/main.ts', import.meta.url).pathname
  const command = `exec "${process.execPath}" "${main}" backup - > /dev/full`

  const { code, err } = await run('/bin/sh', ['-c', command], {
    environment: { DATABASE_URL: urlOf(source), KONTOR_DATA: folder },
  })

  expect(code).toBe(1)
  expect(err).toContain('kontor: ENOSPC: no space left on device')
})

test('the memory for a backup and a restore does not grow with the rows', async (context) => {
  context.skip(process.platform !== 'linux', 'only Linux tells how much memory a process had')
  /** The memory used for so many rows of 3.2 MB, which compress well. */
  const measure = async (rows: number) => {
    const from = await newDatabase()
    await sql(
      from,
      `create schema ws_wide; create table ws_wide.t as
       select i, repeat(md5(i::text), 100000) as text from generate_series(1, ${rows}) i`,
    )
    const file = join(folder, `wide-${rows}`)
    const environment = { DATABASE_URL: urlOf(from), KONTOR_DATA: folder }
    const target = { DATABASE_URL: urlOf(await newDatabase()), KONTOR_DATA: folder }
    const written = await kontor(['backup', file], environment)
    const restored = await kontor(['restore', file], target)
    expect([written.code, restored.code]).toEqual([0, 0])
    return { written: written.memory, restored: restored.memory }
  }

  const few = await measure(10)
  const many = await measure(90)

  // 256 MB more of rows; the garbage collector adds some noise.
  expect(few.written).toBeGreaterThan(0)
  expect(many.written - few.written).toBeLessThan(150)
  expect(many.restored - few.restored).toBeLessThan(150)
})
