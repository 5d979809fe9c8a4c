import { buildPlatform } from '../app/platform.ts'
import { conflict } from '../lib/errors.ts'
import { SYSTEM } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import {
  type Context,
  type Origin,
  type Platform,
  readContext,
  write,
} from '../platform/context.ts'
import { type Connection, clientDb, connectClient } from '../platform/db/db.ts'
import { databaseVersion, isUsable, latestVersion } from '../platform/db/migrate.ts'
import { makeLog } from '../platform/log.ts'
import { withDatabase } from './database.ts'

type Work<T> = (ctx: Context) => Promise<T>

/** One change by the system itself; the audit shows the command as its request. */
export const changeAsSystem = <T>(config: Config, command: string, work: Work<T>): Promise<T> =>
  withPlatform(config, command, (platform, origin) => write(platform, origin, work))

export const readAsSystem = <T>(config: Config, command: string, work: Work<T>): Promise<T> =>
  withPlatform(config, command, (platform, origin) => work(readContext(platform, origin)))

type PlatformWork<T> = (platform: Platform, origin: Origin) => Promise<T>

export function withPlatform<T>(
  config: Config,
  command: string,
  work: PlatformWork<T>,
): Promise<T> {
  const log = makeLog('silent')
  return withDatabase(config, command, async ({ connection }) => {
    await requireThisRelease(connection)
    const platform = await buildPlatform({ config, connection, log })
    try {
      return await work(platform, { user: SYSTEM, requestId: command, log })
    } finally {
      await platform.signals.stop()
      await platform.pool.end()
    }
  })
}

async function requireThisRelease(connection: Connection): Promise<void> {
  const client = await connectClient(connection)
  const db = clientDb(client)
  const asked = Promise.all([databaseVersion(db), isUsable(db)])
  const [version, isFitting] = await asked.finally(() => client.end())
  if (isFitting) return
  const latest = await latestVersion()
  const todo = version < latest ? 'run "kontor migrate" first' : 'use the newer release'
  throw conflict(`the database is at migration ${version}, this release has ${latest}: ${todo}`)
}
