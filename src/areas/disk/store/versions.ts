import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Version = {
  version: number
  hash: string
  size: number
  is_present: boolean
  created_at: Date
  created_by: string
}

/** The newest first, with the present one. */
export const listVersions = (db: Db, file: string): Promise<Version[]> =>
  db.all(sql<Version>`
    select v.version, v.hash, b.size, v.is_present, v.created_at, v.created_by
    from (
      select version, body_id as hash, true as is_present,
        coalesce(body_at, created_at) as created_at,
        coalesce(body_by, created_by) as created_by
      from kontor.files where id = ${file}
      union all
      select version, body_id, false, created_at, created_by
      from kontor.file_versions where file_id = ${file}) v
    join kontor.file_bodies b on b.id = v.hash
    order by v.version desc`)

/** The present version becomes an old one, and the body the new one. Under the lock of the file. */
export async function saveVersion(
  db: Db,
  { file, hash, at, by }: { file: string; hash: string; at: Date; by: string },
): Promise<void> {
  await db.run(sql`
    insert into kontor.file_versions (file_id, version, body_id, created_at, created_by)
    select id, version, body_id, coalesce(body_at, created_at), coalesce(body_by, created_by)
    from kontor.files where id = ${file}`)
  await db.run(sql`
    update kontor.files set body_id = ${hash}, version = version + 1, body_at = ${at},
      body_by = ${by},
      updated_at = ${at}, updated_by = ${by}
    where id = ${file}`)
}
