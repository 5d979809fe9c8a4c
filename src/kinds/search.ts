import { type Found, search, type Words } from '../lists/search.ts'
import type { Context } from '../platform/context.ts'
import { and, type Sql, sql } from '../platform/db/sql.ts'
import type { Named, Rows, Searched } from './kind.ts'

type Asked = { kind: string; rows: Rows; search: Searched; where: Sql[] }

/** Objects of a kind by their names. */
export async function searchRows(
  ctx: Context,
  { kind, rows, search: { texts, ordered, newest, select }, where }: Asked,
  words: Words,
): Promise<Found<Named>> {
  const found = await search<Omit<Named, 'kind'>>(
    ctx,
    {
      ...(newest === undefined
        ? { table: rows.table, where }
        : { table: newestOf(rows.table, where, newest), where: [] }),
      texts,
      ...(ordered && { ordered }),
      select: sql`${rows.key} as id, ${select}`,
    },
    words,
  )
  const [name = ''] = kind.split(':')
  return { ...found, rows: found.rows.map((row) => ({ ...row, kind: name })) }
}

const newestOf = (table: Sql, where: Sql[], count: number): Sql =>
  sql`(select t.* from ${table} t where ${and(where)}
    order by t.created_at desc, t.id desc limit ${count})`
