import { ascending, descending, listPage, type PageRequest } from '../../../lists/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { and, join, type Sql, sql } from '../../../platform/db/sql.ts'
import { knownEvents } from '../../../platform/event-log/traces.ts'
import { toTexts } from './rows.ts'
import { type ItemShape, variableText } from './shape.ts'

export type ItemHead = { row: string; version: number; author: string }

export const findItem = (db: Db, shape: ItemShape, id: string): Promise<ItemHead | undefined> =>
  db.first(shape.get(id))

/** Holds the item to the end, so that a check and its write see one state. */
export const lockItem = (db: Db, shape: ItemShape, id: string): Promise<ItemHead | undefined> =>
  db.first(shape.lock(id))

/** Items as JSON text by id. */
export const readItems = async (
  db: Db,
  { getMany }: ItemShape,
  ids: readonly string[],
): Promise<Map<string, string>> => toTexts(await db.all(getMany(ids)))

/** A query for the ids of items. */
export const selectIds = ({ table }: ItemShape, where: readonly Sql[]): Sql =>
  sql`select t."__id" from ${table} t where ${and(where)}`

/** Values as people read them, by path. */
export async function findTexts(
  db: Db,
  { app, table }: ItemShape,
  { id, paths }: { id: string; paths: readonly string[] },
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map()
  const texts = join(
    paths.map((path) => sql`coalesce(${variableText(app, path)}, '')`),
    ', ',
  )
  const query = sql`
    select array[${texts}]::text[] as texts from ${table} t where "__id" = ${id}::uuid`
  const found = await db.first(sql<{ texts: string[] }>`${query}`)
  return new Map(paths.map((path, at) => [path, found?.texts[at] ?? '']))
}

/** By id, the deleted ones included. */
export async function listNames(
  db: Db,
  { table }: ItemShape,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.all(sql<{ id: string; name: string | null }>`
    select "__id" as id, "__name" as name from ${table} where "__id" = any(${[...ids]}::uuid[])`)
  return new Map(rows.map(({ id, name: title }) => [id, title ?? '']))
}

export type Deleted = { id: string; name: string | null; at: Date; by: string }

/** Who deleted an item is in its last such event, if it has one, else in the item itself. */
const deletedBy = (path: string): Sql => sql`coalesce((
  select e.actor_id from ${knownEvents} e
  where e.object_id = ${`item:${path}/`}::text || t."__id" and e.type = 'app.item.deleted'
  order by e.position desc limit 1), t."__updatedBy")`

/** The last deleted first. */
export async function listDeleted(
  db: Db,
  { app, table }: ItemShape,
  { where, ...page }: PageRequest & { where: readonly Sql[] },
) {
  const list = {
    columns: sql`t."__id" as id, t."__name" as name, t."__deletedAt" as at,
      ${deletedBy(`${app.namespace}/${app.code}`)} as by`,
    from: sql`${table} t`,
    where: [sql`t."__deletedAt" is not null`, ...where],
    order: [descending('t."__deletedAt"', 'timestamptz'), ascending('t."__id"', 'uuid')],
  }
  return listPage<Deleted>(db, list, page)
}

/** Two statements: what the second one looks at is what the first one waited for. */
export async function saveTasks(
  db: Db,
  { table }: ItemShape,
  id: string,
  summary: Sql,
): Promise<void> {
  await Promise.all([
    db.run(sql`select from ${table} where "__id" = ${id}::uuid for no key update`),
    db.run(sql`update ${table} set "__tasks" = s.tasks, "__tasks_performers" = s.performers,
      "__tasks_earliest_duedate" = s.due
      from (${summary}) s where "__id" = ${id}::uuid`),
  ])
}
