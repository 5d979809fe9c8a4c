import { z } from 'zod'
import { type Columns, commonKeys, type Field } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { name, raw, Sql, sql } from '../platform/db/sql.ts'
import type { Fields } from './path.ts'

/** One field that a list answers, filters and sorts by. */
export type SourceColumn = {
  field: Field
  columns: Columns
  /** Never null, so that an index can find where a page begins. */
  hasAlways?: boolean
  /** Filters and pages go by it, but it is not answered. */
  isHidden?: boolean
}

export type StatusItem = { id: number; code: string; groupId: string }

/** The row that a source speaks of: `t`, unless a query that has several calls it otherwise. */
export const ROW = raw('t')

/** The same about a row of another name. */
export function about(piece: Sql, row: Sql): Sql {
  if (piece === ROW) return row
  const values = piece.values.map((value) => (value instanceof Sql ? about(value, row) : value))
  return new Sql(piece.strings, values)
}

/** What a list is made of: where rows come from, what is in them, and who may see which. */
export type Source = {
  /** Stands behind FROM; its rows are called `t`. */
  table: Sql
  /** By code, in the order of the answer. `__id` is among them. */
  columns: ReadonlyMap<string, SourceColumn>
  /** Rights and whatever else holds for every request. */
  where: Sql[]
  /** When the request names none. */
  order: { field: string; ascending: boolean }[]
  /** The statuses that `statusCode` and `statusGroupId` speak of. */
  statuses?: StatusItem[]
  /** Lets fields stand in the filter without `tf` around them, as clients of user lists do. */
  hasFlatFilter?: boolean
  /** Who asks and when, for queries that say so. */
  asked?: Asked
  /** The name under which changes of its rows are counted. */
  counts?: string
  /** Other lists that filters and projections reach from here. */
  related?: Related
}

export type Asked = { by: string; at: Date }

/** Lists by name: an app is `crm/deals`. */
export type Related = {
  fieldsOf(name: string): Fields | undefined
  /** The list as far as the caller may see it. */
  open(name: string): Promise<Source>
}

/** A column of the row `t`, with its companions such as `price$currency`. */
export const columnsNamed =
  (column: string): Columns =>
  (suffix) =>
    sql`${ROW}.${name(column + suffix)}`

/** The field of a column that no definition speaks of. */
export function systemField(code: string, type: string, settings: object = {}): Field {
  const common = z.object(commonKeys).parse({ name: code })
  const own = z.object(fieldTypeOf(type).settings).parse(settings)
  return { ...common, ...own, code, type }
}

/** Columns of a source, each `[code, type, column or expressions, settings]`. */
export function sourceColumns(
  list: [code: string, type: string, column: string | Columns, settings?: object][],
): Map<string, SourceColumn> {
  return new Map(
    list.map(([code, type, column, settings]) => {
      const columns = typeof column === 'string' ? columnsNamed(column) : column
      return [code, { field: systemField(code, type, settings), columns }]
    }),
  )
}

/** For lists whose records do not use the codes that every list knows. */
export const hidden = (columns: ReadonlyMap<string, SourceColumn>): Map<string, SourceColumn> =>
  new Map(Array.from(columns, ([code, column]) => [code, { ...column, isHidden: true }]))

export const fieldsOf = (columns: ReadonlyMap<string, SourceColumn>): Map<string, Field> =>
  new Map([...columns].map(([code, { field }]) => [code, field]))
