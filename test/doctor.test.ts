import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findingsOf } from '../src/commands/doctor.ts'
import { judgeClock, judgeVacuum } from '../src/platform/checks/database.ts'
import { judgeSpace, remedyFor } from '../src/platform/checks/machine.ts'
import { readConfig } from '../src/platform/config.ts'
import { type Connection, connectClient } from '../src/platform/db/db.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { newDatabase as copyOf } from './app.ts'
import { kontor, urlOf } from './kontor.ts'
import { s3Environment } from './s3-server.ts'
import { dataFolder } from './server-process.ts'
import { startSmtp } from './smtp.ts'

const { folder } = await dataFolder(afterAll)
// The one of all tests forgets what a power cut interrupts.
const postgres = await startEmbedded({ folder: `${folder}/durable`, purpose: 'doctor.test' })
afterAll(() => postgres.stop())
const { host, port, user } = postgres.connection
const server: Connection = { host, port, user }
await migrate(postgres.connection)
const newDatabase = () => copyOf(postgres.connection.database, server)

/** What `kontor doctor` finds; as a process it takes a second more. */
async function examine(connection: Connection, more: Record<string, string> = {}) {
  const settings = { KONTOR_DATA: folder, DATABASE_URL: urlOf(connection), ...more }
  const checks = await findingsOf(readConfig(settings))
  return { of: (name: string) => checks.find((check) => check.name === name) }
}

/** As a process. */
async function runDoctor(connection: Connection) {
  const settings = { KONTOR_DATA: folder, DATABASE_URL: urlOf(connection) }
  const { code, out } = await kontor(['doctor', '--json'], settings)
  return { code, ok: (JSON.parse(out) as { ok: boolean }).ok }
}

async function altered(...statements: string[]): Promise<Connection> {
  const connection = await newDatabase()
  const client = await connectClient(connection)
  for (const statement of statements) await client.query(statement)
  await client.end()
  return connection
}

/** With an empty history, as of a database that is in use. */
async function emptyDatabase(locale: string): Promise<Connection> {
  const database = `t_${randomUUID().replaceAll('-', '')}`
  const client = await connectClient({ ...server, database: 'postgres' })
  await client.query(`create database ${database} template template0 ${locale}`)
  await client.end()
  const own = await connectClient({ ...server, database })
  await own.query(
    'create schema kontor; create table kontor.migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())',
  )
  await own.end()
  return { ...server, database }
}

const VACUUMED = { age: 1000, isOn: true, swollen: [], rare: [] }

test('a healthy system passes every check', async () => {
  const environment = { KONTOR_DATA: folder, DATABASE_URL: urlOf(await newDatabase()) }

  const { code, out } = await kontor(['doctor'], environment)

  const lines = out.trimEnd().split('\n')
  expect(lines.filter((line) => !/^ok +\w/.test(line))).toEqual([])
  expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([
    'node',
    'data folder',
    'sessions',
    'database',
    'migrations',
    'schema',
    'letters',
    'durability',
    'indexes',
    'transactions',
    'vacuum',
    'clock',
    'event log',
    'log partitions',
    'log archives',
    'growth',
    'jobs',
    'backups',
    'reports',
    'files',
    'docflow',
    'registrations',
    'webhooks',
    'secret key',
  ])
  expect(code).toBe(0)
})

test('manual changes of tables are problems, column by column', async () => {
  const connection = await altered(
    'alter table kontor.tokens drop column scopes',
    'alter table kontor.groups alter column name drop not null',
  )

  const { of } = await examine(connection)

  expect(await runDoctor(connection)).toEqual({ code: 1, ok: false })
  expect(of('schema')).toMatchObject({ state: 'problem' })
  expect(of('schema')?.text).toContain('kontor.tokens.scopes is missing')
  expect(of('schema')?.text).toContain('kontor.groups.name is text, not text not null')
})

test('an extra column is a warning', async () => {
  const connection = await altered('alter table kontor.users add phone text')

  const { of } = await examine(connection)

  expect(await runDoctor(connection)).toEqual({ code: 0, ok: true })
  expect(of('schema')).toMatchObject({ state: 'warning' })
  expect(of('schema')?.text).toContain('kontor.users.phone')
})

test('missing and unknown migrations are distinguished', async () => {
  const older = await altered('delete from kontor.migrations where number > 1')
  const newer = await altered(`insert into kontor.migrations values (9999, '9999_later.sql')`)

  const added = await altered(`insert into kontor.migrations values (9999, '9999_x.additive.sql')`)
  expect((await examine(added)).of('migrations')).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('beside the newer one'),
  })
  expect((await examine(older)).of('migrations')?.text).toMatch(/at 1, .* run "kontor migrate"/)
  expect((await examine(newer)).of('migrations')?.text).toMatch(/at 9999, .* the newer release/)
})

test('settings without durability are a problem', async () => {
  const connection = await newDatabase()
  const client = await connectClient(connection)
  await client.query(`alter database ${connection.database} set synchronous_commit = off`)
  await client.end()

  const { of } = await examine(connection)

  expect(of('durability')).toMatchObject({ state: 'problem' })
  expect(of('durability')?.text).toContain('synchronous_commit')
})

test('a database that does not know letters is a problem, one whose indexes do not is a warning', async () => {
  const stateOn = async (locale: string) => {
    const own = await emptyDatabase(locale)
    await migrate(own)
    return (await examine(own)).of('letters')?.state
  }

  expect(await stateOn(`locale_provider libc locale 'C'`)).toBe('problem')
  expect(await stateOn(`locale_provider builtin builtin_locale 'C.UTF-8' lc_ctype 'C'`)).toBe(
    'warning',
  )
  expect(await stateOn(`locale_provider libc locale 'C.UTF-8'`)).toBe('ok')
})

test('an invalid index is a problem', async () => {
  const connection = await newDatabase()
  const client = await connectClient(connection)
  await client.query('create table kontor.pairs as select 1 as a from generate_series(1, 2)')
  await client.query('create unique index concurrently pairs_a on kontor.pairs (a)').catch(() => {})
  await client.end()

  const { of } = await examine(connection)

  expect(of('indexes')).toMatchObject({ state: 'problem' })
  expect(of('indexes')?.text).toContain('reindex index concurrently kontor.pairs_a')
})

test('an invalid index of any schema is a problem', async () => {
  const connection = await altered(
    'create schema other',
    'create table other.pairs as select 1 as a from generate_series(1, 2)',
  )
  const client = await connectClient(connection)
  await client.query('create unique index concurrently pairs_a on other.pairs (a)').catch(() => {})
  await client.end()

  const { of } = await examine(connection)

  expect(of('indexes')?.text).toContain('reindex index concurrently other.pairs_a')
})

test('a read-only file system is not a matter of accounts', () => {
  expect(remedyFor('EROFS')).toContain('mount it for writing')
  expect(remedyFor('EACCES')).toContain('give it to the account')
})

test('failed, stuck and late jobs are counted', async () => {
  const add = (name: string, at: string) =>
    `select graphile_worker.add_job('${name}', run_at := now() - interval '${at}')`
  const connection = await altered(
    add('one.failed', '1 minute'),
    `update graphile_worker._private_jobs set attempts = max_attempts`,
    add('one.running', '3 hours'),
    `update graphile_worker._private_jobs set locked_at = now() - interval '2 hours'
     where attempts = 0`,
    add('one.waiting', '1 hour'),
    add('two.waiting', '1 minute'),
  )

  const { of } = await examine(connection)

  expect(of('jobs')).toMatchObject({ state: 'warning' })
  expect(of('jobs')?.text).toMatch(/1 failed.*1 running.*1 waiting/)
})

test('the oldest open transaction is reported', async () => {
  const connection = await newDatabase()
  const client = await connectClient(connection)
  await client.query(`set application_name = 'forgotten'; begin; select 1`)

  const { of } = await examine(connection)
  await client.end()

  expect(of('transactions')?.text).toMatch(/"forgotten", idle in transaction, process \d+/)
})

test('an unreachable database is a finding', async () => {
  const { code, out } = await kontor(['doctor'], {
    KONTOR_DATA: folder,
    DATABASE_URL: 'postgres://kontor@127.0.0.1:1/kontor',
  })

  expect(code).toBe(1)
  expect(out).toMatch(/^problem +database +cannot use DATABASE_URL/m)
})

test('a folder without a database is reported', async () => {
  const { code, out } = await kontor(['doctor'], { KONTOR_DATA: `${folder}/none` })

  expect(code).toBe(0)
  expect(out).toMatch(/^warning +data folder .* does not exist yet/m)
  expect(out).toMatch(/^warning +database +there is none yet/m)
})

const GIB = 1024 ** 3

test.each([
  [judgeSpace('/data', 0.1 * GIB), 'problem', '0.1 GiB free: free some space now'],
  [judgeSpace('/data', 1 * GIB), 'warning', '1.0 GiB free: free some space'],
  [judgeSpace('/data', 9 * GIB), 'ok', '9.0 GiB free'],
  [judgeClock(0.4), 'ok', '0.4 s behind the database'],
  [judgeClock(-5), 'warning', '5.0 s ahead of the database'],
  [judgeClock(90), 'problem', '90.0 s behind the database'],
  [judgeVacuum(VACUUMED), 'ok', '1,000 transactions old'],
  [judgeVacuum({ ...VACUUMED, isOn: false }), 'warning', 'autovacuum is off'],
  [judgeVacuum({ ...VACUUMED, age: 7e8 }), 'warning', 'does not keep up'],
  [judgeVacuum({ ...VACUUMED, age: 13e8 }), 'problem', 'vacuum (freeze)'],
  [judgeVacuum({ ...VACUUMED, swollen: ['a.b'] }), 'warning', 'vacuum a.b'],
  [judgeVacuum({ ...VACUUMED, rare: ['a.b'] }), 'warning', 'alter table a.b set'],
])('%j is judged %s', (finding, state, text) => {
  expect(finding.state).toBe(state)
  expect(finding.text).toContain(text)
})

test('a missing user of SQL reports that cannot be created is reported with what to do', async () => {
  const connection = await altered(
    `do $$ begin create role modest login; exception when duplicate_object then null; end $$`,
    'grant usage on schema kontor to modest',
    'grant select on all tables in schema kontor to modest',
    `update kontor.report_access set role = 'kontor_reports_nobody'`,
  )

  const { of } = await examine({ ...connection, user: 'modest' })

  expect(of('reports')).toEqual({
    name: 'reports',
    state: 'warning',
    text: 'SQL reports are not available: they need a database user of their own, and "modest" may not create one: give it CREATEROLE, or create a user without any rights and name it in KONTOR_REPORTS_URL',
  })
})

test('a user of SQL reports with more rights than reading is a problem', async () => {
  const connection = await altered(
    `do $$ begin create role strong login createdb; exception when duplicate_object then null; end $$`,
    `update kontor.report_access set role = 'strong'`,
  )

  const { of } = await examine(connection)

  expect(of('reports')).toMatchObject({
    state: 'problem',
    text: '"strong", who runs SQL reports, may create databases: take that away',
  })
})

test('a table that reports can read completely is a problem', async () => {
  const connection = await altered(
    `do $$ begin create role weak login; exception when duplicate_object then null; end $$`,
    `update kontor.report_access set role = 'weak'`,
    'create schema ws_open',
    'create table ws_open.papers ()',
    'grant select on ws_open.papers to weak',
  )

  const { of } = await examine(connection)

  expect(of('reports')).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('show SQL reports all of their rows: ws_open.papers'),
  })
})

const CLOSED = '127.0.0.1:1'

test.each([
  ['reports', { KONTOR_REPORTS_URL: `postgres://reader:hidden@${CLOSED}/kontor` }],
  [
    'files',
    s3Environment({ endpoint: `http://${CLOSED}`, bucket: 'b', key: 'k', secret: 'hidden' }),
  ],
])('%s at an address where nobody listens are named with their setting', async (name, settings) => {
  const KONTOR_SECRET = 'x'.repeat(32)
  const { of } = await examine(await newDatabase(), { KONTOR_SECRET, ...settings })

  const setting = name === 'reports' ? 'KONTOR_REPORTS_URL' : 'KONTOR_S3_ENDPOINT'
  expect(of(name)).toMatchObject({
    state: 'problem',
    text: expect.stringMatching(new RegExp(`${setting}.*cannot be used.*ECONNREFUSED`)),
  })
  expect(of(name)?.text).not.toContain('hidden')
  if (name === 'files') expect(of(name)?.text).toContain('see whether KONTOR_S3_ENDPOINT is right')
  // Nothing is kept in a folder if files and the key are elsewhere.
  expect(of('data folder') === undefined).toBe(name === 'files')
})

test('paused and failing webhooks are a warning with their backlog', async () => {
  const insert = (name: string, column: string, value: string) =>
    `insert into kontor.webhooks (id, name, url, secret, types, namespaces, apps, cursor, ${column},
       created_at, created_by, updated_at, updated_by)
     values (gen_random_uuid(), '${name}', 'https://hooks.example/', 's', '{thing.*}', '{}', '{}',
       '{"position": 0}', ${value}, now(), gen_random_uuid(), now(), gen_random_uuid())`
  const connection = await altered(
    insert('fine', 'paused_at', 'null'),
    insert('dead', 'failing_since', `'2026-01-02T03:04:05Z'`),
    insert('held', 'paused_at, paused_reason', `now(), 'by hand'`),
    `insert into kontor.events (at, type, object_id, data) values (now(), 'thing.changed', 'thing:1', '{}')`,
  )

  const { of } = await examine(connection)

  expect(of('webhooks')).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(
      /^"dead" fails since 2026-01-02T03:04:05\.000Z, 1 waiting since \S+; "held" is paused \(by hand\), 1 waiting since \S+: see "kontor webhook list"$/,
    ),
  })
})

test('the mail server is checked if it is configured', async () => {
  const { port, stop } = await startSmtp()
  const mail = {
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
    KONTOR_MAIL_FROM: 'k@larkmoor.example',
  }
  const connection = await newDatabase()

  const present = await examine(connection, mail)
  await stop()
  const gone = await examine(connection, mail)

  expect(present.of('mail')).toMatchObject({ state: 'ok', text: `127.0.0.1:${port} answers` })
  expect(gone.of('mail')).toMatchObject({ state: 'problem' })
})
