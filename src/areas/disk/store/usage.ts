import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { countRoughly } from '../../../platform/db/rough-count.ts'
import { sql } from '../../../platform/db/sql.ts'

/** More, or less, of what a user's files take. */
export const insertUsage = (db: Db, user: string, bytes: number) =>
  db.run(sql`insert into kontor.file_usage (user_id, bytes) values (${user}, ${bytes})`)

/** Of one user, or of all together. */
export async function findUsage(db: Db, user: string | null): Promise<number> {
  const row = await db.first(sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from kontor.file_usage
    where ${user}::uuid is null or user_id = ${user}`)
  return row?.bytes ?? 0
}

/** What a user has sent and no file uses yet. */
export async function sumTemporary(db: Db, user: string, now: Date): Promise<number> {
  const row = await db.first(sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from kontor.file_bodies
    where expires_at > ${now} and created_by = ${user}`)
  return row?.bytes ?? 0
}

/** Of two who fill the last free space at once, one is the first. */
export const lockUsage = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(${advisoryLock('usage')})`)

/** Leaves one row for every user. Rows that are added meanwhile stay as they are. */
export const addUpUsage = (db: Db) =>
  db.all(sql`
    with taken as (delete from kontor.file_usage where user_id in (
      select user_id from kontor.file_usage group by user_id having count(*) > 1) returning *)
    insert into kontor.file_usage (user_id, bytes)
    select user_id, sum(bytes) from taken group by user_id`)

const live = {
  table: 'files',
  where: sql`deleted_at is null`,
  index: 'files_newest_of_all',
}

export const countFiles = (db: Db): Promise<number> => countRoughly(db, live)

/** Of the present versions of what is in the trash. */
export async function sumTrash(db: Db): Promise<number> {
  const row = await db.first(sql<{ bytes: number }>`
    select coalesce(sum(b.size), 0)::bigint as bytes
    from kontor.files f join kontor.file_bodies b on b.id = f.body_id
    where f.deleted_at is not null`)
  return row?.bytes ?? 0
}
