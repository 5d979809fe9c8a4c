import { type Db, statement } from '../../../platform/db/db.ts'
import { countRoughly } from '../../../platform/db/rough-count.ts'
import { sql } from '../../../platform/db/sql.ts'

const insertChange = statement('insert into kontor.file_usage (user_id, bytes) values ($1, $2)')

/** More, or less, of what a user's files take. */
export const insertUsage = (db: Db, user: string, bytes: number) =>
  db.query(insertChange, [user, bytes])

const selectUsage = statement<{ bytes: number }>(`
  select coalesce(sum(bytes), 0)::bigint as bytes from kontor.file_usage
  where $1::uuid is null or user_id = $1`)

/** Of one user, or of all together. */
export async function findUsage(db: Db, user: string | null): Promise<number> {
  return (await db.query(selectUsage, [user]))[0]?.bytes ?? 0
}

const lock = statement('select pg_advisory_xact_lock(hashtextextended($1, 8367))')

/** Of two who fill the last free space at once, one is the first. */
export const lockUsage = (db: Db, whose: string) => db.query(lock, [whose])

const addUp = statement(`
  with taken as (delete from kontor.file_usage where user_id in (
    select user_id from kontor.file_usage group by user_id having count(*) > 1) returning *)
  insert into kontor.file_usage (user_id, bytes)
  select user_id, sum(bytes) from taken group by user_id`)

/** Leaves one row for every user. Rows that are added meanwhile stay as they are. */
export const addUpUsage = (db: Db) => db.query(addUp, [])

const live = {
  table: 'files',
  where: sql`deleted_at is null`,
  index: 'files_newest_of_all',
}

export const countFiles = (db: Db): Promise<number> => countRoughly(db, live)

const selectTrash = statement<{ bytes: number }>(`
  select coalesce(sum(b.size), 0)::bigint as bytes
  from kontor.files f join kontor.file_bodies b on b.id = f.body_id
  where f.deleted_at is not null`)

/** Of the present versions of what is in the trash. */
export async function sumTrash(db: Db): Promise<number> {
  return (await db.query(selectTrash, []))[0]?.bytes ?? 0
}
