import { build, type Db, statement } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

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

const insert = statement<{ id: string }>(`
  insert into kontor.files (id, directory_id, unique_in, name, original_name, body_id, comment,
    content_type, item_id, created_at, created_by, updated_at, updated_by)
  select f.id, f.directory, f."uniqueIn", f.name, f."originalName", f.hash, f.comment,
    f."contentType", f.item, $2, $3, $2, $3
  from jsonb_to_recordset($1::jsonb) as f(id uuid, directory uuid, "uniqueIn" uuid, name text,
    "originalName" text, hash uuid, comment text, "contentType" text, item uuid)
  on conflict (unique_in, name) where deleted_at is null do nothing
  returning id`)

/** Answers the ids of those that were made: a name may have been taken a moment ago. */
export async function insertFiles(
  db: Db,
  files: readonly NewFile[],
  { at, by }: { at: Date; by: string },
): Promise<Set<string>> {
  const rows = await db.query(insert, [JSON.stringify(files), at, by])
  return new Set(rows.map(({ id }) => id))
}

/** Of a file what decides who may use it. */
export type FilePlace = {
  id: string
  directory: string
  item: string | null
  by: string
  version: number
}

/** Those that are not deleted, in any order. */
export const findFiles = (db: Db, ids: readonly string[]): Promise<FilePlace[]> =>
  db.all(
    build
      .selectFrom('kontor.files')
      .select(['id', 'directory_id as directory', 'item_id as item', 'created_by as by', 'version'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null),
  )

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

const COLUMNS = 'id, directory_id, name, body_id, version, item_id, created_by, deleted_at'

const lockMany = statement<FileRow>(
  `select ${COLUMNS} from kontor.files where id = any($1) order by id for update`,
)

/** Deleted ones too; held to the end. */
export async function lockFiles(db: Db, ids: readonly string[]): Promise<Map<string, FileRow>> {
  return new Map((await db.query(lockMany, [ids])).map((file) => [file.id, file]))
}

const lockByBody = statement<FileRow>(`
  select ${COLUMNS} from kontor.files
  where body_id = any($1) and deleted_at is null order by created_at, id for update`)

/** The files that show these bodies now, the oldest first. */
export const lockFilesOf = (db: Db, hashes: readonly string[]): Promise<FileRow[]> =>
  db.query(lockByBody, [hashes])

export type Moved = {
  id: string
  directory: string
  uniqueIn: string | null
  name: string
  contentType: string
}

const updatePlace = statement(`
  update kontor.files set directory_id = $2, unique_in = $3, name = $4, content_type = $5,
    deleted_at = null, updated_at = $6, updated_by = $7
  where id = $1`)

/** Where a file lies and what it is called; it is not in the trash then. */
export const savePlace = (
  db: Db,
  { id, directory, uniqueIn, name, contentType }: Moved,
  { at, by }: { at: Date; by: string },
) => db.query(updatePlace, [id, directory, uniqueIn, name, contentType, at, by])

const updateDeleted = statement(`
  update kontor.files set deleted_at = $2, updated_at = $2, updated_by = $3 where id = any($1)`)

export const saveDeleted = (db: Db, ids: readonly string[], at: Date, by: string) =>
  db.query(updateDeleted, [ids, at, by])

const selectCount = statement<{ count: number }>(`
  select count(*) from (select from kontor.files
    where directory_id = any($1) and deleted_at is null limit $2) f`)

/** How many files lie in these directories; nobody counts further than `most`. */
export async function countIn(db: Db, directories: readonly string[], most: number) {
  return (await db.query(selectCount, [directories, most]))[0]?.count ?? 0
}

const trashMany = statement<FileRow>(`
  update kontor.files set deleted_at = $2, updated_at = $2, updated_by = $3
  where directory_id = any($1) and deleted_at is null returning ${COLUMNS}`)

/** Puts everything into the trash that lies in these directories, under the locks of their names. */
export const trashIn = (db: Db, directories: readonly string[], at: Date, by: string) =>
  db.query(trashMany, [directories, at, by])

const lockOld = statement<FileRow>(`
  select ${COLUMNS} from kontor.files where deleted_at <= $1
  order by deleted_at desc limit $2 for update skip locked`)

/** What has been in the trash since then; what somebody takes out at this moment is not among them. */
export const lockTrashed = (db: Db, since: Date, most: number): Promise<FileRow[]> =>
  db.query(lockOld, [since, most])

const selectBodies = statement<{ body_id: string }>(`
  select body_id from kontor.files where id = any($1)
  union select body_id from kontor.file_versions where file_id = any($1)`)
const deleteMany = statement('delete from kontor.files where id = any($1)')

/** Removes files with all their versions; answers the bodies they had. */
export async function deleteFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  const bodies = await db.query(selectBodies, [ids])
  await db.query(deleteMany, [ids])
  return bodies.map(({ body_id }) => body_id)
}

export const filesJson = (ids: Sql): Sql => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', f.id, 'hash', f.body_id, 'name', f.name, 'size', b.size) order by i.place), '[]')
  from unnest(${ids}) with ordinality i(id, place)
  join kontor.files f on f.id = i.id
  join kontor.file_bodies b on b.id = f.body_id)`
