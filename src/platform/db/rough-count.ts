import { type Db, type Statement, statement } from './db.ts'

/** Counted one by one up to here; beyond it the estimate of the database is good enough. */
const EXACT = 10_000

type Counted = { table: string; where: string; index: string }

/** Counts rows for people who watch, in about a millisecond however many there are. */
export const roughCount = ({ table, where, index }: Counted): Statement<{ count: number }> =>
  statement(`
    select case when n <= ${EXACT} then n else greatest(n, estimate) end as count
    from (select count(*) as n from (
        select from kontor.${table} where ${where} limit ${EXACT + 1}) few) counted,
      (select reltuples::bigint as estimate from pg_class
        where oid = 'kontor.${index}'::regclass) known`)

export async function countRoughly(
  db: Db,
  counted: Statement<{ count: number }>,
  values: unknown[] = [],
): Promise<number> {
  return (await db.query(counted, values))[0]?.count ?? 0
}
