import type pg from 'pg'
import type { Context, Origin, Platform } from './context.ts'
import { type Db, type Heavy, poolDb } from './db/db.ts'
import { QueryWatchdog } from './db/query-watchdog.ts'
import { sql } from './db/sql.ts'
import { toQuery } from './db/to-query.ts'
import { Transaction } from './db/transaction.ts'

/** Queues of long or CPU-heavy work; callers of each take turns. */
export type QueueName =
  | 'requests'
  | 'search'
  | 'long'
  | 'comparisons'
  | 'exports'
  | 'reports'
  | 'streams'
  | 'replays'
export type ReadLimit = { milliseconds: number; queue?: QueueName }

/** Where a read runs: on the primary or on a standby. */
export type ReadSource = Pick<Platform, 'connections' | 'connect'>

/** Jobs use their own workers, so they have no share of a person. */
export const ownerOf = ({ owner, user }: Origin): string | undefined =>
  owner ?? (user.credential.kind === 'system' ? undefined : user.id)

/** The cost, about a second, from which on statements take turns. */
const NOTABLE = 100_000

/** The reads of one caller. */
export function dbFor(platform: Platform, origin: Origin, { connections }: ReadSource): Db {
  const { config, signals, costs, turns } = platform
  const { left, user } = origin
  const owner = ownerOf(origin)
  const milliseconds = user.isAdministrator ? undefined : config.KONTOR_LIST_TIMEOUT * 1000
  const heavy: Heavy = async (query, on, work) => {
    const cost = await costs.check(on, query)
    return cost < NOTABLE ? work() : turns.comparisons.run(work, left?.(), owner)
  }
  const isStandby = connections !== platform.connections
  const pool = connections.for({ owner, left, milliseconds })
  const db = poolDb(pool, isStandby ? undefined : signals, heavy)
  // Results of a standby must not be cached: it may lack a change that was already signalled.
  return { ...db, forAll: platform.db, inTransaction: isStandby }
}

type Share = Pick<
  Context,
  | 'readWithin'
  | 'checkCost'
  | 'takeTurn'
  | 'watch'
  | 'connect'
  | 'documents'
  | 'decisions'
  | 'previews'
  | 'scripts'
>

/** What one caller may use of everything that is shared. */
export function shareOf(platform: Platform, origin: Origin, place: ReadSource): Share {
  const { turns, costs, documents, decisions, previews, scripts } = platform
  const owner = ownerOf(origin)
  const left = () => origin.left?.()
  const by = () => ({ owner, left: left() })
  const watch = (client: pg.ClientBase) =>
    origin.left && new QueryWatchdog(client, { left: origin.left })
  return {
    readWithin: ({ milliseconds, queue }, work) => {
      const pool = place.connections.for({ owner, left: origin.left })
      const read = () => readWithin(pool, milliseconds, work)
      return queue ? turns[queue].run(read, left(), owner) : read()
    },
    checkCost: async (statement) => {
      const query = toQuery(statement)
      if (query.mayBeHeavy) await costs.check(place.connections.for({ owner }), query)
    },
    takeTurn: async (work) => {
      await turns[work].enter(owner, origin.left)
      const end = onlyOnce(() => turns[work].leave(owner))
      left()?.addEventListener('abort', end)
      if (left()?.aborted) end()
      return end
    },
    watch,
    connect: async () => {
      const client = await place.connect()
      const watching = watch(client)
      client.once('end', () => watching?.end())
      return client
    },
    documents: {
      check: (template) => documents.check(template, by()),
      fill: (template, filling) => documents.fill(template, filling, by()),
    },
    decisions: {
      check: (xml, options) => decisions.check(xml, options),
      evaluate: (request, gone = left()) => decisions.evaluate(request, gone, owner),
    },
    previews: { run: (work, gone = left()) => previews.run(work, gone, owner) },
    scripts: {
      check: (source, called) => scripts.check(source, called),
      findOthers: (source, name) => scripts.findOthers(source, name),
      run: (script, gone = left()) => scripts.run({ owner, ...script }, gone),
    },
  }
}

function onlyOnce(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

async function readWithin<T>(
  pool: ConstructorParameters<typeof Transaction>[0],
  milliseconds: number,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const transaction = new Transaction(pool, { isReading: true })
  try {
    await transaction.db.run(
      sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`,
    )
    const result = await work(transaction.db)
    await transaction.rollback(undefined)
    return result
  } catch (error) {
    await transaction.rollback(error)
    throw error
  }
}
