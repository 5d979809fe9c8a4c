import type pg from 'pg'
import type { Decisions } from '../decisions/decisions.ts'
import type { Diagrams } from '../diagrams/diagrams.ts'
import type { Documents } from '../documents/documents.ts'
import type { Texts } from '../texts/texts.ts'
import type { Turns } from '../workers/turns.ts'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { Connection, Db } from './db/db.ts'
import { isOutdated, isRetryable } from './db/errors.ts'
import type { FullDisk } from './db/full-disk.ts'
import type { QueryCosts } from './db/query-cost.ts'
import type { QueryWatchdog } from './db/query-watchdog.ts'
import type { SharedPool } from './db/shared-pool.ts'
import { type Sql, sql } from './db/sql.ts'
import { Transaction } from './db/transaction.ts'
import { DEFINITIONS, type DefinitionSet, type Definitions } from './definitions.ts'
import {
  type AppEvent,
  appendEvents,
  appendQuery,
  type Cause,
  causedBy,
  type EventOrigin,
  type EventQuery,
  type Listeners,
} from './events.ts'
import type { FileStore } from './files/file-store.ts'
import type { HiddenConflicts } from './hidden-conflicts.ts'
import { addJob, type JobOptions } from './jobs/queue.ts'
import type { Kinds } from './kinds.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import { refuseEndless } from './outside/chain.ts'
import { PinnedDefinitions } from './pinned-definitions.ts'
import { readFromReplica } from './replicas/read-from-replica.ts'
import type { Replicas } from './replicas/replicas.ts'
import type { Scripts } from './scripts/scripts.ts'
import type { Secrets } from './secrets.ts'
import {
  dbFor,
  ownerOf,
  type QueueName,
  type ReadLimit,
  type ReadSource,
  shareOf,
} from './share.ts'
import { CHANNEL, type Signals } from './signals.ts'
import { rememberTrace } from './telemetry/stored-traces.ts'

/** The services of one process, shared by all callers. */
export type Platform = {
  config: Config
  pool: pg.Pool
  /** The same pool, with a fair share for each person. */
  connections: SharedPool
  /** Reads outside of any transaction, for the server itself. */
  db: Db
  costs: QueryCosts
  /** How to reach the database; connections opened with it are closed when the server is lost. */
  connection: Connection
  /** A plain connection for COPY and cursors. The caller ends it. */
  connect(): Promise<pg.Client>
  signals: Signals
  access: Access
  kinds: Kinds
  definitions: Definitions
  /** The store of file bodies. */
  files: FileStore
  /** Runs process scripts, in threads of their own. */
  scripts: Scripts
  /** Compiles process diagrams, in a thread of its own. */
  diagrams: Diagrams
  /** Evaluates decision tables, in threads of their own. */
  decisions: Decisions
  mailer: Mailer
  secrets: Secrets
  /** Fills Word and Excel templates. */
  documents: Documents
  /** Reads the text of files, in a process of its own. */
  texts: Texts
  /** Limits previews of imports: each needs a thread and a copy of the file. */
  previews: Turns
  /** Limits anonymous writes: submissions of the same form wait here without holding a connection. */
  submissions: Turns
  hiddenConflicts: HiddenConflicts
  /** Limits long work, so that connections and CPU time are left for everything else. */
  turns: Record<QueueName, Turns>
  fullDisk: FullDisk
  clock: Pick<DatabaseClock, 'skew' | 'problem'>
  /** Standbys that may answer reads. */
  replicas?: Replicas
  listeners: Listeners
  log: Log
  now: () => Date
}

/** What a service needs to handle one request of one caller. */
export type Context = {
  config: Config
  /** Inside a write this is its transaction. */
  db: Db
  user: Caller
  /** The language in which the caller reads texts of definitions; absent = the first language of each text. */
  language?: string | undefined
  /** The process that makes the call, if any. */
  cause?: Cause | undefined
  access: Access
  /** Who may read which object, for all areas. */
  kinds: Kinds
  /** The definitions of solutions, the same during the whole request whatever is applied meanwhile. */
  definitions(): Promise<DefinitionSet>
  /** The definitions as the transaction sees them now. */
  freshDefinitions(): Promise<DefinitionSet>
  /** A plain connection for COPY and cursors. The caller ends it. */
  connect(): Promise<pg.Client>
  /**
   * Reads with a time limit in milliseconds each. A node runs a limited number per queue and per user at once;
   * others wait until their caller disconnects, and are refused if too many wait.
   */
  readWithin<T>(limit: ReadLimit, work: (db: Db) => Promise<T>): Promise<T>
  /** Refuses a statement that scans other lists if the database expects it to take too long. */
  checkCost(statement: Sql): Promise<void>
  /** Waits for the caller's turn. Returns the function that ends it; it also ends when the caller disconnects. */
  takeTurn(work: QueueName): Promise<() => void>
  /** Cancels the running statement of a connection when the caller disconnects; absent = not possible. */
  watch(client: pg.ClientBase): QueryWatchdog | undefined
  /** Outside the database: writes are not rolled back with the transaction. */
  files: FileStore
  /** To check and try scripts: those of instances run as jobs. */
  scripts: Pick<Scripts, 'check' | 'findOthers' | 'run'>
  /** Encrypts secrets in the database. */
  secrets: Secrets
  diagrams: Pick<Diagrams, 'compile'>
  decisions: Pick<Decisions, 'check' | 'evaluate'>
  documents: Pick<Documents, 'check' | 'fill'>
  previews: Pick<Turns, 'run'>
  submissions: Pick<Turns, 'run'>
  /** Counts answers that reveal objects which the caller may not read. */
  hiddenConflicts: HiddenConflicts
  now: () => Date
  log: Log
  /** Adds a warning to the answer and the log: something was accepted but probably not meant. */
  warn(message: string): void
  /** Appends to the event log and runs the listeners, in the same transaction. */
  emit(event: AppEvent): Promise<void>
  /** The same for the events that a query returns when the transaction ends. */
  emitQuery(events: EventQuery): Promise<void>
  /** Makes every node drop its cached values of this topic, after the commit. */
  changed(topic: string): void
  /** Notifies the listeners of this topic on this node only, after the commit. */
  nudge(topic: string): void
  addJob(name: string, payload: object, options?: JobOptions): Promise<void>
  /**
   * Sends the last statements of the request together with its events and COMMIT, and returns their rows.
   * What must prevent the commit has to be an error of the database. Only for handlers: nothing can be read
   * or written afterwards.
   */
  last<Row>(statements: readonly Sql<Row>[]): Promise<Row[][]>
}

export type Origin = {
  user: Caller
  requestId: string
  log: Log
  language?: string | undefined
  cause?: Cause | undefined
  /** Whether a standby may answer the read. */
  mayUseReplica?: boolean
  /** Aborted when nobody waits for the answer any more. */
  left?: () => AbortSignal
  /** Whose share the request uses, if not the user's: anonymous callers are distinguished by address. */
  owner?: string
  /** Collects the warnings of the answer. */
  warn?(message: string): void
}

export const readContext = (platform: Platform, origin: Origin): Context =>
  readingContext(platform, origin, new PinnedDefinitions(platform.definitions, platform.db))

function readingContext(
  platform: Platform,
  origin: Origin,
  pinned: PinnedDefinitions,
  place: ReadSource = platform,
): Context {
  const refuse = () => {
    throw new Error('an operation declared as reading tried to write')
  }
  return {
    ...base(platform, origin),
    ...shareOf(platform, origin, place),
    db: dbFor(platform, origin, place),
    definitions: () => pinned.take(false),
    freshDefinitions: () => platform.definitions.load(platform.db),
    emit: refuse,
    emitQuery: refuse,
    changed: refuse,
    nudge: refuse,
    addJob: refuse,
    last: refuse,
  }
}

const MOST_TRIES = 3
/** Solutions are never applied that often; the limit only prevents an endless loop. */
const MOST_SETS = 20

/** A read during which the definitions change is repeated, so that no response mixes two versions. */
export async function read<T>(
  platform: Platform,
  origin: Origin,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { db, replicas } = platform
  const answer =
    replicas && origin.mayUseReplica
      ? await readFromReplica({ ...platform, replicas }, (pinned, place) =>
          work(readingContext(platform, origin, pinned, place)),
        )
      : undefined
  if (answer) return answer.result
  for (let attempt = 1; ; attempt++) {
    const pinned = new PinnedDefinitions(platform.definitions, db)
    try {
      const result = await work(readingContext(platform, origin, pinned))
      if (attempt >= MOST_SETS || !(await pinned.isOutdated(db))) return result
    } catch (error) {
      if (attempt >= MOST_SETS || !(await pinned.explains(error, db))) throw error
    }
  }
}

/**
 * One change = one transaction: the work, its events and `last` are committed together or not at all.
 * After a conflict with another writer or with a change of definitions, the work is repeated.
 */
export async function write<T>(
  platform: Platform,
  origin: Origin,
  work: (ctx: Context) => Promise<T>,
  last?: (result: T) => Sql[],
): Promise<T> {
  refuseEndless(origin.cause)
  for (let attempt = 1; ; attempt++) {
    const transaction = new Transaction(platform.connections.for({ owner: ownerOf(origin) }))
    const pinned = new PinnedDefinitions(platform.definitions, transaction.db)
    try {
      return await writeOnce(platform, origin, { work, last, transaction, pinned })
    } catch (error) {
      const isStale = attempt < MOST_SETS && (await pinned.explains(error, platform.db))
      if (!isStale && !isRetryable(error)) throw error
      if (!isStale && attempt >= MOST_TRIES && !isOutdated(error)) throw error
    }
  }
}

type Steps<T> = {
  work: (ctx: Context) => Promise<T>
  last: ((result: T) => Sql[]) | undefined
  transaction: Transaction
  pinned: PinnedDefinitions
}

async function writeOnce<T>(platform: Platform, origin: Origin, steps: Steps<T>): Promise<T> {
  const { transaction, pinned } = steps
  const events: AppEvent[] = []
  const queries: EventQuery[] = []
  const topics = new Set<string>()
  const nudged = new Set<string>()
  const { db } = transaction
  const isChanging = () => topics.has(DEFINITIONS)
  const ctx: Context = {
    ...base(platform, origin),
    ...shareOf(platform, origin, platform),
    db,
    // Taking a second connection while holding one could deadlock the pool.
    readWithin: (_, read) => read(db),
    definitions: () => pinned.take(isChanging()),
    freshDefinitions: () => platform.definitions.load(db),
    emit: async (given) => {
      const event = causedBy(origin.cause, given)
      events.push(event)
      await platform.listeners[event.type]?.run(ctx, [event])
    },
    emitQuery: async (many) => {
      if (!(await isHeard(platform, ctx, many))) queries.push(many)
      else events.push(...(await tellListeners(platform, ctx, many)))
    },
    changed: (topic) => topics.add(topic),
    nudge: (topic) => nudged.add(topic),
    addJob: (name, payload, options) => addJob(db, name, payload, options),
    last: async (statements) => {
      const sending = Promise.all(statements.map((each) => db.all(each)))
      // The statements after it depend on its result.
      if (steps.last) return sending
      committing = commit([])
      const [sent] = await Promise.allSettled([sending, committing])
      if (sent.status === 'rejected') throw sent.reason
      await committing
      return sent.value
    },
  }
  let committing: Promise<void> | undefined
  const commit = async (last: Sql[]): Promise<void> => {
    const version = isChanging() ? null : await pinned.version()
    const by = eventOrigin(platform, origin)
    await transaction.commit([
      ...appendEvents(events, by, version),
      ...queries.map((many) => appendQuery(many, by)),
      ...notify(topics),
      ...(events.length + queries.length > 0 ? rememberTrace(by.requestId, by.at) : []),
      ...last,
    ])
  }
  try {
    const result = await steps.work(ctx)
    await (committing ?? commit(steps.last?.(result) ?? []))
    platform.fullDisk.noteWrite()
    for (const topic of topics.union(nudged)) platform.signals.tell(topic)
    return result
  } catch (error) {
    platform.fullDisk.noteError(error)
    await transaction.rollback(error)
    throw error
  }
}

async function isHeard({ listeners }: Platform, ctx: Context, { kinds }: EventQuery) {
  for (const kind of kinds) if (await listeners[kind.type]?.hears(ctx, kind)) return true
  return false
}

async function tellListeners({ listeners }: Platform, ctx: Context, { kinds, query }: EventQuery) {
  const { namespace, code } = kinds[0] ?? {}
  const where = { ...(namespace && { namespace }), ...(code && { code }) }
  const events = (await ctx.db.all(query)).map((event): AppEvent => ({ ...event, ...where }))
  for (const [type, own] of Map.groupBy(events, (event) => event.type)) {
    await listeners[type]?.run(ctx, own)
  }
  return events
}

const base = (
  { config, access, kinds, files, secrets, diagrams, submissions, now, hiddenConflicts }: Platform,
  { user, log, language, cause, warn }: Origin,
) => ({
  ...{ config, access, kinds, files, secrets, diagrams, submissions, now, hiddenConflicts },
  ...{ user, log, language, cause },
  warn: (message: string) => {
    log.warn({ warning: message }, 'a request was accepted with a warning')
    warn?.(message)
  },
})

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
