import { fieldTypeOf } from '../fields/registry.ts'
import type { Db } from '../platform/db/db.ts'
import { and, join, name, raw, type Sql, sql } from '../platform/db/sql.ts'
import { conditionOf, type Order, orderOf } from './conditions.ts'
import { isShown, type Projection, readProjection } from './projection.ts'
import type { ListRequest } from './request.ts'
import { fieldsOf, type Source, type SourceColumn } from './source.ts'
import { run } from './statements.ts'
import { toSql } from './to-sql.ts'

/** A page: its rows as JSON text made by PostgreSQL, and how many there are in all. */
export type List = { rowsText: string; total: number }

export async function list(db: Db, source: Source, request: ListRequest): Promise<List> {
  const query = compile(source, request)
  const { from, size } = request
  const rows = size === 0 ? [] : await run<{ row: string }>(db, query.page)
  const rowsText = `[${rows.map(({ row }) => row).join(',')}]`
  const isLast = rows.length < size && (rows.length > 0 || from === 0)
  if (isLast) return { rowsText, total: from + rows.length }
  const [counted] = await run<{ total: number }>(db, query.count)
  return { rowsText, total: counted?.total ?? 0 }
}

/** The body of a list answer, `{"result":{"result":[…],"total":N}}`. */
export const resultText = ({ rowsText, total }: List): string =>
  `{"result":{"result":${rowsText},"total":${total}}}`

/** The two queries of a list. Rows are found and cut to the page before any JSON is made. */
export function compile(source: Source, request: ListRequest): { page: Sql; count: Sql } {
  const { columns, table, where } = source
  const known = { ...source, fields: fieldsOf(columns) }
  const condition = and([...where, toSql(conditionOf(request, known), columns)])
  const sorts = request.sortExpressions.length > 0 ? request.sortExpressions : source.order
  const order = orderBy(orderOf(sorts, known.fields), columns)
  const rows = sql`select t.* from ${table} t where ${condition}
    order by ${order} limit ${request.size}::bigint offset ${request.from}::bigint`
  const shown = answer(columns, readProjection(request.fields))
  return {
    page: sql`select row_to_json(r)::text as row from (select ${shown} from (${rows}) t) r`,
    count: sql`select count(*) as total from ${table} t where ${condition}`,
  }
}

function answer(columns: Source['columns'], projection: Projection): Sql {
  const shown = [...columns].filter(([code]) => isShown(projection, code))
  return join(
    shown.map(([code, column]) => sql`${readColumn(column, projection[code])} as ${name(code)}`),
    ', ',
  )
}

function readColumn(
  { field, columns, expand }: SourceColumn,
  rule: Projection[string] | undefined,
) {
  if (typeof rule === 'object' && expand) return expand(rule)
  return fieldTypeOf(field.type).read(columns, field)
}

const DIRECTIONS = { ascending: raw('asc nulls last'), descending: raw('desc nulls first') }

const orderBy = (order: Order, columns: Source['columns']): Sql =>
  join(
    order.map(({ target, ascending }) => {
      const column = columns.get(target.path.code)
      if (!column) throw new Error(`no column ${target.path.code}`)
      const key = target.facet.kind.sql.sortKey(target.facet.sql(column.columns))
      return sql`${key} ${ascending ? DIRECTIONS.ascending : DIRECTIONS.descending}`
    }),
    ', ',
  )
