import type { Db } from '../../../platform/db/db.ts'
import { join, type Sql, sql } from '../../../platform/db/sql.ts'

type Counted = { place: number; count: number }

/** How many rows `t` fulfil each of the conditions; no more than so many are looked at. */
export async function countEach(
  db: Db,
  wanted: readonly { table: Sql; where: Sql }[],
  most: number,
): Promise<number[]> {
  if (wanted.length === 0) return []
  const queries = wanted.map(
    ({ table, where }, at) => sql`select ${at}::int as place, count(*)::int as count
      from (select from ${table} t where ${where} limit ${most}::int) c`,
  )
  const rows = await db.all(sql<Counted>`${join(queries, ' union all ')}`)
  const counts = new Map(rows.map(({ place, count }) => [place, count]))
  return wanted.map((_, at) => counts.get(at) ?? 0)
}
