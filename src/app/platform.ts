import { faultRecorder } from '../areas/disk/faults.ts'
import { forgetPages } from '../areas/processes/store/pages.ts'
import { MOST_REPORTS } from '../areas/reports/sandbox.ts'
import { openSecrets } from '../areas/system/secrets/keys.ts'
import { Decisions } from '../decisions/decisions.ts'
import { Diagrams } from '../diagrams/diagrams.ts'
import { Documents } from '../documents/documents.ts'
import { Access } from '../platform/access.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import { DatabaseClock } from '../platform/database-clock.ts'
import { type Connection, connectClient, connectPool, poolDb } from '../platform/db/db.ts'
import { FullDisk } from '../platform/db/full-disk.ts'
import { OpenConnections } from '../platform/db/open-connections.ts'
import { QueryCosts } from '../platform/db/query-cost.ts'
import { SharedPool } from '../platform/db/shared-pool.ts'
import { Definitions } from '../platform/definitions.ts'
import { fileStore } from '../platform/files/file-store.ts'
import { openFiles } from '../platform/files/files.ts'
import { HiddenConflicts } from '../platform/hidden-conflicts.ts'
import type { Log } from '../platform/log.ts'
import { Mailer } from '../platform/mail/mailer.ts'
import { Replicas } from '../platform/replicas/replicas.ts'
import { openScripts } from '../platform/scripts/scripts.ts'
import { Signals } from '../platform/signals.ts'
import { Texts } from '../texts/texts.ts'
import { Turns } from '../workers/turns.ts'
import { listeners } from './background.ts'
import { allKinds, allResources } from './kinds.ts'

/** A topic that is never signalled: its listeners are called after a reconnect only. */
const PAGES = 'process pages'

const ANY = Number.POSITIVE_INFINITY

/** Proxies wait for a minute. */
const PATIENCE = { milliseconds: 30_000 }
const BUSY = 'the server is busy, try again'
/** Requests of one person at once, and on average, while others come: all share one thread. */
const AT_ONCE = 8
const PACE = 0.5

export type PlatformOptions = {
  config: Config
  connection: Connection
  log: Log
  /** Replaces the time of the database. */
  now?: (() => Date) | undefined
  /** The clock of this machine. */
  machine?: (() => number) | undefined
}

export async function buildPlatform({
  config,
  connection: given,
  log,
  machine,
  ...options
}: PlatformOptions): Promise<Platform> {
  const clock = new DatabaseClock({ limit: config.KONTOR_CLOCK_LIMIT, log, machine })
  const now = options.now ?? clock.now
  const open = new OpenConnections()
  const connection = open.track(given)
  const { DATABASE_READ_URL: url, KONTOR_DATABASE_POOL: size, KONTOR_REQUEST_QUEUE: queue } = config
  const pool = connectPool(connection, size)
  const connections = new SharedPool(pool, { size, queue })
  const signals = new Signals(connection, log, {
    onServerLost: (before) => open.breakOlder(before),
    witness: () => open.witness(),
    clock,
  })
  signals.on(PAGES, forgetPages)
  const db = poolDb(connections.for({}), signals)
  const { objects, secrets } = await openAll(config, { pool, signals, db })
  const replicas = url === undefined ? undefined : new Replicas({ url, size, queue, db, log })
  const platform: Platform = {
    config,
    pool,
    connections,
    db,
    costs: new QueryCosts(config.KONTOR_QUERY_COST),
    connection,
    connect: () => connectClient(connection),
    signals,
    access: new Access(allResources, signals),
    kinds: allKinds,
    definitions: new Definitions(signals),
    files: fileStore(
      objects,
      faultRecorder(() => platform),
    ),
    scripts: openScripts(config),
    diagrams: new Diagrams(),
    decisions: new Decisions(),
    mailer: new Mailer(config),
    secrets,
    documents: new Documents(),
    texts: new Texts(),
    previews: new Turns({ name: 'previews', size: 2, queue: 20, each: { size: 1, queue: 5 } }),
    hiddenConflicts: new HiddenConflicts(config.KONTOR_TAKEN_VALUES, now, signals.db),
    submissions: new Turns({
      name: 'submissions',
      size: Math.ceil(config.KONTOR_DATABASE_POOL / 4),
      queue: 200,
      each: { size: 1, queue: 50 },
    }),
    turns: {
      requests: new Turns({
        name: 'requests',
        ...{ size: ANY, queue: ANY, patience: { ...PATIENCE, message: BUSY } },
        each: { size: AT_ONCE, queue: config.KONTOR_REQUEST_QUEUE, alone: ANY, pace: PACE },
      }),
      search: turnsFor('searches', size / 4),
      long: turnsFor('long reads', size / 6),
      comparisons: turnsFor('comparisons of items with others', size / 6),
      exports: turnsFor('exports', size / 3, 4),
      reports: turnsFor('SQL reports', MOST_REPORTS, 4),
      streams: new Turns({
        name: 'event streams',
        ...{ size: ANY, queue: ANY, each: { size: config.KONTOR_STREAMS || ANY, queue: 0 } },
      }),
      // Reading old events is work, so streams that replay take turns per person.
      replays: new Turns({
        name: 'replays of events',
        ...{ size: 4, queue: ANY, each: { size: 1, queue: ANY } },
      }),
    },
    fullDisk: new FullDisk(now),
    ...(replicas && { replicas }),
    listeners,
    log,
    clock,
    now,
  }
  return platform
}

/** Turns of which one person has at most one of `parts`. */
function turnsFor(name: string, places: number, parts = 2): Turns {
  const size = Math.ceil(places)
  const each = { size: Math.ceil(size / parts), queue: 20 }
  const message = `others keep all places for ${name} busy, try again`
  return new Turns({ name, size, queue: 100, each, patience: { ...PATIENCE, message } })
}

/** Closes connections if something cannot be opened, or they would report that the database is lost. */
async function openAll(
  config: Config,
  { pool, signals, db }: Pick<Platform, 'pool' | 'signals' | 'db'>,
) {
  try {
    await signals.start()
    return { objects: await openFiles(config), secrets: await openSecrets(db, config) }
  } catch (error) {
    await signals.stop()
    await pool.end()
    throw error
  }
}
