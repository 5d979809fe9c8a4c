import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Language, LetterLine } from '../store/letters.ts'
import { type Clocked, IS_PUSHED, TIMES } from '../store/settings.ts'
import type { BrowserKeys } from './encryption.ts'

export type NewSubscription = BrowserKeys & {
  id: string
  session: string
  user: string
  endpoint: string
  at: Date
}

/** Replaces earlier subscriptions of the session and of this browser. */
export async function insertSubscription(db: Db, made: NewSubscription): Promise<void> {
  await db.run(sql`
    delete from kontor.push_subscriptions
    where session_id = ${made.session} or endpoint = ${made.endpoint}`)
  await db.run(sql`
    insert into kontor.push_subscriptions
      (id, session_id, user_id, endpoint, public_key, auth, created_at)
    values (${made.id}, ${made.session}, ${made.user}, ${made.endpoint}, ${made.publicKey},
      ${made.auth}, ${made.at})`)
}

/** Those of a user beyond the newest. */
export const deleteOldest = (db: Db, user: string, most: number) =>
  db.run(sql`
    delete from kontor.push_subscriptions where id in (
      select id from kontor.push_subscriptions where user_id = ${user}
      order by created_at desc, id desc offset ${most})`)

export const deleteOfSession = async (db: Db, session: string): Promise<boolean> =>
  (await db.run(sql`delete from kontor.push_subscriptions where session_id = ${session}`)) > 0

export const deleteSubscription = async (db: Db, id: string): Promise<boolean> =>
  (await db.run(sql`delete from kontor.push_subscriptions where id = ${id}`)) > 0

export const hasSubscription = async (db: Db, session: string): Promise<boolean> =>
  (await db.first(sql`
    select from kontor.push_subscriptions where session_id = ${session}`)) !== undefined

export type Pushed = BrowserKeys &
  Clocked &
  LetterLine & { session: string; endpoint: string; language: Language; failures: number }

type PushKey = {
  notification: string
  subscription: string
  since: Date
  rested: Date
}

/** Unread, recent notifications for a browser that did not fail lately. */
export const findPushed = (db: Db, wanted: PushKey): Promise<Pushed | undefined> =>
  db.first(sql<Pushed>`
    select p.session_id as session, p.endpoint, p.public_key as "publicKey", p.auth, p.failures,
      n.kind, n.stream, n.text,
      a.name as actor, u.id, u.language, u.timezone as zone, ${TIMES}
    from kontor.push_subscriptions p
    join kontor.users u on u.id = p.user_id and u.deleted_at is null and u.status <> 3
    join kontor.notifications n on n.id = ${wanted.notification} and n.user_id = u.id
    left join kontor.notification_settings s on s.user_id = u.id
    left join kontor.users a on a.id = n.actor_id
    where p.id = ${wanted.subscription} and n.read_at is null and n.created_at > ${wanted.since}
      and (p.failed_at is null or p.failed_at <= ${wanted.rested})
      and ${IS_PUSHED} and not n.kind = any(coalesce(s.muted, '{}'))`)

export async function countFailure(db: Db, id: string, at: Date): Promise<void> {
  await db.run(sql`
    update kontor.push_subscriptions set failures = failures + 1, failed_at = ${at} where id = ${id}`)
}

export async function forgetFailures(db: Db, id: string): Promise<void> {
  await db.run(sql`
    update kontor.push_subscriptions set failures = 0, failed_at = null where id = ${id}`)
}

const KEY = 'push_key'

export const findSenderKey = async (db: Db): Promise<string | undefined> => {
  const row = await db.first(sql<{ key: string }>`
    select value #>> '{}' as key from kontor.settings where key = ${KEY}`)
  return row?.key
}

/** Returns the stored key, whoever created it. */
export const insertSenderKey = async (db: Db, sealed: string): Promise<string> => {
  const { key } = await db.one(sql<{ key: string }>`
    insert into kontor.settings as s (key, value) values (${KEY}, to_jsonb(${sealed}::text))
    on conflict (key) do update set value = s.value returning s.value #>> '{}' as key`)
  return key
}

/** Browsers accept messages only from the key they subscribed with. */
export async function deleteSenderKey(db: Db): Promise<void> {
  await db.run(sql`delete from kontor.settings where key = ${KEY}`)
  await db.run(sql`delete from kontor.push_subscriptions`)
}
