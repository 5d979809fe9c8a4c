import type { Amount, Condition } from '../fields/condition.ts'
import { nameOf } from '../fields/table-filters.ts'
import { Cache, memoize } from '../lib/cache.ts'
import {
  and,
  hasValues,
  inline,
  isInlinable,
  join,
  raw,
  type Sql,
  sql,
} from '../platform/db/sql.ts'
import { answer, listsIn, type OtherLists } from './answer.ts'
import { conditionOf, orderOf } from './conditions.ts'
import {
  cursorOf,
  needsSplit,
  orderBy,
  orderMark,
  rowsAfter,
  type SortKey,
  splitOrder,
} from './cursor.ts'
import type { Fields } from './path.ts'
import { type Projection, readProjection } from './projection.ts'
import type { ListRequest } from './request.ts'
import { fieldsOf, type Source } from './source.ts'
import { toSql } from './to-sql.ts'

export type Query = {
  page: Sql<{ row: string; cursor: string }>
  count: Sql<{ total: number }>
  condition: Condition
  /** Whether the condition depends on other lists. */
  looksElsewhere: boolean
  /** Identifies the order, for cursors. */
  orderMark: string
}

/** The two queries of a list. Rows are selected and limited to the page before JSON is built. */
export async function compile(source: Source, request: ListRequest): Promise<Query> {
  const { columns, table, where } = source
  const known = { ...source, fields: fieldsOf(columns) }
  const condition = conditionOf(request, known)
  const projection = readProjection(request.fields)
  const lists = listsOf(condition)
  const others = await openAll(source, [
    ...lists,
    ...(source.related ? listsIn(projection, known.fields, source.related) : []),
  ])
  const filter = and([...where, toSql(condition, columns, others)])
  const keys = sortKeys(source, request, known.fields)
  const rows = rowsOf(request, { table, filter, keys, isIndexed: hasIndex(keys, source) })
  const shown = sql`select ${shownOf(columns, projection, others)}`
  return {
    page:
      request.after === undefined
        ? sql`select row_to_json(r.*)::text as row from (${shown} from (${rows}) t) r`
        : sql`select (select row_to_json(r.*)::text from (${shown}) r) as row,
          ${cursorOf(keys)} as cursor from (${rows}) t`,
    count: sql<{ total: number }>`select count(*) as total from ${table} t where ${filter}`,
    condition,
    looksElsewhere: lists.length > 0,
    orderMark: orderMark(keys),
  }
}

type Ordered = { table: Sql; filter: Sql; keys: SortKey[]; isIndexed: boolean }

function rowsOf(request: ListRequest, { table, filter, keys, isIndexed }: Ordered): Sql {
  const { after, from, size } = request
  if (isIndexed && needsSplit(keys)) {
    const parts = splitOrder(keys, after).map(
      ({ where, order }) => sql`(select t.* from ${table} t where ${and([filter, where])}
        order by ${order} limit ${from + size}::bigint)`,
    )
    return sql`select t.* from (${join(parts, ' union all ')}) t order by ${orderBy(keys)}
      limit ${size}::bigint offset ${from}::bigint`
  }
  const wanted = after ? and([filter, rowsAfter(after, keys)]) : filter
  const ordered = sql`select t.* from ${table} t where ${wanted} order by ${orderBy(keys)}`
  return sql`${ordered} ${pageOf(request, hasValues(ordered))}`
}

const INDEXED: ReadonlySet<string> = new Set(['__name', '__status'])

/** Whether the first key of an order has an index of its own. */
function hasIndex([first]: SortKey[], { columns }: Source): boolean {
  const field = first && columns.get(first.name)?.field
  if (!field) return false
  return field.indexed || field.unique || INDEXED.has(field.code)
}

function shownOf(columns: Source['columns'], projection: Projection, others: OtherLists): Sql {
  const shown = () => answer(columns, projection, others)
  const isFlat = Object.values(projection).every((rule) => typeof rule !== 'object')
  if (!isFlat) return shown()
  return flatAnswers(columns).get(JSON.stringify(projection), () => {
    const piece = shown()
    return isInlinable(piece) ? raw(inline(piece)) : piece
  })
}

/** Without nested fields it depends on the definitions only, so it is one text, built once. */
const flatAnswers = memoize((_: Source['columns']) => new Cache<Sql>({ most: 100 }))

/** All rows of a list, in its order, without paging. */
export async function compileAll(source: Source, request: ListRequest, shown: Sql): Promise<Sql> {
  const filter = await restrict(source, request)
  const order = orderBy(sortKeys(source, request, fieldsOf(source.columns)))
  return sql`select ${shown} from ${source.table} t where ${filter} order by ${order}`
}

/** The rows that match a request, of those that the caller may see. */
export async function restrict(source: Source, request: ListRequest): Promise<Sql> {
  const { columns, where } = source
  const condition = conditionOf(request, { ...source, fields: fieldsOf(columns) })
  const others = await openAll(source, listsOf(condition))
  return and([...where, toSql(condition, columns, others)])
}

/** Whether the rows that match depend on other lists. */
export const looksElsewhere = (source: Source, request: ListRequest): boolean =>
  listsOf(conditionOf(request, { ...source, fields: fieldsOf(source.columns) })).length > 0

/** Page sizes that people and consoles use. */
const COMMON_SIZES = new Set([1, 5, 10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000])

/**
 * PostgreSQL plans a statement anew while its parameters affect the plan. If the limit is the only parameter,
 * planning takes longer than finding 20 rows; a filter benefits from a plan for its values.
 */
const pageOf = ({ size, from }: ListRequest, isFiltered: boolean): Sql =>
  from === 0 && COMMON_SIZES.has(size) && !isFiltered
    ? raw(`limit ${size}`)
    : sql`limit ${size}::bigint offset ${from}::bigint`

function sortKeys({ columns, order }: Source, { sortExpressions }: ListRequest, fields: Fields) {
  const sorts = sortExpressions.length > 0 ? sortExpressions : order
  return orderOf(sorts, fields).map(
    ({ target: { path, facet }, ascending, nullsFirst }): SortKey => {
      const column = columns.get(path.code)
      const { sortType } = facet.kind
      if (!column || !sortType) throw new Error(`no sort key for ${path.code}`)
      const value = facet.kind.sql.sortKey(facet.sql(column.columns))
      return {
        name: nameOf(path),
        value,
        type: sortType,
        ascending,
        hasAlways: column.hasAlways ?? false,
        nullsFirst,
      }
    },
  )
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

/** The other lists that a condition uses. */
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
