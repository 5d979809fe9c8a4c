import type pg from 'pg'
import type { Diagrams } from '../diagrams/diagrams.ts'
import type { Documents } from '../documents/documents.ts'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import { isOutdated, isRetryable } from './db/errors.ts'
import { type Sql, sql } from './db/sql.ts'
import { Transaction } from './db/transaction.ts'
import { DEFINITIONS, type DefinitionSet, type Definitions } from './definitions.ts'
import { type AppEvent, appendEvents, type EventOrigin, type Listeners } from './events.ts'
import type { ObjectStore } from './files/object-store.ts'
import { addJob, type JobOptions } from './jobs/queue.ts'
import type { Kinds } from './kinds.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Scripts } from './scripts/scripts.ts'
import type { Secrets } from './secrets.ts'
import { CHANNEL, type Signals } from './signals.ts'
import { TakenDefinitions } from './taken-definitions.ts'

/** What the process has once, whoever calls. */
export type Platform = {
  config: Config
  pool: pg.Pool
  /** Reads outside of any transaction. */
  db: Db
  /** A plain connection of one's own, for COPY and cursors: whoever takes it ends it. */
  connect(): Promise<pg.Client>
  signals: Signals
  access: Access
  kinds: Kinds
  definitions: Definitions
  /** Where the bodies of files lie. */
  files: ObjectStore
  /** Scripts of processes, in threads of their own. */
  scripts: Scripts
  /** Compiles diagrams of processes, in a thread of its own. */
  diagrams: Diagrams
  mailer: Mailer
  secrets: Secrets
  /** Fills Word and Excel templates. */
  documents: Documents
  listeners: Listeners
  log: Log
  now: () => Date
}

/** What a service has while it does one thing for one caller. */
export type Context = {
  config: Config
  /** Inside a write this is its transaction: nothing else can be reached by mistake. */
  db: Db
  user: Caller
  access: Access
  /** Who may read which object, of whichever area. */
  kinds: Kinds
  /** What solutions define, the same for the whole of this request whatever is applied meanwhile. */
  definitions(): Promise<DefinitionSet>
  /** The same as the transaction sees it now. */
  freshDefinitions(): Promise<DefinitionSet>
  /** A plain connection of one's own, for COPY and cursors: whoever takes it ends it. */
  connect(): Promise<pg.Client>
  /** Reads that the database itself gives up after so many milliseconds each. */
  readWithin<T>(milliseconds: number, work: (db: Db) => Promise<T>): Promise<T>
  /** Outside of the database: what is written here is not undone with the transaction. */
  files: ObjectStore
  /** Only to look at scripts: they run as jobs. */
  scripts: Pick<Scripts, 'check'>
  /** Seals what the database keeps and must not show. */
  secrets: Secrets
  diagrams: Pick<Diagrams, 'compile'>
  now: () => Date
  log: Log
  /** Appends to the event log and runs who listens, in the same transaction. */
  emit(event: AppEvent): Promise<void>
  /** Makes every node forget what it remembers under this topic, once the change is committed. */
  changed(topic: string): void
  /** Wakes who waits for this topic on this node alone, once the change is committed. */
  nudge(topic: string): void
  addJob(name: string, payload: object, options?: JobOptions): Promise<void>
}

export type Origin = { user: Caller; requestId: string; log: Log }

export const readContext = (platform: Platform, origin: Origin): Context =>
  readingContext(platform, origin, new TakenDefinitions(platform.definitions, platform.db))

function readingContext(platform: Platform, origin: Origin, taken: TakenDefinitions): Context {
  const refuse = () => {
    throw new Error('an operation declared as reading tried to write')
  }
  return {
    ...base(platform, origin),
    db: platform.db,
    definitions: () => taken.take(false),
    freshDefinitions: () => platform.definitions.load(platform.db),
    emit: refuse,
    changed: refuse,
    nudge: refuse,
    addJob: refuse,
  }
}

const MOST_TRIES = 3
/** Nobody applies solutions so often; it only keeps a mistake of ours from running for ever. */
const MOST_SETS = 20

/** Reading that met a change of definitions is done again, so that no answer mixes two of them. */
export async function read<T>(
  platform: Platform,
  origin: Origin,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { db } = platform
  for (let attempt = 1; ; attempt++) {
    const taken = new TakenDefinitions(platform.definitions, db)
    try {
      const result = await work(readingContext(platform, origin, taken))
      if (attempt >= MOST_SETS || !(await taken.isOutdated(db))) return result
    } catch (error) {
      if (attempt >= MOST_SETS || !(await taken.explains(error, db))) throw error
    }
  }
}

/**
 * One change = one transaction: the work, its events and `last` are committed together or not at
 * all. Work that met another writer or a change of definitions is done again from the start.
 */
export async function write<T>(
  platform: Platform,
  origin: Origin,
  work: (ctx: Context) => Promise<T>,
  last: (result: T) => Sql[] = () => [],
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const transaction = new Transaction(platform.pool)
    const taken = new TakenDefinitions(platform.definitions, transaction.db)
    try {
      return await writeOnce(platform, origin, { work, last, transaction, taken })
    } catch (error) {
      const isStale = attempt < MOST_SETS && (await taken.explains(error, platform.db))
      if (!isStale && !isRetryable(error)) throw error
      if (!isStale && attempt >= MOST_TRIES && !isOutdated(error)) throw error
    }
  }
}

type Steps<T> = {
  work: (ctx: Context) => Promise<T>
  last: (result: T) => Sql[]
  transaction: Transaction
  taken: TakenDefinitions
}

async function writeOnce<T>(platform: Platform, origin: Origin, steps: Steps<T>): Promise<T> {
  const { transaction, taken } = steps
  const events: AppEvent[] = []
  const topics = new Set<string>()
  const nudged = new Set<string>()
  const { db } = transaction
  const isChanging = () => topics.has(DEFINITIONS)
  const ctx: Context = {
    ...base(platform, origin),
    db,
    definitions: () => taken.take(isChanging()),
    freshDefinitions: () => platform.definitions.load(db),
    emit: async (event) => {
      events.push(event)
      await platform.listeners[event.type]?.(ctx, event)
    },
    changed: (topic) => topics.add(topic),
    nudge: (topic) => nudged.add(topic),
    addJob: (name, payload, options) => addJob(db, name, payload, options),
  }
  try {
    const result = await steps.work(ctx)
    const version = isChanging() ? null : await taken.version()
    await transaction.commit([
      ...appendEvents(events, eventOrigin(platform, origin), version),
      ...notify(topics),
      ...steps.last(result),
    ])
    for (const topic of topics.union(nudged)) platform.signals.tell(topic)
    return result
  } catch (error) {
    await transaction.rollback(error)
    throw error
  }
}

const base = (
  { config, access, kinds, connect, files, scripts, secrets, diagrams, now, pool }: Platform,
  { user, log }: Origin,
) => ({
  config,
  access,
  kinds,
  connect,
  readWithin: <T>(milliseconds: number, work: (db: Db) => Promise<T>) =>
    readWithin(pool, milliseconds, work),
  files,
  scripts,
  secrets,
  diagrams,
  now,
  user,
  log,
})

async function readWithin<T>(
  pool: pg.Pool,
  milliseconds: number,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const transaction = new Transaction(pool)
  try {
    await transaction.db.run(
      sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`,
    )
    return await work(transaction.db)
  } finally {
    await transaction.rollback(undefined)
  }
}

const eventOrigin = (platform: Platform, { user, requestId }: Origin): EventOrigin => ({
  at: platform.now(),
  actor: user.id,
  credential: user.credential.id,
  requestId,
})

const notify = (topics: Set<string>): Sql[] =>
  topics.size === 0
    ? []
    : [sql`select pg_notify(${CHANNEL}, t) from unnest(${[...topics]}::text[]) t`]
