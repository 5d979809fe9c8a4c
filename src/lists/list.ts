import type { Amount, Condition } from '../fields/condition.ts'
import type { Db } from '../platform/db/db.ts'
import { and, join, raw, type Sql, sql } from '../platform/db/sql.ts'
import { answer, listsIn } from './answer.ts'
import { conditionOf, type Order, orderOf } from './conditions.ts'
import { readProjection } from './projection.ts'
import type { ListRequest } from './request.ts'
import { fieldsOf, type Source } from './source.ts'
import { run } from './statements.ts'
import { toSql } from './to-sql.ts'

/** A page: its rows as JSON text made by PostgreSQL, and how many there are in all. */
export type List = { rowsText: string; total: number }

export async function list(db: Db, source: Source, request: ListRequest): Promise<List> {
  const query = await compile(source, request)
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
export async function compile(
  source: Source,
  request: ListRequest,
): Promise<{ page: Sql; count: Sql }> {
  const { columns, table, where } = source
  const known = { ...source, fields: fieldsOf(columns) }
  const condition = conditionOf(request, known)
  const projection = readProjection(request.fields)
  const others = await openAll(source, [
    ...listsOf(condition),
    ...(source.related ? listsIn(projection, known.fields, source.related) : []),
  ])
  const filter = and([...where, toSql(condition, columns, others)])
  const sorts = request.sortExpressions.length > 0 ? request.sortExpressions : source.order
  const order = orderBy(orderOf(sorts, known.fields), columns)
  const rows = sql`select t.* from ${table} t where ${filter}
    order by ${order} limit ${request.size}::bigint offset ${request.from}::bigint`
  return {
    page: sql`select row_to_json(r)::text as row
      from (select ${answer(columns, projection, others)} from (${rows}) t) r`,
    count: sql`select count(*) as total from ${table} t where ${filter}`,
  }
}

async function openAll(
  { related }: Source,
  names: readonly string[],
): Promise<ReadonlyMap<string, Source>> {
  const opened = [...new Set(names)].map(async (name) => {
    if (!related) throw new Error(`the list ${name} is not related`)
    return [name, await related.open(name)] as const
  })
  return new Map(await Promise.all(opened))
}

/** The other lists that a condition speaks of. */
function listsOf(condition: Condition): string[] {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.flatMap(listsOf)
    case 'not':
      return listsOf(condition.of)
    case 'exists':
      return [condition.rows.from, ...listsOf(condition.rows.where)]
    case 'amounts':
      return [condition.left, condition.right].flatMap(listsCounted)
    default:
      return []
  }
}

const listsCounted = (amount: Amount): string[] =>
  'rows' in amount ? [amount.rows.from, ...listsOf(amount.rows.where)] : []

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
