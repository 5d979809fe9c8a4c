import type { ReadableKind } from '../../../kinds/kinds.ts'
import type { Db } from '../../../platform/db/db.ts'
import { and, join, sql } from '../../../platform/db/sql.ts'

/** The sample size for the frequency of words. */
const SAMPLE = 2000
/** All pages of a search use the same sample. */
const SEED = 1
/** Words that more entries have are not looked up in the index. */
const COMMON = 20_000
/** Rows of a kind that are few. */
const FEW = 3000

/** Which of these texts of type `tsquery` a large part of all entries matches. */
export async function findCommon(db: Db, queries: readonly string[]): Promise<boolean[]> {
  const { entries } = await db.one(sql<{ entries: number }>`
    select greatest(reltuples, 0)::float8 as entries from pg_class
    where oid = 'kontor.search_entries'::regclass`)
  if (entries <= COMMON || queries.length === 0) return queries.map(() => false)
  const matches = queries.map(
    (query) => sql`count(*) filter (where e.words @@ ${query}::tsquery)::integer`,
  )
  const percent = Math.min(100, (100 * SAMPLE) / entries)
  const drawn = await db.one(sql<{ all: number; matching: number[] }>`
    select count(*)::integer as all, array[${join(matches, ', ')}] as matching
    from kontor.search_entries e tablesample system (${percent}::real) repeatable (${SEED})`)
  return drawn.matching.map((count) => (count / Math.max(1, drawn.all)) * entries > COMMON)
}

/** The names of those of which the caller may read few rows. */
export async function findFew(db: Db, kinds: readonly ReadableKind[]): Promise<Set<string>> {
  const limited = kinds.filter(({ where }) => where.length > 0)
  if (limited.length === 0) return new Set()
  const counts = limited.map(
    ({ name, rows, where }) => sql`select ${name}::text as name, (select count(*) from (
      select from ${rows.table} t where ${and([rows.isLive, ...where])} limit ${FEW + 1}) x) as count`,
  )
  const found = await db.all(sql<{ name: string; count: number }>`${join(counts, ' union all ')}`)
  return new Set(found.filter(({ count }) => count <= FEW).map(({ name }) => name))
}
