import { hash } from 'node:crypto'
import type { Condition } from '../fields/condition.ts'
import { Cache } from '../lib/cache.ts'
import type { Db } from '../platform/db/db.ts'
import { quick, render, sql } from '../platform/db/sql.ts'
import { DELETED_AT } from './codes.ts'
import type { Query } from './query.ts'
import type { Source } from './source.ts'

/** The exact total of a list, computed in the cheapest way. */
export async function totalOf(db: Db, source: Source, query: Query): Promise<number> {
  const { counts, where } = source
  // Row rights may depend on anything, so visible rows are always counted.
  if (counts === undefined || where.length > 0 || query.looksElsewhere) return count(db, query)
  const known = await countRows(db, counts)
  if (isAlways(query.condition)) return known.items
  if (isLive(query.condition)) return known.live
  // What is counted inside a transaction is for its eyes only.
  return db.inTransaction ? count(db, query) : countOnce(db, query, known.mark)
}

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
 * Totals of filters, each with the mark it was counted under. A mark never repeats, so one that was read
 * before the rows were counted can only make a total look older than it is. Those who read the same mark
 * share one count: nothing changed between them.
 */
const totals = new Cache<Promise<number>>({ most: 5000 })

async function countOnce(db: Db, query: Query, mark: string): Promise<number> {
  const { text, values } = render(query.count)
  const key = hash('sha256', JSON.stringify([text, values]), 'base64url')
  return totals.get(key, () => count(db, query), mark)
}
