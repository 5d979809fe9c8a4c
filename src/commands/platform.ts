import { buildPlatform } from '../app.ts'
import { SYSTEM } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import type { Origin, Platform } from '../platform/context.ts'
import { makeLog } from '../platform/log.ts'
import { visitDatabase } from './database.ts'

/** Work on the database beside a running server or without one, as the system itself. */
export async function withPlatform<T>(
  config: Config,
  command: string,
  work: (platform: Platform, origin: Origin) => Promise<T>,
): Promise<T> {
  const log = makeLog('silent')
  const { connection, stop } = await visitDatabase(config, command)
  try {
    const platform = await buildPlatform({ config, connection, log, now: () => new Date() })
    try {
      return await work(platform, { user: SYSTEM, requestId: command, log })
    } finally {
      await platform.signals.stop()
      await platform.pool.end()
    }
  } finally {
    await stop()
  }
}
