import { join } from 'node:path'
import { AppError } from '../lib/errors.ts'
import type { Config } from '../platform/config.ts'
import { withoutPassword } from '../platform/db/database-url.ts'
import { type Connection, connectClient } from '../platform/db/db.ts'
import { explained } from '../platform/db/embedded/error.ts'
import { clusterMajor, findHome } from '../platform/db/embedded/home.ts'
import { attachEmbedded, startEmbedded } from '../platform/db/embedded.ts'
import { connectionOf } from '../platform/db/hosts.ts'

export type Database = {
  connection: Connection
  /** Its location, without secrets. */
  place: string
  stop(): Promise<void>
  /** Resolves with the reason if an embedded server ends unexpectedly. */
  exited: Promise<string>
}

const never = new Promise<string>(() => undefined)

/** Opens the database of a server: the configured one, or the embedded one, owned by this process. */
export async function openDatabase(
  config: Config,
  purpose: string,
  settings: Record<string, string> = {},
): Promise<Database> {
  if (config.DATABASE_URL) return openForeign(config.DATABASE_URL)
  const folder = join(config.KONTOR_DATA, 'pg')
  const { connection, stop, exited } = await startEmbedded({ folder, purpose, settings })
  return { connection, place: `embedded PostgreSQL in ${folder}`, stop, exited }
}

/** For commands: a guest of a running server's embedded database, or its temporary owner. */
export async function visitDatabase(config: Config, purpose: string): Promise<Database> {
  if (config.DATABASE_URL) return openForeign(config.DATABASE_URL)
  return (await joinEmbedded(config, purpose)) ?? openDatabase(config, purpose)
}

/** For workers: that of the process which started them. */
export async function joinDatabase(config: Config, purpose: string): Promise<Database> {
  if (config.DATABASE_URL) return openForeign(config.DATABASE_URL)
  const joined = await joinEmbedded(config, purpose)
  if (!joined) throw new AppError('unavailable', 'the process that started this worker has ended')
  return joined
}

async function joinEmbedded(config: Config, purpose: string): Promise<Database | undefined> {
  const folder = join(config.KONTOR_DATA, 'pg')
  const guest = await attachEmbedded({ folder, purpose })
  if (!guest) return undefined
  const { connection, stop } = guest
  return { connection, place: `embedded PostgreSQL in ${folder}`, stop, exited: never }
}

/** Works with or without a running server. Never creates a database. */
export async function withDatabase<T>(
  config: Config,
  purpose: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (!(await hasDatabase(config))) {
    const text = `there is no database in ${config.KONTOR_DATA} yet: "kontor start" makes one`
    throw new AppError('not_found', text)
  }
  const database = await visitDatabase(config, purpose)
  try {
    return await work(database)
  } finally {
    await database.stop()
  }
}

/** Whether the embedded database exists; true for a configured one. */
export async function hasDatabase(config: Config): Promise<boolean> {
  if (config.DATABASE_URL) return true
  return explained(config.KONTOR_DATA, async () => {
    const home = await findHome(join(config.KONTOR_DATA, 'pg'))
    return home !== undefined && (await clusterMajor(home)) !== undefined
  })
}

const OLDEST = 15
/** In milliseconds, for the first connection: the machine may be busy with starting everything else. */
const LONGEST_START = 60_000

async function openForeign(url: string): Promise<Database> {
  const place = withoutPassword(url)
  const connection = { ...connectionOf(url), connectionTimeoutMillis: 10_000 }
  try {
    const client = await connectClient({ ...connection, connectionTimeoutMillis: LONGEST_START })
    const { rows } = await client.query('show server_version_num')
    await client.end()
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    if (major < OLDEST) throw new Error(`it is PostgreSQL ${major}, at least ${OLDEST} is needed`)
  } catch (error) {
    const reason = (error as Error).message || (error as { code?: string }).code
    throw new AppError('unavailable', `cannot use DATABASE_URL ${place}: ${reason}`, {
      cause: error,
    })
  }
  return { connection, place, stop: async () => undefined, exited: never }
}
