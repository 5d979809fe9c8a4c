import { type Db, statement } from '../../../platform/db/db.ts'

export type Version = {
  version: number
  hash: string
  size: number
  is_present: boolean
  created_at: Date
  created_by: string
}

const selectVersions = statement<Version>(`
  select v.version, v.hash, b.size, v.is_present, v.created_at, v.created_by
  from (
    select version, body_id as hash, true as is_present, coalesce(body_at, created_at) as created_at,
      coalesce(body_by, created_by) as created_by
    from kontor.files where id = $1
    union all
    select version, body_id, false, created_at, created_by
    from kontor.file_versions where file_id = $1) v
  join kontor.file_bodies b on b.id = v.hash
  order by v.version desc`)

/** The newest first, with the present one. */
export const listVersions = (db: Db, file: string): Promise<Version[]> =>
  db.query(selectVersions, [file])

const keepPresent = statement(`
  insert into kontor.file_versions (file_id, version, body_id, created_at, created_by)
  select id, version, body_id, coalesce(body_at, created_at), coalesce(body_by, created_by)
  from kontor.files where id = $1`)
const updateBody = statement(`
  update kontor.files set body_id = $2, version = version + 1, body_at = $3, body_by = $4,
    updated_at = $3, updated_by = $4
  where id = $1`)

/** The present version becomes an old one, and the body the new one. Under the lock of the file. */
export async function saveVersion(
  db: Db,
  { file, hash, at, by }: { file: string; hash: string; at: Date; by: string },
): Promise<void> {
  await db.query(keepPresent, [file])
  await db.query(updateBody, [file, hash, at, by])
}
