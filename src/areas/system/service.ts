import type { Pool } from 'pg'
import { Cache } from '../../lib/cache.ts'
import { newId } from '../../lib/ids.ts'
import type { Check } from '../../platform/checks/check.ts'
import type { Config } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import type { Pulse } from '../../platform/pulse.ts'
import { VERSION } from '../../platform/version.ts'
import { countSessions } from '../access/sessions.ts'
import { countFiles, sumTrash } from '../disk/usage.ts'
import { countUsers } from '../people/users/service.ts'
import { countProcesses } from '../processes/incidents.ts'
import { countWebhooks, listTroubled } from '../webhooks/service.ts'
import { findLatestBackup } from './backups/store.ts'
import { countJobs } from './jobs/service.ts'
import type { SystemOverview } from './operations.ts'
import { findDatabase, findDatabaseSize, listLargestTables } from './store.ts'

export type Sources = {
  /** Facts about this node. */
  requests(): SystemOverview['requests']
  pulse: Pulse
  pool: Pool
  checks: readonly Check[]
}

/** What the node remembers about itself, and briefly about the database. */
export class Overview {
  readonly #node = newId()
  readonly #sources: Sources
  readonly #counts = new Cache<ReturnType<typeof readCounts>>({ milliseconds: 2000 })
  readonly #sizes = new Cache<ReturnType<typeof readSizes>>({ milliseconds: 60_000 })

  constructor(sources: Sources) {
    this.#sources = sources
  }

  async read(ctx: Context): Promise<SystemOverview> {
    const { requests, pulse } = this.#sources
    const [{ database, position, files, ...counts }, sizes] = await Promise.all([
      this.#counts.get('', () => readCounts(ctx)),
      this.#sizes.get('', () => readSizes(ctx)),
    ])
    const { p50, p99, ...beat } = pulse.read()
    return {
      version: VERSION,
      node: {
        id: this.#node,
        startedAt: pulse.startedAt.toISOString(),
        eventLoopDelayMs: { p50, p99 },
        ...beat,
      },
      requests: requests(),
      database: {
        ...database,
        sizeBytes: sizes.database,
        pool: this.#pool(ctx.config),
        embedded: ctx.config.DATABASE_URL === undefined,
      },
      events: { lastPosition: position },
      ...counts,
      files: {
        ...files,
        trashBytes: sizes.trash,
        quotaBytes: ctx.config.KONTOR_QUOTA || null,
      },
      limits: limitsOf(ctx.config),
    }
  }

  #pool({ KONTOR_DATABASE_POOL: max }: Config) {
    const { totalCount, idleCount, waitingCount } = this.#sources.pool
    return { used: totalCount - idleCount, waiting: waitingCount, max }
  }
}

async function readCounts(ctx: Context) {
  const [
    { version, used, max, position },
    jobs,
    processes,
    webhooks,
    files,
    active,
    sessions,
    troubled,
    backup,
  ] = await Promise.all([
    findDatabase(ctx.db),
    countJobs(ctx),
    countProcesses(ctx),
    countWebhooks(ctx),
    countFiles(ctx),
    countUsers(ctx),
    countSessions(ctx),
    listTroubled(ctx),
    findLatestBackup(ctx.db),
  ])
  return {
    database: { version, connections: { used, max } },
    position,
    jobs,
    processes,
    webhooks: {
      ...webhooks,
      troubled: troubled.map((each) => ({ ...each, since: each.since.toISOString() })),
    },
    backups: {
      latestAt: backup?.taken_at.toISOString() ?? null,
      bytes: backup?.bytes ?? null,
    },
    files,
    users: { active, sessions },
  }
}

/** For support: numbers without content. */
export async function readStatistics(ctx: Context) {
  const [{ webhooks, ...counts }, sizes, tables] = await Promise.all([
    readCounts(ctx),
    readSizes(ctx),
    listLargestTables(ctx.db),
  ])
  const { troubled, ...sent } = webhooks
  return { ...counts, webhooks: { ...sent, troubled: troubled.length }, sizes, tables }
}

async function readSizes(ctx: Context) {
  const [database, trash] = await Promise.all([findDatabaseSize(ctx.db), sumTrash(ctx)])
  return { database, trash }
}

/** Settings that say where the server is, not what it allows. */
const NO_LIMITS = ['PORT', 'KONTOR_TRUST_PROXY']

const limitsOf = (config: Config): Record<string, number> =>
  Object.fromEntries(
    Object.entries(config).filter(
      (entry): entry is [string, number] =>
        typeof entry[1] === 'number' && !NO_LIMITS.includes(entry[0]),
    ),
  )
