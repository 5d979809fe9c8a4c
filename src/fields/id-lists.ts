import { z } from 'zod'
import { Id } from '../api/schemas.ts'
import { type Sql, sql } from '../platform/db/sql.ts'
import { isId, listOf, partsOf } from './checks.ts'
import type {
  Cell,
  Columns,
  Conversion,
  Facet,
  Field,
  Index,
  Named,
  ObjectKind,
} from './field-type.ts'
import { ids, onlyId, onlyOf } from './kinds/sets.ts'
import { oneOf, whole } from './table-filters.ts'

/** What files, users, items and places of the org chart have in common: lists of ids. */

export const singleSetting = { single: z.boolean().default(true).describe('one value only') }

const idsFacet: Facet = {
  kind: ids,
  sql: (column) => column(''),
  of: (value) => value,
  literal: (value) => {
    const [only = value, ...others] = Array.isArray(value) ? value : []
    return others.length === 0 ? ids.literal(only) : undefined
  },
}

const onlyIdFacet: Facet = { ...idsFacet, kind: onlyId }

export const idLists = {
  settings: singleSetting,
  columns: () => [{ suffix: '' as const, type: 'uuid[]' }],
  value: ({ single }: { single: boolean }) => listOf(Id, { what: 'ids', single }),
  write: (value: string[]) => [value],
  read: (column: Columns) => column(''),
  output: () => z.array(Id).nullable(),
  facets: ({ single }: { single: boolean }) => ({ '': single ? onlyIdFacet : idsFacet }),
  ids: (column: Columns) => ({ value: column(''), isList: true }),
  idsInJson: (json: Sql) => ({ value: idsInJson(json, sql`member #>> '{}'`), isList: true }),
  index: (column: Columns, { single }: { single: boolean }): Index =>
    single
      ? { method: 'btree', expression: sql`(${onlyOf(column(''))})` }
      : { method: 'gin', expression: column('') },
  cell: lookup,
  asText: (column: Columns) => sql`array_to_string(${column('')}, '; ')`,
}

/** The ids in a JSON list, each of them found by an expression over `member`; null stays null. */
export const idsInJson = (json: Sql, id: Sql): Sql =>
  sql`case when jsonb_typeof(${json}) = 'array'
    then array(select (${id})::uuid from jsonb_array_elements(${json}) member) end`

/** Ids stand for themselves; names must be looked up by who knows them. */
function lookup(cell: string): Cell {
  const parts = partsOf(cell)
  return parts.every(isId) ? { value: parts } : { lookup: parts }
}

export const onlyOneId: Conversion<{ single: boolean }> = {
  fits: (old, { to }) =>
    sql`coalesce(not ${to.single}::boolean or cardinality(${old('')}) <= 1, true)`,
}

/** A list of ids, or one id by itself. */
export const anyOfIds = (value: unknown, field: Field) =>
  oneOf({ path: whole(field), facet: idsFacet }, value, { mayBeAlone: true })

/** Each id of a list as the name of an object of this kind; uploads have no id yet. */
export const namedIn = (kind: ObjectKind, value: readonly unknown[]): Named[] =>
  value.flatMap((id) => (typeof id === 'string' ? [{ kind, id, path: [] }] : []))
