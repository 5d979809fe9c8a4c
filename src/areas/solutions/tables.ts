import { createHash } from 'node:crypto'
import { changeOf } from '../../fields/change.ts'
import type { Columns, Field, Index } from '../../fields/field-type.ts'
import { textKey } from '../../fields/kinds/text.ts'
import { linkPlacesOf } from '../../fields/link-places.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import { memoize } from '../../lib/cache.ts'
import { inline, join, name, quoteName, type Sql, sql } from '../../platform/db/sql.ts'

/** Where an app lives and which columns its fields need. */
export type AppShape = AppAddress & { fields: readonly Field[] }

/** The table of an app: `"ws_crm"."deals"`. */
export const tableOf = ({ namespace, code }: AppAddress): Sql => name(schemaOf(namespace), code)

const schemaOf = (namespace: string) => `ws_${namespace}`

/** The name under which its item counts are stored. */
export const countsOf = ({ namespace, code }: AppAddress): string =>
  `${schemaOf(namespace)}.${code}`

/** Gives the columns of a field by their suffix. */
export const columnsOf =
  (field: Field): Columns =>
  (suffix) =>
    name(field.code + suffix)

/** The columns of a field: their names and SQL types. */
export const columnsWithTypes = memoize((field: Field): readonly Column[] =>
  fieldTypeOf(field.type)
    .columns(field)
    .map(({ suffix, type }) => ({ name: field.code + suffix, type })),
)
type Column = { name: string; type: string }

/** True if type and settings are the same, so that values and columns do not change. */
export const hasSameValues = (one: Field, other: Field): boolean => {
  const settings = ({ type, ...field }: Field) => {
    const keys = Object.keys(fieldTypeOf(type).settings)
    return JSON.stringify([type, ...keys.map((key) => [key, field[key] ?? null])])
  }
  return settings(one) === settings(other)
}

/** True when the columns are made anew to get from one to the other. */
export const isRewritten = (from: Field, to: Field): boolean => {
  const change = changeOf(from, to, columnsOf(from))
  return change === undefined ? from.type !== to.type : change.using !== undefined
}

/** Named by their codes on the wire, so that what people see in lists is what BI tools find here. */
const SYSTEM_COLUMNS = `
  "__name" text,
  "__createdAt" timestamptz not null,
  "__createdBy" uuid not null,
  "__updatedAt" timestamptz not null,
  "__updatedBy" uuid not null,
  "__deletedAt" timestamptz,
  "__version" bigint not null default 1,
  "__status" smallint,
  "__status$order" integer not null default 0,
  "__statusChangedAt" timestamptz,
  "__directory" uuid,
  "__subscribers" uuid[] not null default '{}',
  "__externalId" text,
  "__externalProcessMeta" jsonb,
  "__debug" boolean not null default false,
  "__tasks" jsonb,
  "__tasks_performers" uuid[],
  "__tasks_earliest_duedate" timestamptz`

/**
 * Lists often count rows: frequent vacuums keep index-only scans possible. Room in every page lets a
 * changed item stay in its page, so that no index has to be touched.
 */
const STORAGE = `
  fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02`

export const createSchema = (namespace: string): string =>
  `create schema if not exists ${quoteName(schemaOf(namespace))}`

/** Codes cannot contain `$`, so these names never collide with other apps. */
export function createTable(app: AppShape): string[] {
  const own = (suffix: string) => quoteName(`${app.code}$${suffix}`)
  const table = inline(tableOf(app))
  const sequence = inline(name(schemaOf(app.namespace), `${app.code}$index`))
  const columns = app.fields.flatMap(columnsWithTypes).map(columnText)
  const lines = [
    `"__id" uuid not null constraint ${own('id')} primary key`,
    `"__index" bigint not null default nextval(${inline(sql`${sequence}`)})`,
    SYSTEM_COLUMNS.trim(),
    ...columns,
  ]
  return [
    `create sequence ${sequence}`,
    `create table ${table} (\n  ${lines.join(',\n  ')}\n) with (${STORAGE}\n)`,
    `alter sequence ${sequence} owned by ${table}."__index"`,
    `create index ${own('created')} on ${table} ("__createdAt", "__id")`,
    `create index ${own('name')} on ${table} ((${inline(textKey(name('__name')))}))`,
    `create index ${own('name_search')} on ${table} using gin ("__name" gin_trgm_ops)`,
    `create index ${own('status')} on ${table} ("__status", "__createdAt", "__id")`,
    `create index ${own('performers')} on ${table} using gin ("__tasks_performers")
      where "__tasks_performers" <> '{}'`,
    `create unique index ${own('external')} on ${table} ("__externalId")
      where "__externalId" is not null and "__deletedAt" is null`,
    `create index ${own('deleted')} on ${table} ("__deletedAt" desc, "__id")
      where "__deletedAt" is not null`,
    ...[...systemIndexesOf(app), ...indexesOf(app)].map((index) => createIndex(app, index)),
    `select kontor.watch_items(${inline(sql`${table}`)})`,
  ]
}

const columnText = (column: { name: string; type: string }) =>
  `${quoteName(column.name)} ${column.type}`

export const addColumns = (app: AppAddress, field: Field): string =>
  alterTable(
    app,
    columnsWithTypes(field).map((column) => `add column ${columnText(column)}`),
  )

export const dropColumns = (app: AppAddress, field: Field): string =>
  alterTable(
    app,
    columnsWithTypes(field).map((column) => `drop column ${quoteName(column.name)}`),
  )

/** The columns of a field and their indexes get its new code. */
export function renameColumns(app: AppAddress, field: Field, code: string): string[] {
  const [old, made] = [field, { ...field, code }].map((each) => ({
    columns: columnsWithTypes(each),
    indexes: indexesOf({ ...app, fields: [each] }),
  }))
  const to = (name: string | undefined) => quoteName(name ?? '')
  return [
    ...(old?.columns ?? []).map((column, at) =>
      alterTable(app, [`rename column ${to(column.name)} to ${to(made?.columns[at]?.name)}`]),
    ),
    ...(old?.indexes ?? []).map(
      (index, at) =>
        `alter index if exists ${inline(name(schemaOf(app.namespace), index.name))} rename to ${to(made?.indexes[at]?.name)}`,
    ),
  ]
}

export const alterTable = (app: AppAddress, actions: string[]): string =>
  `alter table ${inline(tableOf(app))} ${actions.join(', ')}`

export type TableIndex = {
  name: string
  field: string
  isUnique: boolean
  /** What follows the name of the table. */
  definition: string
}

/** Those of every app. */
export const systemIndexesOf = ({ code }: AppAddress): TableIndex[] => [
  {
    name: `${code}$author`,
    field: '__createdBy',
    isUnique: false,
    definition: 'using btree ("__createdBy", "__createdAt", "__id")',
  },
]

/** The indexes that the flags of the fields ask for, and those by which links are found from their other end. */
export const indexesOf = ({ code, fields }: AppShape): TableIndex[] =>
  fields.flatMap((field) => {
    const { index, searchIndex } = fieldTypeOf(field.type)
    const columns = columnsOf(field)
    const make = (made: Index, isUnique = false) => toIndex(code, field, { ...made, isUnique })
    return [
      ...(field.unique
        ? [make({ method: 'btree', expression: sql`(${keyOf(field)})` }, true)]
        : []),
      ...(field.indexed && index ? [make(index(columns, field))] : []),
      ...linkPlacesOf(field)
        .filter(({ column }) => column || !field.indexed)
        .map((place) => make(place.index(columns))),
      ...(field.searchable && searchIndex ? [make(searchIndex(columns, field))] : []),
    ]
  })

const LONGEST_NAME = 63

/** The name contains a hash of the definition, so a changed index gets another name. */
function toIndex(app: string, field: Field, made: Index & { isUnique: boolean }): TableIndex {
  const { method, expression, include, isUnique } = made
  const where = isUnique ? ' where "__deletedAt" is null' : ''
  const kept = include ? ` include (${inline(include)}, "__deletedAt")` : ''
  const definition = `using ${method} (${inline(expression)})${kept}${where}`
  const hash = createHash('sha256').update(`${field.code} ${isUnique} ${definition}`).digest('hex')
  const end = `$${hash.slice(0, 8)}`
  const start = `${app}$${field.code}`.slice(0, LONGEST_NAME - end.length)
  return { name: start + end, field: field.code, isUnique, definition }
}

/** Whether an index has a name of `toIndex`, of this definition of the app or an earlier one. */
export const isOurs = (index: string, app: AppAddress): boolean =>
  /\$[0-9a-f]{8}$/.test(index) || systemIndexesOf(app).some(({ name }) => name === index)

export function createIndex(app: AppAddress, index: TableIndex, isConcurrent = false): string {
  const kind = `${index.isUnique ? 'unique ' : ''}index${isConcurrent ? ' concurrently' : ''}`
  const table = inline(tableOf(app))
  return `create ${kind} ${quoteName(index.name)} on ${table} ${index.definition}`
}

export const dropIndex = (app: AppAddress, index: { name: string }, isConcurrent = false): string =>
  `drop index${isConcurrent ? ' concurrently' : ''} if exists ${inline(name(schemaOf(app.namespace), index.name))}`

/** Equality of two values, by the columns of the field or by expressions for them. */
export function keyOf(field: Field, columns: Columns = columnsOf(field)): Sql {
  const key = fieldTypeOf(field.type).uniqueKey?.(columns, field)
  if (!key) throw new Error(`a field of type ${field.type} cannot be unique`)
  return key
}

/** True if a field has a value; an empty list counts as none. */
export const hasValue = (field: Field): Sql =>
  join(
    columnsWithTypes(field).map(({ name: column, type }) =>
      type.endsWith('[]')
        ? sql`cardinality(${name(column)}) > 0`
        : sql`${name(column)} is not null`,
    ),
    ' or ',
  )

/** A value for display. */
export const valueText = (field: Field): Sql => {
  const text = fieldTypeOf(field.type).asText?.(columnsOf(field), field)
  return sql`left(${text ?? sql`${name(field.code)}::text`}, 100)`
}
