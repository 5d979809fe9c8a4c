import type { Db } from '../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../platform/db/sql.ts'
import { knownEvents } from '../../../platform/event-log/traces.ts'

/** Who made something, and when. */
export type Stamps = { created_at: Date; created_by: string; updated_at: Date; updated_by: string }

export type FileColumns = Stamps & {
  id: string
  directory_id: string
  unique_in: string | null
  name: string
  original_name: string
  body_id: string
  version: number
  comment: string
  content_type: string
}

export const insertFile = (db: Db, file: FileColumns) =>
  db.run(sql`insert into kontor.files ${valuesOf(file)}`)

/** A new version that the other system has, with its number there. */
export async function saveVersion(
  db: Db,
  { id, body_id, version, updated_at, updated_by }: Omit<FileColumns, 'created_at' | 'created_by'>,
): Promise<void> {
  await db.run(sql`
    insert into kontor.file_versions (file_id, version, body_id, created_at, created_by)
    select id, version, body_id, coalesce(body_at, created_at), coalesce(body_by, created_by)
    from kontor.files where id = ${id} and version < ${version}
    on conflict do nothing`)
  await db.run(sql`
    update kontor.files set body_id = ${body_id}, version = greatest(version, ${version}),
      body_at = ${updated_at}, body_by = ${updated_by}, updated_at = ${updated_at},
      updated_by = ${updated_by}
    where id = ${id}`)
}

export const saveNames = (
  db: Db,
  { id, name, comment, updated_at, updated_by }: Omit<FileColumns, 'created_at' | 'created_by'>,
) =>
  db.run(sql`
    update kontor.files set name = ${name}, comment = ${comment}, updated_at = ${updated_at},
      updated_by = ${updated_by}
    where id = ${id}`)

/** Whether somebody has changed a file or directory here: what comes from another system has no events. */
export async function isChangedHere(db: Db, object: string): Promise<boolean> {
  const found = await db.run(sql`
    select from ${knownEvents} e where object_id = ${object} and type like 'disk.%' limit 1`)
  return found > 0
}

/** Bodies are charged to whoever made the file. */
export const saveBodyAuthor = (db: Db, id: string, author: string) =>
  db.run(sql`
    update kontor.file_bodies set created_by = ${author}
    where id = ${id} and expires_at is not null`)

export const saveDirectory = (db: Db, id: string, changes: Stamps & { name: string }) =>
  db.run(sql`
    update kontor.directories set name = ${changes.name}, created_at = ${changes.created_at},
      created_by = ${changes.created_by}, updated_at = ${changes.updated_at},
      updated_by = ${changes.updated_by}
    where id = ${id}`)

export type OfItem = { item: string; file: string }

/** Files that lie with the app already, or in the personal files of who brings them. */
export const adoptFiles = (
  db: Db,
  files: readonly OfItem[],
  { app, owner }: { app: string; owner: string },
) =>
  db.run(sql`
    update kontor.files f set item_id = n.item, directory_id = ${app}, unique_in = null
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as n(item uuid, file uuid)
    where f.id = n.file and f.item_id is null and (f.directory_id = ${app} or exists (
      select from kontor.all_directories d where d.id = f.directory_id and d.owner_id = ${owner}))`)
