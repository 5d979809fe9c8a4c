import { readdir, readFile } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { AppError, conflict } from '../../lib/errors.ts'
import { type Connection, connectClient, connectPlainPool, type Db } from './db.ts'
import { LOCK_TIMEOUT, type LockRetry, retryOnLocks } from './lock-retry.ts'
import { lockNumber } from './locks.ts'
import { sql } from './sql.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)
const LOCK = lockNumber('start')

export type Migrated = { version: number; applied: string[] }

/** `warn` is called with the sessions that hold locks a migration needs. */
export type MigrateOptions = { warn?(text: string): void; tries?: number }

/** Migrates the database to this release. If several nodes start at once, one migrates and the others wait. */
export async function migrate(
  connection: Connection,
  { warn = () => undefined, tries }: MigrateOptions = {},
): Promise<Migrated> {
  const client = await connectClient(connection)
  try {
    const waiting = { connection, pid: await beImpatient(client), warn, tries }
    // Waits however long the other node takes.
    const forOthers = { ...waiting, tries: Number.POSITIVE_INFINITY }
    await retryOnLocks('the start', forOthers, () =>
      client.query('select pg_advisory_lock($1)', [LOCK]),
    )
    const migrated = await applyMissing(client, waiting)
    await migrateWorker(waiting)
    return migrated
  } finally {
    await client.end()
  }
}

/** The number of the newest migration of this release. */
export async function latestVersion(): Promise<number> {
  return numberOf((await migrationFiles()).at(-1) ?? '')
}

/** The newest migration of this database; 0 for an empty database. */
export async function databaseVersion(db: Db): Promise<number> {
  const history = await db.first(
    sql<{ is_there: boolean }>`select to_regclass('kontor.migrations') is not null as is_there`,
  )
  if (!history?.is_there) return 0
  const applied = await db.all(sql<Applied>`select number, name from kontor.migrations`)
  refuseOlder(applied, await migrationFiles())
  return Math.max(0, ...applied.map(({ number }) => number))
}

/** Whether this release can use the database: a newer release may have added to it. */
export async function isUsable(db: Db): Promise<boolean> {
  const latest = await latestVersion()
  if ((await databaseVersion(db)) < latest) return false
  const later = await db.all(sql<{ name: string }>`
    select name from kontor.migrations where number > ${latest}`)
  return later.every(({ name }) => isAdditive(name))
}

/** Recreates the schema as of one migration, in the open transaction of the client. */
export async function rebuildSchema(client: pg.Client, version: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  await client.query('drop schema if exists kontor, kontor_import cascade')
  await client.query(HISTORY)
  const files = (await migrationFiles()).filter((file) => numberOf(file) <= version)
  for (const file of files) await runFile(client, file)
}

const HISTORY = `
  create schema if not exists kontor;
  create table if not exists kontor.migrations (
    number integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`

/** Sets the lock timeout; returns the backend's process id. */
async function beImpatient(client: pg.ClientBase): Promise<number> {
  await client.query(LOCK_TIMEOUT)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

async function applyMissing(client: pg.Client, waiting: LockRetry): Promise<Migrated> {
  await refuseUnknownLetters(client)
  await retryOnLocks('the start', waiting, () => client.query(HISTORY))
  const { rows } = await client.query<Applied>('select number, name from kontor.migrations')
  const done = new Set(rows.map((row) => row.number))
  const files = await migrationFiles()
  refuseOlder(rows, files)
  const version = numberOf(files.at(-1) ?? '')
  const newer = Math.max(0, ...done)
  if (newer > version && !rows.every((row) => row.number <= version || isAdditive(row.name))) {
    throw conflict(
      `the database is at migration ${newer}, this release knows ${version}: start the newer release`,
    )
  }
  const missing = files.filter((file) => !done.has(numberOf(file)))
  for (const file of missing) {
    await retryOnLocks(`migration ${file}`, waiting, () => applyOne(client, file))
  }
  return { version, applied: missing }
}

type Applied = { number: number; name: string }

/** Before the first release, migrations had the same numbers and were others. */
function refuseOlder(applied: readonly Applied[], files: readonly string[]): void {
  const version = numberOf(files.at(-1) ?? '')
  const other = applied.find(({ number, name }) => number <= version && !files.includes(name))
  if (!other) return
  throw conflict(
    `the database was made before release 0.1.0, with migration ${other.name}, and cannot be upgraded: ` +
      'start with an empty one, a new database in DATABASE_URL or a new folder in KONTOR_DATA. ' +
      'The version that made it can still write solutions ("kontor export") and items (CSV, XLSX) to files',
  )
}

/** SQL that is true if the database knows upper and lower case of all letters; with the locale C it does not. */
export const KNOWS_LETTERS = `lower('ДОГОВОР') = 'договор' collate "C"`

/** How to create a database with such a locale. */
export const CREATE_DATABASE = `create database … template template0 encoding 'UTF8' locale 'C.UTF-8'`

/** A database in use is accepted; `kontor doctor` reports it. */
async function refuseUnknownLetters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isUsed: boolean }>(
    `select to_regclass('kontor.migrations') is not null as "isUsed"`,
  )
  if (rows[0]?.isUsed || (await knowsLetters(client))) return
  throw conflict(
    `the database takes "Д" and "д" for different letters, so lists would not find what is there: make another one with ${CREATE_DATABASE}`,
  )
}

/** A database whose encoding lacks these letters fails the query. */
async function knowsLetters(client: pg.Client): Promise<boolean> {
  try {
    const { rows } = await client.query<{ known: boolean }>(`select ${KNOWS_LETTERS} as known`)
    return rows[0]?.known === true
  } catch (error) {
    if ((error as { code?: string }).code === UNTRANSLATABLE) return false
    throw error
  }
}

const UNTRANSLATABLE = '22P05'

/** Nodes of the previous release may be running and hold locks on the tables. */
async function applyOne(client: pg.Client, file: string): Promise<void> {
  await client.query('begin')
  try {
    await runFile(client, file)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function runFile(client: pg.Client, file: string): Promise<void> {
  const text = await readFile(new URL(file, FOLDER), 'utf8')
  try {
    await client.query(text)
  } catch (error) {
    const reason = (error as Error).message
    throw new AppError('internal', `migration ${file} failed: ${reason}`, { cause: error })
  }
  await client.query('insert into kontor.migrations (number, name) values ($1, $2)', [
    numberOf(file),
    file,
  ])
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort()
}

/**
 * `0023_notes.additive.sql` only adds what nodes of the previous release need not know: they keep running beside
 * the new ones, and may be restarted.
 */
const isAdditive = (file: string): boolean => file.endsWith('.additive.sql')

const numberOf = (file: string): number => Number(file.slice(0, 4))

const logger = new Logger(() => () => undefined)

/** The tables of the job library, which has migrations of its own. */
async function migrateWorker(waiting: LockRetry): Promise<void> {
  const pool = connectPlainPool(waiting.connection, 1)
  try {
    const client = await pool.connect()
    const pid = await beImpatient(client).finally(() => client.release())
    await retryOnLocks('the migration of the jobs', { ...waiting, pid }, () =>
      runMigrations({ pgPool: pool, logger }),
    )
  } finally {
    await pool.end()
  }
}
