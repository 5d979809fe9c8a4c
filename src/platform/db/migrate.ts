import { readdir, readFile } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { type Connection, connectClient, connectPlainPool } from './db.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)
/** Any fixed number: every node that migrates waits for the same lock. */
const LOCK = 83_650_001

export type Migrated = { version: number; applied: string[] }

/** Brings the database to this release. Several nodes may start at once: one works, the others wait. */
export async function migrate(connection: Connection): Promise<Migrated> {
  const client = await connectClient(connection)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const migrated = await applyMissing(client)
    await migrateWorker(connection)
    return migrated
  } finally {
    await client.end()
  }
}

/** The number of the newest migration of this release. */
export async function latestVersion(): Promise<number> {
  return numberOf((await migrationFiles()).at(-1) ?? '')
}

async function applyMissing(client: pg.Client): Promise<Migrated> {
  await client.query(`
    create schema if not exists kontor;
    create table if not exists kontor.migrations (
      number integer primary key,
      name text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ number: number }>('select number from kontor.migrations')
  const done = new Set(rows.map((row) => row.number))
  const files = await migrationFiles()
  const version = numberOf(files.at(-1) ?? '')
  const newer = Math.max(0, ...done)
  if (newer > version) {
    throw new Error(
      `the database is at migration ${newer}, this release knows ${version}: start the newer release`,
    )
  }
  const missing = files.filter((file) => !done.has(numberOf(file)))
  for (const file of missing) await applyOne(client, file)
  return { version, applied: missing }
}

async function applyOne(client: pg.Client, file: string): Promise<void> {
  const text = await readFile(new URL(file, FOLDER), 'utf8')
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into kontor.migrations (number, name) values ($1, $2)', [
      numberOf(file),
      file,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${file} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort()
}

const numberOf = (file: string): number => Number(file.slice(0, 4))

const logger = new Logger(() => () => undefined)

async function migrateWorker(connection: Connection): Promise<void> {
  const pool = connectPlainPool(connection, 1)
  try {
    await runMigrations({ pgPool: pool, logger: logger })
  } finally {
    await pool.end()
  }
}
