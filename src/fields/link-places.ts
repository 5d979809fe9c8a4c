import { memoize } from '../lib/cache.ts'
import { sql } from '../platform/db/sql.ts'
import type { Columns, Field, Index, ItemReference } from './field-type.ts'
import { fieldTypeOf } from './registry.ts'

/** Where in the values of a field an item can be linked: in the field, or in a column of a table. */
export type LinkLocation = {
  field: Field
  column: Field | undefined
  /** The apps whose items can stand there; undefined = of every app. */
  apps: readonly string[] | undefined
  /** The filter that finds whatever links to an item here. */
  filter(item: ItemReference): Record<string, unknown>
  /** The values of a new item that does. */
  values(item: ItemReference): Record<string, unknown>
  index(columns: Columns): Index
}

export const linkPlacesOf = memoize((field: Field): readonly LinkLocation[] => [
  ...inField(field),
  ...(fieldTypeOf(field.type).cells?.(field) ?? []).flatMap((column) => inColumn(field, column)),
])

function inField(field: Field): LinkLocation[] {
  const { linked, index } = fieldTypeOf(field.type)
  if (!linked || !index) return []
  const values = (item: ItemReference) => ({ [field.code]: [linked.member(item)] })
  return [
    {
      field,
      column: undefined,
      apps: linked.apps(field),
      filter: (item) => ({ tf: values(item) }),
      values,
      index: (columns) => index(columns, field),
    },
  ]
}

function inColumn(field: Field, column: Field): LinkLocation[] {
  const { linked } = fieldTypeOf(column.type)
  const facet = fieldTypeOf(field.type).facets(field)[column.code]
  if (!linked || !facet) return []
  return [
    {
      field,
      column,
      apps: linked.apps(column),
      filter: (item) => ({ tf: { [`${field.code}.${column.code}`]: [linked.member(item)] } }),
      values: (item) => ({ [field.code]: { rows: [{ [column.code]: [linked.member(item)] }] } }),
      index: (columns) => ({
        method: 'gin',
        expression: sql`${facet.sql(columns)} jsonb_path_ops`,
      }),
    },
  ]
}
