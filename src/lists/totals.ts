import { hash } from 'node:crypto'
import type { Condition } from '../fields/condition.ts'
import { Cache } from '../lib/cache.ts'
import type { Db } from '../platform/db/db.ts'
import { quick, render, type Sql, sql } from '../platform/db/sql.ts'
import { DELETED_AT } from './codes.ts'
import type { Query } from './query.ts'
import type { Source } from './source.ts'

/** The exact total of a list, computed in the cheapest way. */
export async function totalOf(db: Db, source: Source, query: Query): Promise<number> {
  const key = countsKey(source, query.looksElsewhere)
  if (key === undefined) return count(db, query)
  const known = await countRows(db, key)
  if (isAlways(query.condition)) return known.items
  if (isLive(query.condition)) return known.live
  return totals.get(db, { ...known, statement: query.count }, () => count(db, query))
}

/** The key of the change counter for what a query reads. Row rights may depend on anything. */
const countsKey = ({ counts, where }: Source, looksElsewhere: boolean): string | undefined =>
  where.length > 0 || looksElsewhere ? undefined : counts

async function count(db: Db, query: Query): Promise<number> {
  const counted = await db.first(query.count)
  return counted?.total ?? 0
}

type RowCounts = { items: number; live: number; mark: string }

/** The mark differs after every visible change, in whatever order changes commit. */
async function countRows(db: Db, app: string): Promise<RowCounts> {
  const counts = await db.first(
    quick(sql<RowCounts>`
    select coalesce(sum(items), 0)::bigint as items, coalesce(sum(live), 0)::bigint as live,
      count(*) || ' ' || coalesce(sum(hashint8extended(id, 0)), 0) as mark
    from kontor.item_counts where app = ${app}`),
  )
  if (!counts) throw new Error('a sum returned no row')
  return counts
}

const isAlways = (condition: Condition): boolean =>
  condition.op === 'and' && condition.of.every(isAlways)

/** Only "not deleted". */
function isLive(condition: Condition): boolean {
  if (condition.op === 'empty') return condition.path.code === DELETED_AT
  if (condition.op !== 'and') return false
  return condition.of.every((each) => isAlways(each) || isLive(each))
}

/**
 * Answers to statements, each with the mark it was computed under. A mark never repeats, so one that was read
 * before the rows were looked at can only make an answer look older than it is. Those who read the same mark
 * share one answer: nothing changed between them.
 */
class SharedAnswers<T> {
  readonly #kept: Cache<Promise<T>>
  readonly #isKept: (answer: T) => boolean

  constructor(most: number, isKept: (answer: T) => boolean = () => true) {
    this.#kept = new Cache({ most })
    this.#isKept = isKept
  }

  get(db: Db, { mark, statement }: { mark: string; statement: Sql }, work: () => Promise<T>) {
    // Results inside a transaction are not shared.
    if (db.inTransaction) return work()
    const { text, values } = render(statement)
    const key = hash('sha256', JSON.stringify([text, values]), 'base64url')
    const shared = this.#kept.find(key, mark)
    // The caller that computes the answer may disconnect or be over its limits.
    if (shared !== undefined) return shared.catch(work)
    return this.#kept.keep(key, this.#forgetting(key, work()), mark)
  }

  /** Answers that are not cached are shared by concurrent callers. */
  #forgetting(key: string, answer: Promise<T>): Promise<T> {
    return answer.then((given) => {
      if (!this.#isKept(given)) this.#kept.delete(key)
      return given
    })
  }
}

/** A few answers of an app with long texts would fill the memory. */
const LARGEST = 20_000

const totals = new SharedAnswers<number>(5000)
const groups = new SharedAnswers<unknown[]>(500, (rows) => JSON.stringify(rows).length <= LARGEST)

/** The rows of a statement over a list, shared until something changes. */
export async function allOnce<T>(
  db: Db,
  source: Source,
  { statement, looksElsewhere }: { statement: Sql<T>; looksElsewhere: boolean },
): Promise<T[]> {
  const key = countsKey(source, looksElsewhere)
  if (key === undefined) return db.all(statement)
  const { mark } = await countRows(db, key)
  return (await groups.get(db, { mark, statement }, () => db.all(statement))) as T[]
}
