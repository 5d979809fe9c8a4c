import { type Db, statement } from '../../../platform/db/db.ts'
import type { Directory } from './directories.ts'

const lockShared = statement("select pg_advisory_xact_lock_shared(hashtextextended('tree', 8366))")
const lockAlone = statement("select pg_advisory_xact_lock(hashtextextended('tree', 8366))")

/** Holds the shape of the tree: many may add leaves at once, who moves or cuts branches is alone. */
export const lockTree = (db: Db, how: 'shared' | 'alone') =>
  db.query(how === 'shared' ? lockShared : lockAlone, [])

/** A directory below another, and how many levels below. */
export type Below = { id: string; name: string; parent_id: string; depth: number }

const selectWithin = statement<Below>(`
  select id, name, parent_id, coalesce(array_position(ancestors, $1), 0) as depth
  from kontor.directories
  where (id = $1 or ancestors @> array[$1::uuid]) and deleted_at is null order by id`)

/** A directory and all that lie in it. */
export const listWithin = (db: Db, id: string): Promise<Below[]> => db.query(selectWithin, [id])

const lockEach = statement(`
  select pg_advisory_xact_lock(hashtextextended(id::text, 8366))
  from (select id from unnest($1::uuid[]) id order by id) ordered`)

/** As `lockNames` alone, of many. */
export const lockNamesOf = (db: Db, ids: readonly string[]) => db.query(lockEach, [ids])

const selectOthers = statement<{ found: boolean }>(`
  select exists (select from kontor.directories where id = any($1) and created_by <> $2)
    or exists (select from kontor.files
      where directory_id = any($1) and created_by <> $2 and deleted_at is null) as found`)

/** Whether something in these directories, or one of them, was made by somebody else. */
export async function hasOthers(db: Db, ids: readonly string[], user: string): Promise<boolean> {
  return (await db.query(selectOthers, [ids, user]))[0]?.found ?? false
}

export type Placed = { id: string; name: string; parent: Directory; at: Date; by: string }

const updatePlace = statement(`
  update kontor.directories set name = $2, parent_id = $3, unique_in = $4, updated_at = $5,
    updated_by = $6
  where id = $1`)
const updateWay = statement(`
  update kontor.directories set owner_id = $3, app_id = $4,
    ancestors = ancestors[1:coalesce(array_position(ancestors, $1), 0)] || $2::uuid[]
  where id = $1 or ancestors @> array[$1::uuid]`)

/** Where a directory lies and what it is called, under the locks; everything in it comes along. */
export async function savePlace(db: Db, { id, name, parent, at, by }: Placed): Promise<void> {
  const uniqueIn = parent.unique_names ? parent.id : null
  await db.query(updatePlace, [id, name, parent.id, uniqueIn, at, by])
  const way = [parent.id, ...parent.ancestors]
  await db.query(updateWay, [id, way, parent.owner_id, parent.app_id])
}

const updateDeleted = statement(`
  update kontor.directories set deleted_at = $2, updated_at = $2, updated_by = $3
  where id = any($1)`)

export const saveDeleted = (db: Db, ids: readonly string[], at: Date, by: string) =>
  db.query(updateDeleted, [ids, at, by])
