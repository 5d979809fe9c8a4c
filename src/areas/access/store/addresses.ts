import type { Db } from '../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../platform/db/sql.ts'

export type AddressChange = { id: string; user_id: string; before: string; changed_at: Date }

export const insertChange = (db: Db, change: AddressChange) =>
  db.run(sql`insert into kontor.address_changes ${valuesOf(change)}`)

/** The earliest change since then; until it is confirmed, the address that it led to is not trusted. */
export const findUnconfirmed = (db: Db, user: string, since: Date) =>
  db.first(sql<AddressChange>`
    select id, user_id, before, changed_at from kontor.address_changes
    where user_id = ${user} and changed_at > ${since} and confirmed_at is null
    order by changed_at limit 1`)

export const findChange = (db: Db, id: string) =>
  db.first(sql<AddressChange>`
    select id, user_id, before, changed_at from kontor.address_changes where id = ${id}`)

export const saveHash = (db: Db, id: string, hash: Buffer) =>
  db.run(sql`update kontor.address_changes set hash = ${hash} where id = ${id}`)

/** Held, so that a link works once. A change that its owner has confirmed stays. */
export const lockByHash = (db: Db, hash: Buffer, since: Date) =>
  db.first(sql<AddressChange & { email: string }>`
    select c.id, c.user_id, c.before, c.changed_at, u.email
    from kontor.address_changes c join kontor.users u on u.id = c.user_id
    where c.hash = ${hash} and c.changed_at > ${since} and c.confirmed_at is null
      and u.deleted_at is null and u.status <> 3
    for update`)

/** A change and those that followed are as if they had never been. */
export const deleteSince = (db: Db, { user_id, changed_at }: AddressChange) =>
  db.run(sql`
    delete from kontor.address_changes
    where user_id = ${user_id} and changed_at >= ${changed_at}`)

/** Held, so that it is not changed while it is confirmed. */
export const lockAddress = (db: Db, user: string) =>
  db.one(sql<{ email: string }>`select email from kontor.users where id = ${user} for update`)

export const saveConfirmed = (db: Db, user: string, now: Date) =>
  db.run(sql`
    update kontor.address_changes set confirmed_at = ${now}
    where user_id = ${user} and confirmed_at is null`)

export const deleteOldChanges = (db: Db, before: Date) =>
  db.run(sql`delete from kontor.address_changes where changed_at <= ${before}`)

export const saveAddress = (db: Db, user: string, email: string, now: Date) =>
  db.run(sql`
    update kontor.users set email = ${email}, updated_at = ${now}, version = version + 1
    where id = ${user}`)
