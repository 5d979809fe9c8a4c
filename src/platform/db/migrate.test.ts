import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { type Connection, clientDb, connectClient } from './db.ts'
import { databaseVersion, isUsable, latestVersion, migrate } from './migrate.ts'

const server = inject('connection')
const client = await connectClient({ ...server, database: 'postgres' })
afterAll(() => client.end())

/** An empty database, prepared with the SQL of the test. */
async function emptyDatabase(sql = 'select', options = ''): Promise<Connection> {
  const database = `t_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${database} ${options}`)
  await run({ ...server, database }, sql)
  return { ...server, database }
}

async function run(connection: Connection, sql: string) {
  const own = await connectClient(connection)
  try {
    return (await own.query(sql)).rows
  } finally {
    await own.end()
  }
}

/** Of a database that is in use. */
const HISTORY =
  'create schema kontor; create table kontor.migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())'

const files = (await readdir('migrations')).filter((file) => file.endsWith('.sql')).sort()
const applied = async (connection: Connection) =>
  (await run(connection, 'select name from kontor.migrations order by number')).map(
    ({ name }) => name,
  )

test('every migration has a unique number', () => {
  const numbers = files.map((file) => file.slice(0, 4))

  expect(new Set(numbers).size).toBe(numbers.length)
})

test('an empty database gets every migration, and a second run applies none', async () => {
  const connection = await emptyDatabase()

  expect(await migrate(connection)).toEqual({ version: await latestVersion(), applied: files })
  expect(await migrate(connection)).toMatchObject({ applied: [] })
  expect(await applied(connection)).toEqual(files)
})

test('of many nodes that start at once on an empty database one migrates, the others wait', async () => {
  const connection = await emptyDatabase()

  const nodes = await Promise.all(Array.from({ length: 5 }, () => migrate(connection)))

  expect(nodes.filter(({ applied: own }) => own.length > 0)).toHaveLength(1)
  expect(nodes.flatMap(({ applied: own }) => own)).toEqual(files)
  expect(await applied(connection)).toEqual(files)
})

test('a failed migration leaves nothing behind, and succeeds when the cause is removed', async () => {
  const connection = await emptyDatabase(
    'create schema kontor; create table kontor.storage_entries (foreign_column int)',
  )

  await expect(migrate(connection)).rejects.toThrow(
    /migration 0007_storage\.sql failed: .*storage_entries/,
  )
  expect(await applied(connection)).toEqual(files.slice(0, 6))
  const columns = `select column_name from information_schema.columns
    where table_schema = 'kontor' and table_name = 'storage_entries'`
  expect(await run(connection, columns)).toEqual([{ column_name: 'foreign_column' }])

  await run(connection, 'drop table kontor.storage_entries')
  expect((await migrate(connection)).applied).toEqual(files.slice(6))
})

test('a node that failed does not block the others', async () => {
  const connection = await emptyDatabase(
    'create schema kontor; create table kontor.users (foreign_column int)',
  )

  const nodes = await Promise.allSettled(Array.from({ length: 3 }, () => migrate(connection)))

  expect(nodes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await applied(connection)).toEqual([])
})

test('a database of a newer release is refused and left unchanged', async () => {
  const connection = await emptyDatabase()
  await migrate(connection)
  await run(connection, `insert into kontor.migrations values (9999, '9999_future.sql')`)

  await expect(migrate(connection)).rejects.toThrow(
    `the database is at migration 9999, this release knows ${await latestVersion()}: start the newer release`,
  )
})

test.each([
  [
    'of many migrations',
    [
      [1, '0001_platform.sql'],
      [127, '0127_saml_sign_out.additive.sql'],
    ],
  ],
  ['of as many as this release has', [[22, '0022_console.sql']]],
  ['of additive ones alone', [[1, '0001_platform.additive.sql']]],
])(
  'a database from before the first release, %s, is refused and left unchanged',
  async (_, rows) => {
    const connection = await emptyDatabase(`${HISTORY}; create table kontor.users (id uuid)`)
    for (const [number, name] of rows) {
      await run(connection, `insert into kontor.migrations values (${number}, '${name}')`)
    }
    const tables = `select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') order by 1`
    const client = await connectClient(connection)
    onTestFinished(() => client.end())
    const refused = /made before release 0\.1\.0, with migration \d{4}_\w+.*start with an empty one/

    await expect(migrate(connection)).rejects.toThrow(refused)

    await expect(databaseVersion(clientDb(client))).rejects.toThrow(refused)
    await expect(isUsable(clientDb(client))).rejects.toThrow(refused)
    expect(await applied(connection)).toEqual(rows.map(([, name]) => name))
    expect(await run(connection, tables)).toEqual([
      { name: 'kontor.migrations' },
      { name: 'kontor.users' },
    ])
  },
)

test('a migration that is held up by running work goes on when it is over', async () => {
  const connection = await emptyDatabase(HISTORY)
  const busy = await connectClient(connection)
  onTestFinished(() => busy.end())
  await busy.query('begin; lock table pg_catalog.pg_attribute in share mode')

  const migrating = migrate(connection)
  const isWaiting = async () => {
    const question = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await run(connection, question)).length > 0
  }
  await expect.poll(isWaiting).toBe(true)
  await expect.poll(isWaiting).toBe(false)
  await busy.query('commit')

  expect((await migrating).applied).toEqual(files)
})

/** Somebody who holds a table, as a backup does. */
async function hold(connection: Connection, lock: string) {
  const holder = await connectClient({ ...connection, application_name: 'pg_dump' })
  onTestFinished(() => holder.end())
  await holder.query(`begin; ${lock}`)
  const { rows } = await holder.query('select pg_backend_pid() as pid')
  const who = `process ${rows[0].pid} \\(pg_dump, role \\w+, idle in transaction since \\d{4}-.+Z\\)`
  return { who, release: () => holder.query('commit') }
}

test('a migration that gives up, and one that goes on, tell who holds it up', async () => {
  const connection = await emptyDatabase(HISTORY)
  const { who, release } = await hold(
    connection,
    'lock table pg_catalog.pg_attribute in share mode',
  )
  const told: string[] = []
  const warn = (text: string) => told.push(text)

  await expect(migrate(connection, { warn, tries: 2 })).rejects.toThrow(
    new RegExp(`migration 0001_\\w+.sql failed: .* lock timeout: held by ${who}; start again`),
  )
  expect(told).toEqual([])
  const migrating = migrate(connection, { warn })
  await expect.poll(() => told).toHaveLength(1)
  expect(told[0]).toMatch(new RegExp(`^migration 0001_\\w+.sql waits for ${who}$`))
  await release()
  expect((await migrating).applied).toEqual(files)
})

test.each([
  ['lock table graphile_worker.migrations', 'the migration of the jobs'],
  ['select pg_advisory_lock(83650001)', 'the start'],
])('%s: told by whom', async (lock, what) => {
  const connection = await emptyDatabase()
  await migrate(connection)
  const { who, release } = await hold(connection, lock)
  const told: string[] = []

  const migrating = migrate(connection, { warn: (text) => told.push(text) })
  await expect.poll(() => told).toHaveLength(1)
  expect(told[0]).toMatch(new RegExp(`^${what} waits for ${who}$`))
  await release()
  // Held by the session, not by its transaction.
  await run(
    connection,
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'pg_dump'`,
  )

  expect((await migrating).applied).toEqual([])
})

test('a newer database is used if only what this release need not know was added', async () => {
  const connection = await emptyDatabase()
  await migrate(connection)
  await run(connection, `insert into kontor.migrations values (9998, '9998_more.additive.sql')`)

  expect(await migrate(connection)).toEqual({ version: await latestVersion(), applied: [] })

  await run(connection, `insert into kontor.migrations values (9999, '9999_other.sql')`)
  await expect(migrate(connection)).rejects.toThrow('start the newer release')
})

/** What `initdb` makes on a machine without locales. */
const WITHOUT_LETTERS = `template template0 locale_provider libc locale 'C'`

test('a new database that does not know upper and lower case is refused and stays empty', async () => {
  const connection = await emptyDatabase('select', WITHOUT_LETTERS)

  await expect(migrate(connection)).rejects.toThrow(/"Д" and "д" .* locale 'C.UTF-8'/)
  expect(await run(connection, `select to_regnamespace('kontor') as found`)).toEqual([
    { found: null },
  ])
})

test('one that is in use goes on', async () => {
  const connection = await emptyDatabase(HISTORY, WITHOUT_LETTERS)

  expect((await migrate(connection)).version).toBe(await latestVersion())
})

test('a database whose encoding has no such letters is refused, one that is in use goes on', async () => {
  const latin = `template template0 encoding 'LATIN1' locale 'C'`
  await expect(migrate(await emptyDatabase('select', latin))).rejects.toThrow('create database …')

  const history = `create schema kontor; create table kontor.migrations as
    select 9999 as number, 'of a newer release' as name, now() as applied_at`
  await expect(migrate(await emptyDatabase(history, latin))).rejects.toThrow(
    'the database is at migration 9999',
  )
})

test('when a node dies during a migration the next one takes over', async () => {
  const connection = await emptyDatabase()
  const blocker = await connectClient(connection)
  await blocker.query('begin; create schema kontor')
  const dying = migrate(connection).catch((error: Error) => error)
  const waiting = `pg_stat_activity
    where datname = '${connection.database}' and wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await client.query(`select 1 from ${waiting}`)).rows.length)
    .toBe(1)

  await client.query(`select pg_terminate_backend(pid) from ${waiting}`)
  await blocker.query('rollback')
  await blocker.end()

  expect(await dying).toBeInstanceOf(Error)
  expect((await migrate(connection)).applied).toEqual(files)
})
