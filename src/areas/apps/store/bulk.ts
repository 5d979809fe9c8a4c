import { hash } from 'node:crypto'
import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { Field } from '../../../fields/field-type.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import { columnValues } from '../../../fields/values.ts'
import type { Db } from '../../../platform/db/db.ts'
import { gap, join, name, raw, type Sql, sql, template } from '../../../platform/db/sql.ts'
import { keyOf, tableOf } from '../../solutions/tables.ts'
import { type Changes, type NewItem, taken } from './items.ts'
import { columnsOf, type ItemShape, inserted, nameOf, readRow } from './shape.ts'

/**
 * Statements over many items. The items travel as one JSON text, so that a statement is the same
 * for one and for a thousand of them and is prepared once per version of the app.
 */
type Bulk = {
  insert: (rows: string) => Sql<Stored>
  update: (rows: string) => Sql
  rename: (ids: readonly string[]) => Sql
  read: (ids: readonly string[]) => Sql<Stored>
}

type Stored = { id: string; row: string }

const bulks = new WeakMap<ItemShape, Bulk>()

function bulkOf(shape: ItemShape): Bulk {
  const known = bulks.get(shape)
  if (known) return known
  const { app, table } = shape
  const read = readRow(shape.columns)
  const rows = (from: Sql) =>
    sql<Stored>`
      select r."__id" as id, row_to_json(r)::text as row from (select ${read} from ${from}) r`
  const bulk = {
    insert: template(sql<Stored>`
      with ${inserted(app, given(columnsOf(app)), raw('on conflict do nothing'))}
      ${rows(raw('n t'))}`),
    update: template(updateAll(app)),
    rename: template(sql`
      update ${table} t set "__name" = ${nameOf(app)} where "__id" = any(${gap}::uuid[])`),
    read: template(rows(sql`${table} t where t."__id" = any(${gap}::uuid[])`)),
  }
  bulks.set(shape, bulk)
  return bulk
}

/** The given rows; JSON is taken as text and read as JSON afterwards, or text would be quoted twice. */
function given(columns: (readonly [column: string, type: string])[]): Sql {
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

/** Columns that are the same for the whole life of an item. */
const FIXED = ['__id', '__createdAt', '__createdBy', '__status']
const CHANGED = '$changed'

function updateAll(app: StoredApp): Sql {
  const columns = [
    ...columnsOf(app).filter(([column]) => !FIXED.includes(column)),
    ['__updatedAt', 'timestamptz'] as const,
    ['__updatedBy', 'uuid'] as const,
  ]
  const set = columns.map(
    ([column]) => sql`${name(column)} = case when ${column} = any(v.${name(CHANGED)})
      then v.${name(column)} else t.${name(column)} end`,
  )
  const all = [['__id', 'uuid'] as const, [CHANGED, 'text[]'] as const, ...columns]
  return sql`update ${tableOf(app)} t set ${join(set, ', ')}
    from (${given(all)}) v where t."__id" = v."__id"`
}

/**
 * Stores what can be stored and answers it as JSON text by id. What is missing in the answer met
 * another item with its id or with a value that must be unique.
 */
export async function insertItems(
  db: Db,
  shape: ItemShape,
  items: readonly NewItem[],
): Promise<Map<string, string>> {
  if (items.length === 0) return new Map()
  const rows = items.map((item) => toRow(shape, item))
  const stored = await db.all(bulkOf(shape).insert(JSON.stringify(rows)))
  return new Map(stored.map(({ id, row }) => [id, row]))
}

export type ItemChanges = Changes & { id: string }

/** Writes many changes at once, and answers the items as JSON text by id. */
export async function saveItems(
  db: Db,
  shape: ItemShape,
  changes: readonly ItemChanges[],
): Promise<Map<string, string>> {
  if (changes.length === 0) return new Map()
  const { update, rename } = bulkOf(shape)
  const rows = changes.map(({ id, columns, fields }) => {
    const values = { ...Object.fromEntries(columns), ...fieldColumns([...fields]) }
    return { __id: id, [CHANGED]: Object.keys(values), ...values }
  })
  await taken(shape, () => db.run(update(JSON.stringify(rows))))
  const ids = changes.map(({ id }) => id)
  if (shape.app.body.nameTemplate !== undefined) await db.run(rename(ids))
  return readItems(db, shape, ids)
}

/** Items as JSON text by id. */
export async function readItems(
  db: Db,
  shape: ItemShape,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const stored = await db.all(bulkOf(shape).read(ids))
  return new Map(stored.map(({ id, row }) => [id, row]))
}

function toRow({ fields }: ItemShape, item: NewItem): Record<string, unknown> {
  const meta = item.externalProcessMeta
  return {
    __id: item.id,
    __createdAt: item.at,
    __createdBy: item.by,
    __version: item.version,
    __status: item.status,
    __directory: item.directory,
    __subscribers: item.subscribers,
    __externalId: item.externalId,
    __externalProcessMeta: meta && JSON.stringify(meta),
    __name: item.name,
    ...fieldColumns(fields.map((field) => [field, item.fields.get(field) ?? null])),
  }
}

const fieldColumns = (values: (readonly [Field, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(
    values.flatMap(([field, value]) => {
      const written = columnValues(field, value)
      return fieldTypeOf(field.type)
        .columns(field)
        .map(({ suffix }, at) => [field.code + suffix, written[at]])
    }),
  )

/** What finds an item: the key of another system, or a field that the app names for it. */
export type Key = { field: Field; column: string; type: string }

/** One of many from asking at once: the number of the question, and an item as JSON text. */
export type Match = { at: number; row: string }

/** Live items by a key, each held to the end, in one order for everybody so that nobody waits twice. */
export async function lockByKey(
  db: Db,
  { columns, table }: ItemShape,
  { key, values }: { key: Key; values: ReadonlyMap<number, unknown> },
): Promise<Match[]> {
  const asked = [...values].map(([at, value]) => ({ at, value }))
  return db.all(sql<Match>`with t as materialized (
      select k.at as "$at", t.* from json_to_recordset(${JSON.stringify(asked)}::json)
        k(at integer, value ${raw(key.type)})
      join ${table} t on ${matches(key)} and t."__deletedAt" is null
      order by t."__id" for update of t)
    select t."$at" as at, row_to_json(r)::text as row
    from t cross join lateral (select ${readRow(columns)}) r`)
}

/** As the index behind a unique field has it, where there is one. */
function matches({ field, column }: Key): Sql {
  const sides = [name('t', column), raw('k.value')].map((side) =>
    field.unique ? keyOf(field, () => side) : side,
  )
  return join(sides, ' = ')
}

/** Any fixed number: locks of keys are told from other locks by it. */
const KEYS = 83_650_011
const BUCKETS = 64

/**
 * Makes callers who bring the same new keys wait for each other, so that one creates the item and
 * the others find it. Keys share a few locks per app, taken in one order: a database has only so
 * many, and nobody can wait in a circle.
 */
export async function holdKeys(db: Db, { app }: ItemShape, keys: readonly string[]): Promise<void> {
  const bucketOf = (key: string) => hash('sha1', key, 'buffer').readUInt8(0) % BUCKETS
  const numberOf = (bucket: number) => hash('sha1', `${app.id}/${bucket}`, 'buffer').readInt32BE(0)
  const locks = new Set(keys.map((key) => numberOf(bucketOf(key))))
  await db.run(sql`
    select pg_advisory_xact_lock(${KEYS}, bucket)
    from unnest(${[...locks].sort((a, b) => a - b)}::integer[]) bucket`)
}
