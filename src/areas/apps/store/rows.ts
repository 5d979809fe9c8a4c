import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { Field } from '../../../fields/field-type.ts'
import { columnValues, readValue } from '../../../fields/values.ts'
import { gap, join, name, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { columnsWithTypes } from '../../solutions/tables.ts'

/** A column and its SQL type. */
export type Typed = readonly [column: string, type: string]

/** An item as JSON text. */
export type StoredRow = { id: string; row: string }

export const toTexts = (rows: readonly StoredRow[]): Map<string, string> =>
  new Map(rows.map(({ id, row }) => [id, row]))

const SYSTEM: Typed[] = [
  ['__id', 'uuid'],
  ['__createdAt', 'timestamptz'],
  ['__createdBy', 'uuid'],
  ['__version', 'bigint'],
  ['__status', 'smallint'],
  ['__directory', 'uuid'],
  ['__subscribers', 'uuid[]'],
  ['__externalId', 'text'],
  ['__externalProcessMeta', 'jsonb'],
  ['__name', 'text'],
]

/** What is written when an item is created: the system columns, then those of the fields. */
export const columnsOf = (app: StoredApp): Typed[] => [
  ...SYSTEM,
  ...app.fields.flatMap((field) =>
    columnsWithTypes(field).map(({ name: column, type }): Typed => [column, type]),
  ),
]

/** Values of fields by column. */
export const fieldColumns = (
  values: Iterable<readonly [Field, unknown]>,
): Record<string, unknown> =>
  Object.fromEntries(
    [...values].flatMap(([field, value]) => {
      const written = columnValues(field, value)
      return columnsWithTypes(field).map(({ name: column }, at) => [column, written[at]])
    }),
  )

/** A query over rows given as one JSON text. JSON in a column travels as text, so that it is not quoted twice. */
export function jsonRows(columns: readonly Typed[]): Sql {
  const isJson = (type: string) => type === 'jsonb'
  const shown = columns.map(([column, type]) =>
    isJson(type) ? sql`r.${name(column)}::jsonb as ${name(column)}` : sql`r.${name(column)}`,
  )
  const types = columns.map(
    ([column, type]) => sql`${name(column)} ${raw(isJson(type) ? 'text' : type)}`,
  )
  return sql`select ${join(shown, ', ')}
    from json_to_recordset(${gap}::json) r(${join(types, ', ')})`
}

/** The default of a field as its columns store it. */
export const initialValues = (field: Field): unknown[] =>
  columnValues(field, readValue(field, field.default ?? null))
