import type { FastifyInstance } from 'fastify'
import { forbidden, unauthorized, unavailable } from '../lib/errors.ts'
import { hasScope } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import type { Stalls } from '../platform/stalls/stalls.ts'
import { ANONYMOUS, authenticate, type Identify } from './auth.ts'
import type { Drain } from './drain.ts'

export type PagesOptions = {
  config: Config
  platform: Platform
  identify: Identify
  readMetrics(): Promise<string>
  drain: Drain
  stalls: Stalls
}

const METRICS_NEED =
  'the token of an administrator is required, with the scope "metrics:read" if it has scopes'

/** Health and metrics, which are not operations. */
export function addPages(server: FastifyInstance, options: PagesOptions): void {
  const { config, platform, identify, readMetrics, drain, stalls } = options
  server.get('/health/live', async () => ({ status: 'live' }))
  server.get('/health/ready', async () => {
    if (drain.isDraining) throw unavailable('the server is stopping')
    if (stalls.isStalled) throw unavailable('the event loop was blocked a moment ago')
    if (platform.fullDisk.isFull) throw unavailable('the disk of the database is full')
    await platform.db.run(sql`select 1`)
    return { status: 'ready' }
  })
  server.get('/metrics', async (request, reply) => {
    if (config.KONTOR_METRICS !== 'open') {
      const caller = await authenticate(identify, request)
      if (caller === ANONYMOUS) throw unauthorized(METRICS_NEED)
      if (!caller.isAdministrator || !hasScope(caller.credential, 'metrics', false)) {
        throw forbidden(METRICS_NEED)
      }
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await readMetrics())
  })
}
