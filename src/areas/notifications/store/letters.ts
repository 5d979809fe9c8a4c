import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { Kind } from '../operations.ts'
import { type Clocked, TIMES, WAY } from './settings.ts'

/** Users `u` who can receive mail, with their settings `s`. */
const REACHABLE = sql`u.deleted_at is null and u.status <> 3 and u.email <> ''`

/** Older ones are not sent. */
const untold = (since: Date): Sql =>
  sql`n.letter_id is null and n.read_at is null and n.created_at > ${since}`

/** Users with notifications to mail, or with an unsent mail. */
export const listWaiting = (db: Db, since: Date): Promise<Clocked[]> =>
  db.all(sql<Clocked>`
    select u.id, u.timezone as zone, ${TIMES} from kontor.users u
    left join kontor.notification_settings s on s.user_id = u.id
    where ${REACHABLE}
      and (exists (select from kontor.notifications n
          where n.user_id = u.id and ${untold(since)} and ${WAY} <> 'off')
        or exists (select from kontor.notification_letters l
          where l.user_id = u.id and l.ended_at is null))`)

export const findOpenLetter = async (db: Db, user: string): Promise<string | undefined> => {
  const row = await db.first(sql<{ id: string }>`
    select id from kontor.notification_letters where user_id = ${user} and ended_at is null
    order by made_at limit 1`)
  return row?.id
}

type NewLetter = {
  id: string
  user: string
  since: Date
  /** Digests include notifications up to here; null = none. */
  digest: Date | null
  at: Date
}

/** Collects new notifications into a mail; returns their number. */
export async function insertLetter(
  db: Db,
  { id, user, since, digest, at }: NewLetter,
): Promise<number> {
  const told = await db.run(sql`
    update kontor.notifications n set letter_id = ${id}
    from kontor.users u left join kontor.notification_settings s on s.user_id = u.id
    where n.user_id = ${user} and ${untold(since)} and u.id = n.user_id and ${REACHABLE}
      and (${WAY} = 'each' or (${WAY} = 'digest' and n.created_at <= ${digest}::timestamptz))`)
  if (told > 0)
    await db.run(sql`
      insert into kontor.notification_letters (id, user_id, made_at)
      values (${id}, ${user}, ${at})`)
  return told
}

export type Language = 'en' | 'ru'
export type LetterLine = { kind: Kind; actor: string | null; text: string; stream: string }

/** The notifications of a mail; always the same. */
export const listTold = (db: Db, letter: string) =>
  db.all(sql<LetterLine & { email: string; name: string; language: Language }>`
    select n.kind, n.text, n.stream, a.name as actor, u.email, u.name, u.language
    from kontor.notifications n join kontor.users u on u.id = n.user_id
    left join kontor.users a on a.id = n.actor_id
    where n.letter_id = ${letter} order by n.created_at, n.id`)

export const endLetter = async (
  db: Db,
  id: string,
  { at, error }: { at: Date; error: string | null },
): Promise<boolean> =>
  (await db.run(sql<{ id: string }>`
    update kontor.notification_letters set ended_at = ${at}, error = ${error}
    where id = ${id} and ended_at is null returning id`)) > 0

export const forgetLetters = (db: Db, before: Date) =>
  db.run(sql`delete from kontor.notification_letters where ended_at < ${before}`)

/** Held until the connection ends; false if another one holds it. */
export async function tryLock(db: Db, user: string): Promise<boolean> {
  const { locked } = await db.one(sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${advisoryLock('letters', sql`${user}::uuid::text`)}) as locked`)
  return locked
}
