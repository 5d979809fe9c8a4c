import type { StoredApp } from '../../../definitions/snapshot.ts'
import { systemFields } from '../../../definitions/system-fields.ts'
import type { Columns, Field } from '../../../fields/field-type.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import { USERS } from '../../../fields/user.ts'
import {
  columnsNamed,
  fieldsOf,
  type Source,
  type SourceColumn,
  systemField,
} from '../../../lists/source.ts'
import {
  gap,
  inline,
  join,
  name,
  quick,
  raw,
  type Sql,
  sql,
  template,
} from '../../../platform/db/sql.ts'
import { countsOf, tableOf } from '../../solutions/tables.ts'
import { statusSettings } from '../statuses.ts'
import type { StoredRow } from './rows.ts'

/** Types of the system's own fields on the inside, where the metadata shows friendlier ones. */
const INSIDE: Record<string, [type: string, settings?: object]> = {
  __id: ['ID'],
  __createdBy: ['ID', { to: USERS }],
  __updatedBy: ['ID', { to: USERS }],
  __directory: ['ID'],
  __subscribers: ['SYS_USER', { single: false }],
  __tasks_performers: ['SYS_USER', { single: false }],
}

/** What every item has. */
const ALWAYS = new Set(['__id', '__index', '__createdAt', '__updatedAt', '__version'])

/** An item as JSON text, and what is often asked of it. */
type Stored = { row: string; version: number; author: string }

/** An app as its store works with it: texts are made once per version of its definition. */
export type ItemShape = {
  app: StoredApp
  columns: ReadonlyMap<string, SourceColumn>
  byCode: ReadonlyMap<string, Field>
  table: Sql
  fields: readonly Field[]
  /** The whole item in the wire format, over the row `t`. */
  read: Sql
  /** Items as JSON text, by id. */
  getMany: (ids: readonly string[]) => Sql<StoredRow>
  get: (id: string) => Sql<Stored>
  lock: (id: string) => Sql<Stored>
}

const shapes = new WeakMap<StoredApp, ItemShape>()

export function shapeOf(app: StoredApp): ItemShape {
  const known = shapes.get(app)
  if (known) return known
  const shape = makeShape(app)
  shapes.set(app, shape)
  return shape
}

function makeShape(app: StoredApp): ItemShape {
  const table = tableOf(app)
  const columns = new Map([
    ...systemColumnsOf(app.body.statuses.length > 0),
    ...app.fields.map(userColumn),
  ])
  const read = readRow(columns)
  const get = template(sql<Stored>`
    select row_to_json(r.*)::text as row, r."__version" as version, r."__createdBy" as author
    from (select ${read} from ${table} t where t."__id" = ${gap}) r`)
  return {
    app,
    columns,
    byCode: fieldsOf(columns),
    table,
    fields: app.fields,
    read,
    getMany: template(sql<StoredRow>`
      select r."__id" as id, row_to_json(r.*)::text as row
      from (select ${read} from ${table} t where t."__id" = any(${gap}::uuid[])) r`),
    get: (id) => quick(get(id)),
    lock: template(sql<Stored>`
      with t as materialized (select * from ${table} where "__id" = ${gap} for update)
      select row_to_json(r.*)::text as row, r."__version" as version, r."__createdBy" as author
      from (select ${read} from t) r`),
  }
}

export function systemColumnsOf(hasStatuses: boolean): [string, SourceColumn][] {
  return systemFields
    .filter(({ onlyWithStatuses }) => hasStatuses || !onlyWithStatuses)
    .map(({ code, type }) => {
      const [inside, settings] = INSIDE[code] ?? [type]
      const field = systemField(code, inside, settings)
      return [code, { field, columns: columnsNamed(code), hasAlways: ALWAYS.has(code) }]
    })
}

const userColumn = (field: Field): [string, SourceColumn] => [
  field.code,
  { field, columns: columnsNamed(field.code) },
]

/** The whole item in the wire format, over the row `t`. */
const readRow = (columns: ReadonlyMap<string, SourceColumn>): Sql =>
  join(
    [...columns].map(
      ([code, { field, columns: of }]) =>
        sql`${fieldTypeOf(field.type).read(of, field)} as ${name(code)}`,
    ),
    ', ',
  )

export const sequenceText = ({ namespace, code }: StoredApp): string =>
  `'${inline(name(`ws_${namespace}`, `${code}$index`)).replaceAll("'", "''")}'`

/** The name from the template, over the row `t`; without one what was given, or the kind and number. */
export function nameOf(app: StoredApp): Sql {
  const { nameTemplate, elementName, name: title } = app.body
  if (nameTemplate !== undefined) return sql`left(btrim(${templateText(app, nameTemplate)}), 1000)`
  return sql`
    coalesce(nullif(t."__name", ''), ${literal(`${elementName ?? title} `)} || t."__index")`
}

function templateText(app: StoredApp, template: string): Sql {
  const parts = template.split(/(\{\$[^}]*\})/).map((part) => {
    const code = /^\{\$([^}]*)\}$/.exec(part)?.[1]
    return code === undefined ? literal(part) : sql`coalesce(${variableText(app, code)}, '')`
  })
  return sql`(${join(parts, ' || ')})`
}

/** The text of a variable such as `person.lastname`, over the row `t`. */
export function variableText(app: StoredApp, path: string): Sql {
  const [code = '', part = ''] = path.split('.')
  const field = app.byCode.get(code)
  if (!field) return code === '__index' ? raw('t."__index"::text') : sql`${name('t', code)}::text`
  const columns: Columns = columnsNamed(code)
  const type = fieldTypeOf(field.type)
  if (part !== '') return sql`${type.facets(field)[part]?.sql(columns) ?? raw("''")}::text`
  return type.asText?.(columns, field) ?? raw("''")
}

const literal = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`)

/** The list of an app's items, as far as the caller may see them. */
export const sourceOf = ({ app, table, columns }: ItemShape, where: Sql[]): Source => ({
  table,
  columns,
  where,
  order: [{ field: '__createdAt', ascending: true }],
  counts: countsOf(app),
  statuses: statusSettings(app).statusItems,
})
