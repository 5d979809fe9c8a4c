import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { RecordedBody } from '../../../platform/files/file-store.ts'

export type NewFile = {
  id: string
  directory: string
  /** The directory again where names must be unique, null elsewhere. */
  uniqueIn: string | null
  name: string
  originalName: string
  hash: string
  comment: string
  contentType: string
  /** The item it was made for. */
  item: string | null
}

/** Answers the ids of those that were made: a name may have been taken a moment ago. */
export async function insertFiles(
  db: Db,
  files: readonly NewFile[],
  { at, by }: { at: Date; by: string },
): Promise<Set<string>> {
  const rows = await db.all(sql<{ id: string }>`
    insert into kontor.files (id, directory_id, unique_in, name, original_name, body_id, comment,
      content_type, item_id, created_at, created_by, updated_at, updated_by)
    select f.id, f.directory, f."uniqueIn", f.name, f."originalName", f.hash, f.comment,
      f."contentType", f.item, ${at}, ${by}, ${at}, ${by}
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f(id uuid, directory uuid, "uniqueIn" uuid, name text,
      "originalName" text, hash uuid, comment text, "contentType" text, item uuid)
    on conflict (unique_in, name) where deleted_at is null do nothing
    returning id`)
  return new Set(rows.map(({ id }) => id))
}

/** Of a file what decides who may use it. */
export type FileLocation = {
  id: string
  directory: string
  item: string | null
  by: string
  version: number
}

/** Those that are not deleted, in any order. */
export const findFiles = (db: Db, ids: readonly string[]): Promise<FileLocation[]> =>
  db.all(sql<FileLocation>`
    select id, directory_id as directory, item_id as item, created_by as by, version
    from kontor.files where id = any(${ids}::uuid[]) and deleted_at is null`)

export type FileContent = RecordedBody & { name: string }

/** The last versions of files that are not deleted, in the order of the ids. */
export const findContents = (db: Db, ids: readonly string[]): Promise<FileContent[]> =>
  db.all(sql<FileContent>`
    select f.name, b.size, b.sha256, b.object from unnest(${ids}::uuid[]) with ordinality i(id, place)
    join kontor.files f on f.id = i.id and f.deleted_at is null
    join kontor.file_bodies b on b.id = f.body_id
    where b.state = 'stored' order by i.place`)

/** Those that lie in the personal files of somebody. */
export async function listOwnFiles(
  db: Db,
  ids: readonly string[],
  owner: string,
): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    select f.id from kontor.files f join kontor.all_directories d on d.id = f.directory_id
    where f.id = any(${ids}::uuid[]) and f.deleted_at is null and d.owner_id = ${owner}::uuid`)
  return rows.map(({ id }) => id)
}

/** A file as it is changed. */
export type FileRow = {
  id: string
  directory_id: string
  name: string
  body_id: string
  version: number
  item_id: string | null
  created_by: string
  deleted_at: Date | null
}

const COLUMNS = sql`id, directory_id, name, body_id, version, item_id, created_by, deleted_at`

/** Deleted ones too; held to the end. */
export async function lockFiles(db: Db, ids: readonly string[]): Promise<Map<string, FileRow>> {
  const rows = await db.all(
    sql<FileRow>`select ${COLUMNS} from kontor.files where id = any(${ids}) order by id for update`,
  )
  return new Map(rows.map((file) => [file.id, file]))
}

/** The files that show these bodies now, the oldest first. */
export const lockFilesOf = (db: Db, hashes: readonly string[]): Promise<FileRow[]> =>
  db.all(sql<FileRow>`
    select ${COLUMNS} from kontor.files
    where body_id = any(${hashes}) and deleted_at is null order by created_at, id for update`)

export type Moved = {
  id: string
  directory: string
  uniqueIn: string | null
  name: string
  contentType: string
}

/** Where a file lies and what it is called; it is not in the trash then. */
export const savePlace = (
  db: Db,
  { id, directory, uniqueIn, name, contentType }: Moved,
  { at, by }: { at: Date; by: string },
) =>
  db.run(sql`
    update kontor.files set directory_id = ${directory}, unique_in = ${uniqueIn}, name = ${name},
      content_type = ${contentType},
      deleted_at = null, updated_at = ${at}, updated_by = ${by}
    where id = ${id}`)

export const saveDeleted = (db: Db, ids: readonly string[], at: Date, by: string) =>
  db.run(sql`
    update kontor.files set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by}
    where id = any(${ids})`)

/** How many files lie in these directories; nobody counts further than `most`. */
export async function countIn(db: Db, directories: readonly string[], most: number) {
  const row = await db.first(sql<{ count: number }>`
    select count(*) from (select from kontor.files
      where directory_id = any(${directories}) and deleted_at is null limit ${most}) f`)
  return row?.count ?? 0
}

/** Puts everything into the trash that lies in these directories, under the locks of their names. */
export const trashIn = (db: Db, directories: readonly string[], at: Date, by: string) =>
  db.all(sql<FileRow>`
    update kontor.files set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by}
    where directory_id = any(${directories}) and deleted_at is null returning ${COLUMNS}`)

/** What has been in the trash since then; what somebody takes out at this moment is not among them. */
export const lockTrashed = (db: Db, since: Date, most: number): Promise<FileRow[]> =>
  db.all(sql<FileRow>`
    select ${COLUMNS} from kontor.files where deleted_at <= ${since}
    order by deleted_at desc limit ${most} for update skip locked`)

/** Removes files with all their versions; answers the bodies they had. */
export async function deleteFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  const bodies = await db.all(sql<{ body_id: string }>`
    select body_id from kontor.files where id = any(${ids})
    union select body_id from kontor.file_versions where file_id = any(${ids})`)
  await db.run(sql`delete from kontor.files where id = any(${ids})`)
  return bodies.map(({ body_id }) => body_id)
}

export const filesJson = (ids: Sql): Sql => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', f.id, 'hash', f.body_id, 'name', f.name, 'size', b.size) order by i.place), '[]')
  from unnest(${ids}) with ordinality i(id, place)
  join kontor.files f on f.id = i.id
  join kontor.file_bodies b on b.id = f.body_id)`
