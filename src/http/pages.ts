import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, forbidden, unauthorized, unavailable } from '../lib/errors.ts'
import { hasScope } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import { quick, sql } from '../platform/db/sql.ts'
import { withTimeLimit } from '../platform/loops/time-limit.ts'
import type { Stalls } from '../platform/stalls/stalls.ts'
import { ANONYMOUS, authenticate, type Identify, readToken } from './auth.ts'
import type { Drain } from './drain.ts'
import { RecentReaders } from './recent-readers.ts'

export type PagesOptions = {
  config: Config
  platform: Platform
  identify: Identify
  readMetrics(): Promise<string>
  drain: Drain
  stalls: Stalls
}

/** Milliseconds: balancers and Prometheus need an answer even if the database gives none. */
const LONGEST = 500

const METRICS_NEED =
  'the token of an administrator is required, with the scope "metrics:read" if it has scopes'

/** Health and metrics, which are not operations. Both answer within a second, whatever the database does. */
export function addPages(server: FastifyInstance, options: PagesOptions): void {
  const { config, platform, identify, readMetrics, drain, stalls } = options
  const database = databaseProbe(platform)
  server.get('/health/live', async () => ({ status: 'live' }))
  server.get('/health/ready', async () => {
    if (drain.isDraining) throw unavailable('the server is stopping')
    if (stalls.isStalled) throw unavailable(stalls.reason)
    if (platform.fullDisk.isFull) throw unavailable('the disk of the database is full')
    const { problem } = platform.clock
    if (problem !== undefined) throw unavailable(problem)
    await database()
    return { status: 'ready' }
  })
  const admit = admitReaders(identify, platform.now)
  server.get('/metrics', async (request, reply) => {
    if (config.KONTOR_METRICS !== 'open') await admit(request)
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await readMetrics())
  })
}

/** One query at a time: probes that arrive while the database is silent share it. */
function databaseProbe({ db }: Platform): () => Promise<void> {
  let asking: Promise<unknown> | undefined
  return async () => {
    asking ??= db.run(quick(sql`select 1`)).finally(() => {
      asking = undefined
    })
    await withTimeLimit(LONGEST, asking, () => {
      throw unavailable('the database does not answer')
    })
  }
}

/** Callers that were recently let in may read on while the database cannot authenticate them. */
function admitReaders(identify: Identify, now: () => Date) {
  const recent = new RecentReaders(now)
  return async (request: FastifyRequest): Promise<void> => {
    const token = readToken(request)
    const admitting = requireReader(identify, request)
    try {
      await withTimeLimit(LONGEST, admitting, () => {
        throw unavailable('the database does not answer, so the token cannot be checked')
      })
      recent.add(token)
    } catch (error) {
      if (isRefusal(error)) recent.delete(token)
      if (isRefusal(error) || !recent.has(token)) throw error
    }
  }
}

async function requireReader(identify: Identify, request: FastifyRequest): Promise<void> {
  const caller = await authenticate(identify, request)
  if (caller === ANONYMOUS) throw unauthorized(METRICS_NEED)
  if (!caller.isAdministrator || !hasScope(caller.credential, 'metrics', false)) {
    throw forbidden(METRICS_NEED)
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.code !== 'unavailable'
