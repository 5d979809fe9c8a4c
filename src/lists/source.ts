import { z } from 'zod'
import { type Columns, commonKeys, type Field } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { memoize } from '../lib/cache.ts'
import { name, raw, Sql, sql } from '../platform/db/sql.ts'
import type { Fields } from './path.ts'

/** One field of a list: returned, filtered and sorted by. */
export type SourceColumn = {
  field: Field
  columns: Columns
  /** Never null, so that an index can be used for paging. */
  hasAlways?: boolean
  /** Used by filters and paging, but not returned. */
  isHidden?: boolean
}

export type StatusItem = { id: number; code: string; groupId: string }

/** The row of a source: `t`, unless a query with several rows renames it. */
export const ROW = raw('t')

/** The same fragment for a row with another name. */
export function about(piece: Sql, row: Sql): Sql {
  if (piece === ROW) return row
  const values = piece.values.map((value) => (value instanceof Sql ? about(value, row) : value))
  return new Sql(piece.strings, values, piece.sending)
}

/** The definition of a list: its table, its columns, and which rows are visible. */
export type Source = {
  /** The FROM clause; its rows are called `t`. */
  table: Sql
  /** By code, in the order of the response. Includes `__id`. */
  columns: ReadonlyMap<string, SourceColumn>
  /** Rights and other conditions on every request. */
  where: Sql[]
  /** The default order. */
  order: { field: string; ascending: boolean }[]
  /** The statuses for `statusCode` and `statusGroupId`. */
  statuses?: StatusItem[]
  /** The caller and the time, for queries that use them. */
  asked?: Reader
  /** The key of its row counts. */
  counts?: string
  /** Other lists that filters and projections can use. */
  related?: Related
}

export type Reader = { by: string; at: Date }

/** Lists by name: an app is `crm/deals`. */
export type Related = {
  fieldsOf(name: string): Fields | undefined
  /** The list with the rows that the caller may see. */
  open(name: string): Promise<Source>
}

/** A column of the row `t`, with its companions such as `price$currency`. */
export const columnsNamed =
  (column: string): Columns =>
  (suffix) =>
    sql`${ROW}.${name(column + suffix)}`

/** The field of a column without a definition. */
export function systemField(code: string, type: string, settings: object = {}): Field {
  const common = z.object(commonKeys).parse({ name: code })
  const own = z.object(fieldTypeOf(type).settings).parse(settings)
  return { ...common, ...own, code, type }
}

/** What every row of our tables has. */
const ALWAYS: ReadonlySet<string> = new Set(['__id', '__createdAt', '__updatedAt'])

/** Columns of a source, each `[code, type, column or expressions, settings]`. */
export function sourceColumns(
  list: [code: string, type: string, column: string | Columns, settings?: object][],
): Map<string, SourceColumn> {
  return new Map(
    list.map(([code, type, column, settings]) => {
      const columns = typeof column === 'string' ? columnsNamed(column) : column
      const hasAlways = typeof column === 'string' && ALWAYS.has(code)
      return [code, { field: systemField(code, type, settings), columns, hasAlways }]
    }),
  )
}

/** For lists whose rows do not have the common codes. */
export const hidden = (columns: ReadonlyMap<string, SourceColumn>): Map<string, SourceColumn> =>
  new Map(Array.from(columns, ([code, column]) => [code, { ...column, isHidden: true }]))

export const fieldsOf = memoize(
  (columns: ReadonlyMap<string, SourceColumn>): ReadonlyMap<string, Field> =>
    new Map([...columns].map(([code, { field }]) => [code, field])),
)
