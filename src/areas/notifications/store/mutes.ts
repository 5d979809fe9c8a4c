import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Mute = { object: string; createdAt: Date }

export const listMutes = (db: Db, user: string): Promise<Mute[]> =>
  db.all(sql<Mute>`
    select stream as object, created_at as "createdAt" from kontor.notification_mutes
    where user_id = ${user} order by created_at desc, stream`)

/** Whether a user muted one of these. */
export const isMuted = async (db: Db, user: string, streams: readonly string[]): Promise<boolean> =>
  (await db.first(sql`
    select from kontor.notification_mutes
    where user_id = ${user} and stream = any(${streams}) limit 1`)) !== undefined

/** False if the limit is reached; true also if it was muted before. */
export async function insertMute(
  db: Db,
  user: string,
  { object, at, most }: { object: string; at: Date; most: number },
): Promise<'added' | 'there' | 'full'> {
  const { count, is_there } = await db.one(sql<{ count: number; is_there: boolean }>`
    select count(*) as count, coalesce(bool_or(stream = ${object}), false) as is_there
    from kontor.notification_mutes where user_id = ${user}`)
  if (is_there) return 'there'
  if (count >= most) return 'full'
  await db.run(sql`
    insert into kontor.notification_mutes (user_id, stream, created_at)
    values (${user}, ${object}, ${at}) on conflict do nothing`)
  return 'added'
}

export const deleteMute = async (db: Db, user: string, object: string): Promise<boolean> =>
  (await db.run(sql`
    delete from kontor.notification_mutes where user_id = ${user} and stream = ${object}`)) > 0
