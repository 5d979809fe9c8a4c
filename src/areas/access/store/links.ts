import type { Db } from '../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../platform/db/sql.ts'
import { ACTIVE, INVITED, NEW } from './people.ts'

/** With those of guests one comes in; with the others one chooses a password. */
export type LinkKind = 'invitation' | 'reset' | 'guest_invitation' | 'guest'

type Link = { id: string; user_id: string; kind: LinkKind; hash: Buffer; expires_at: Date }

export type ReadLink = {
  user: string
  kind: LinkKind
  login: string
  name: string
  email: string
  expires_at: Date
}

/** Whether somebody is a guest, and stays so until the transaction ends. */
export const lockReceiver = (db: Db, user: string) =>
  db.first(sql<{ isGuest: boolean }>`
    select is_guest as "isGuest" from kontor.users where id = ${user} for update`)

/** Whether it was stored: who has enough of them gets no more, and those that are out stay as they are. */
export const addLink = async (
  db: Db,
  link: Link,
  { now, most }: { now: Date; most: number },
): Promise<boolean> =>
  (await db.run(sql`
    insert into kontor.account_links (id, user_id, kind, hash, expires_at)
    select ${link.id}, ${link.user_id}, ${link.kind}, ${link.hash}, ${link.expires_at}
    where (
      select count(*) from kontor.account_links
      where user_id = ${link.user_id} and kind = ${link.kind} and expires_at > ${now}
    ) < ${most}`)) > 0

/** A later link replaces an earlier one of the same kind. */
export async function insertLink(db: Db, link: Link): Promise<void> {
  await db.run(sql`
    delete from kontor.account_links where user_id = ${link.user_id} and kind = ${link.kind}`)
  await db.run(sql`insert into kontor.account_links ${valuesOf(link)}`)
}

export const findLink = (db: Db, hash: Buffer, now: Date) =>
  db.first(sql<ReadLink>`
    select u.id as user, l.kind, u.login, u.name, u.email, l.expires_at
    from kontor.account_links l join kontor.users u on u.id = l.user_id
    where l.hash = ${hash} and l.expires_at > ${now} and u.deleted_at is null and u.status <> 3`)

/** Whether it was still there: a link works once. */
export const deleteLink = async (db: Db, hash: Buffer): Promise<boolean> =>
  (await db.run(sql`delete from kontor.account_links where hash = ${hash}`)) > 0

export const deleteLinksOf = (db: Db, user: string) =>
  db.run(sql`delete from kontor.account_links where user_id = ${user}`)

export const deleteOldLinks = (db: Db, now: Date) =>
  db.run(sql`delete from kontor.account_links where expires_at <= ${now}`)

export type Receiver = {
  id: string
  name: string
  /** What a letter begins with. */
  firstName: string
  email: string
  language: 'en' | 'ru'
  hasPassword: boolean
}

/** In Russian people are addressed by first and middle name. */
const FIRST_NAME = sql`coalesce(
  nullif(concat_ws(' ', nullif(first_name, ''),
    case when language = 'ru' and first_name <> '' then nullif(middle_name, '') end), ''),
  nullif(name, ''), login)`
const RECEIVER = sql`id, name, ${FIRST_NAME} as "firstName", email, language,
  password_hash is not null as "hasPassword"`
const PRESENT = sql`deleted_at is null and status <> 3`

export const findReceiver = (db: Db, user: string) =>
  db.first(sql<Receiver>`
    select ${RECEIVER} from kontor.users where id = ${user} and ${PRESENT}`)

export const findGuestReceiver = (db: Db, email: string) =>
  db.first(sql<Receiver>`
    select ${RECEIVER} from kontor.users
    where is_guest and lower(email) = lower(${email}) and ${PRESENT}`)

/** By login, or by an address that only one person has. */
export async function findReceiverByName(db: Db, given: string): Promise<Receiver | undefined> {
  const found = await db.all(sql<Receiver & { isLogin: boolean }>`
    select ${RECEIVER}, lower(login) = lower(${given}) as "isLogin" from kontor.users
    where (lower(login) = lower(${given}) or lower(email) = lower(${given})) and ${PRESENT}
    limit 3`)
  return found.find(({ isLogin }) => isLogin) ?? (found.length === 1 ? found[0] : undefined)
}

/** Until they have chosen a password; guests are invited from the beginning, and choose none. */
export const saveInvited = (db: Db, user: string) =>
  db.run(sql`
    update kontor.users set status = ${INVITED}
    where id = ${user} and status in (${NEW}, ${ACTIVE}) and password_hash is null
      and not is_guest`)

export const saveJoined = (db: Db, user: string) =>
  db.run(sql`
    update kontor.users set status = ${ACTIVE}
    where id = ${user} and status in (${NEW}, ${INVITED})`)
