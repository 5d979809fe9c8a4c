import type { Db } from '../../../platform/db/db.ts'
import { once, type Sql, sql, withTimeout } from '../../../platform/db/sql.ts'

/** An item named in an answer, with the value it is about. */
export type Row = { id: string; value: string | null }

const SHOWN = 10
/** Of a table with many rows; outside of an apply the database itself ends it earlier. */
const LONGEST = 600_000

/** One-off questions about the rows of app tables: their texts are not worth a prepared name. */
export const ask = <Row>(db: Db, question: Sql<Row>): Promise<Row[]> =>
  db.all(withTimeout(once(question), LONGEST))

export async function countRows(db: Db, table: Sql, condition: Sql): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from ${table} where ${condition}`
  const [row] = await ask(db, query)
  return row?.count ?? 0
}

/** True for more than `most` rows, without counting them all. */
export async function hasMoreRows(db: Db, table: Sql, most: number): Promise<boolean> {
  const query = sql<{
    count: number
  }>`select count(*) as count from (select from ${table} limit ${most + 1}) r`
  const [row] = await ask(db, query)
  return (row?.count ?? 0) > most
}

export type Sample = { count: number; rows: Row[] }

/** How many rows there are, and the first of them. */
export async function findRows(
  db: Db,
  table: Sql,
  { condition, value }: { condition: Sql; value: Sql },
): Promise<Sample> {
  const count = await countRows(db, table, condition)
  if (count === 0) return { count, rows: [] }
  const query = sql<Row>`
    select "__id" as id, ${value} as value from ${table}
    where ${condition} order by "__createdAt", "__id" limit ${SHOWN}`
  return { count, rows: await ask(db, query) }
}

/** Living items whose key another one has too; no key is nobody's double. */
export async function findDoubles(
  db: Db,
  table: Sql,
  { key, value }: { key: Sql; value: Sql },
): Promise<Sample> {
  const query = sql<Row & { count: number }>`
    select id, value, count(*) over () as count
    from (
      select "__id" as id, ${value} as value, ${key} as key,
        count(*) over (partition by ${key}) as same
      from ${table} where "__deletedAt" is null
    ) r
    where key is not null and same > 1
    order by key, id limit ${SHOWN}`
  const rows = await ask(db, query)
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ id, value: text }) => ({ id, value: text })),
  }
}
