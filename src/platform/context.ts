import type pg from 'pg'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import type { Db } from './db/db.ts'
import { isOutdated, isRetryable } from './db/errors.ts'
import { Transaction } from './db/transaction.ts'
import { DEFINITIONS, type DefinitionSet, type Definitions } from './definitions.ts'
import { type AppEvent, appendEvents, type EventOrigin, type Listeners } from './events.ts'
import { addJob, type JobOptions } from './jobs/queue.ts'
import type { Log } from './log.ts'
import { CHANNEL, type Signals } from './signals.ts'

/** What the process has once, whoever calls. */
export type Platform = {
  pool: pg.Pool
  /** Reads outside of any transaction. */
  db: Db
  signals: Signals
  access: Access
  definitions: Definitions
  listeners: Listeners
  log: Log
  now: () => Date
}

/** What a service has while it does one thing for one caller. */
export type Context = {
  /** Inside a write this is its transaction: nothing else can be reached by mistake. */
  db: Db
  user: Caller
  access: Access
  /** What solutions define, the same for the whole of this request whatever is applied meanwhile. */
  definitions(): Promise<DefinitionSet>
  /** The same as the transaction sees it now. */
  freshDefinitions(): Promise<DefinitionSet>
  now: () => Date
  log: Log
  /** Appends to the event log and runs who listens, in the same transaction. */
  emit(event: AppEvent): Promise<void>
  /** Makes every node forget what it remembers under this topic, once the change is committed. */
  changed(topic: string): void
  addJob(name: string, payload: object, options?: JobOptions): Promise<void>
}

export type Origin = { user: Caller; requestId: string; log: Log }

export function readContext(platform: Platform, origin: Origin): Context {
  const refuse = () => {
    throw new Error('an operation declared as reading tried to write')
  }
  return {
    ...base(platform, origin, { db: platform.db, isChanging: () => false }),
    db: platform.db,
    emit: refuse,
    changed: refuse,
    addJob: refuse,
  }
}

const MOST_TRIES = 3

/**
 * One change = one transaction: the work, its events and `last` are committed together or not at
 * all. Work that met another writer is done again from the start.
 */
export async function write<T>(
  platform: Platform,
  origin: Origin,
  work: (ctx: Context) => Promise<T>,
  last: (result: T) => pg.QueryConfig[] = () => [],
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(platform, origin, { work, last })
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (attempt >= MOST_TRIES && !isOutdated(error)) throw error
    }
  }
}

type Steps<T> = { work: (ctx: Context) => Promise<T>; last: (result: T) => pg.QueryConfig[] }

async function writeOnce<T>(platform: Platform, origin: Origin, steps: Steps<T>): Promise<T> {
  const transaction = new Transaction(platform.pool)
  const events: AppEvent[] = []
  const topics = new Set<string>()
  const { db } = transaction
  const ctx: Context = {
    ...base(platform, origin, { db, isChanging: () => topics.has(DEFINITIONS) }),
    db,
    emit: async (event) => {
      events.push(event)
      await platform.listeners[event.type]?.(ctx, event)
    },
    changed: (topic) => topics.add(topic),
    addJob: (name, payload, options) => addJob(db, name, payload, options),
  }
  try {
    const result = await steps.work(ctx)
    await transaction.commit([
      ...appendEvents(events, eventOrigin(platform, origin)),
      ...notify(topics),
      ...steps.last(result),
    ])
    for (const topic of topics) platform.signals.tell(topic)
    return result
  } catch (error) {
    await transaction.rollback(error)
    throw error
  }
}

type Seen = { db: Db; isChanging: () => boolean }

function base(
  { access, definitions, now }: Platform,
  { user, log }: Origin,
  { db, isChanging }: Seen,
) {
  let taken: Promise<DefinitionSet> | undefined
  // What this transaction has changed itself may never be committed, so nobody else may see it.
  const take = () => {
    taken ??= isChanging() ? definitions.load(db) : definitions.current(db)
    return taken
  }
  const freshDefinitions = () => definitions.load(db)
  return { access, now, user, log, definitions: take, freshDefinitions }
}

const eventOrigin = (platform: Platform, { user, requestId }: Origin): EventOrigin => ({
  at: platform.now(),
  actor: user.id,
  credential: user.credential.id,
  requestId,
})

const notify = (topics: Set<string>): pg.QueryConfig[] =>
  topics.size === 0
    ? []
    : [
        {
          text: `select pg_notify('${CHANNEL}', t) from unnest($1::text[]) t`,
          values: [[...topics]],
        },
      ]
