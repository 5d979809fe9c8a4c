import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Directory } from './directories.ts'

/** Holds the shape of the tree: many may add leaves at once, who moves or cuts branches is alone. */
export const lockTree = (db: Db, how: 'shared' | 'exclusive') =>
  db.run(
    how === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${advisoryLock('directory tree')})`
      : sql`select pg_advisory_xact_lock(${advisoryLock('directory tree')})`,
  )

/** A directory below another, and how many levels below. */
export type Below = { id: string; name: string; parent_id: string; depth: number }

/** A directory and all that lie in it. */
export const listWithin = (db: Db, id: string): Promise<Below[]> =>
  db.all(sql<Below>`
    select id, name, parent_id, coalesce(array_position(ancestors, ${id}), 0) as depth
    from kontor.directories
    where (id = ${id} or ancestors @> array[${id}::uuid]) and deleted_at is null order by id`)

/** As `lockNames` alone, of many. */
export const lockNamesOf = (db: Db, ids: readonly string[]) =>
  db.run(sql`
    select pg_advisory_xact_lock(${advisoryLock('directory names', sql`id::text`)})
    from (select id from unnest(${ids}::uuid[]) id order by id) ordered`)

/** Whether something in these directories, or one of them, was made by somebody else. */
export async function hasOthers(db: Db, ids: readonly string[], user: string): Promise<boolean> {
  const row = await db.first(sql<{ found: boolean }>`
    select exists (select from kontor.directories where id = any(${ids}) and created_by <> ${user})
      or exists (select from kontor.files
        where directory_id = any(${ids}) and created_by <> ${user} and deleted_at is null) as found`)
  return row?.found ?? false
}

export type Placed = { id: string; name: string; parent: Directory; at: Date; by: string }

/** Where a directory lies and what it is called, under the locks; everything in it comes along. */
export async function savePlace(db: Db, { id, name, parent, at, by }: Placed): Promise<void> {
  const uniqueIn = parent.unique_names ? parent.id : null
  await db.run(sql`
    update kontor.directories set name = ${name}, parent_id = ${parent.id},
      unique_in = ${uniqueIn}, updated_at = ${at},
      updated_by = ${by}
    where id = ${id}`)
  const way = [parent.id, ...parent.ancestors]
  await db.run(sql`
    update kontor.directories set owner_id = ${parent.owner_id}, app_id = ${parent.app_id},
      ancestors = ancestors[1:coalesce(array_position(ancestors, ${id}), 0)] || ${way}::uuid[]
    where id = ${id} or ancestors @> array[${id}::uuid]`)
}

export const saveDeleted = (db: Db, ids: readonly string[], at: Date, by: string) =>
  db.run(sql`
    update kontor.directories set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by}
    where id = any(${ids})`)
