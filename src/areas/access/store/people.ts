import { conflict } from '../../../lib/errors.ts'
import { ADMINISTRATORS, ALL_USERS } from '../../../lib/ids.ts'
import { type Caller, type Credential, SYSTEM } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { raw, type Sql, sql, valuesOf } from '../../../platform/db/sql.ts'
import type { Account } from '../sign-in-operations.ts'

type Person = {
  id: string
  login: string
  name: string
  email: string
  is_guest: boolean
  subjects: string[]
}

/** Everybody is a member of it but guests. */
const everybody = (column: Sql) => sql`select '${raw(ALL_USERS)}'::uuid where not ${column}`

/**
 * Blocked and deleted users are nobody. Positions, departments and groups are followed through any
 * depth; a loop ends by itself.
 */
const findPerson = (db: Db, userId: string): Promise<Person | undefined> =>
  db.first(sql<Person>`
    with recursive mine(id) as (
      (values (${userId}::uuid) union all
        ${everybody(sql`(select is_guest from kontor.users where id = ${userId})`)})
      union
      select around.unit_id from mine cross join lateral kontor.units_around(mine.id) around
    )
    select u.id, u.login, u.name, u.email, u.is_guest, array(select id::text from mine) as subjects
    from kontor.users u
    where u.id = ${userId} and u.deleted_at is null and u.status <> 3`)

export async function findCaller(
  db: Db,
  userId: string,
  credential: Credential,
): Promise<Caller | undefined> {
  const person = await findPerson(db, userId)
  if (!person) return undefined
  return { ...toAccount(person), credential, subjects: new Set(person.subjects) }
}

/** Those of the users who can come in, as if they called themselves. */
export async function listCallers(db: Db, ids: readonly string[]): Promise<Caller[]> {
  const people = await db.all(sql<Person>`
    select u.id, u.login, u.name, u.email, u.is_guest, array(
      with recursive mine(id) as (
        (values (u.id) union all ${everybody(raw('u.is_guest'))})
        union
        select around.unit_id from mine cross join lateral kontor.units_around(mine.id) around
      )
      select id::text from mine) as subjects
    from kontor.users u
    where u.id = any(${ids}::uuid[]) and u.deleted_at is null and u.status <> 3`)
  return people.map((person) => ({
    ...toAccount(person),
    credential: SYSTEM.credential,
    subjects: new Set(person.subjects),
  }))
}

export async function findAccount(db: Db, userId: string): Promise<Account | undefined> {
  const person = await findPerson(db, userId)
  return person && toAccount(person)
}

/** With everything that may have rights on their behalf. */
export async function findPersonWithSubjects(db: Db, userId: string) {
  const person = await findPerson(db, userId)
  return person && { account: toAccount(person), subjects: person.subjects }
}

const toAccount = ({ id, login, name, email, is_guest, subjects }: Person): Account => ({
  id,
  login,
  name,
  email,
  // Whatever group they were put into by mistake.
  isAdministrator: !is_guest && subjects.includes(ADMINISTRATORS),
  isGuest: is_guest,
})

export const findPassword = (db: Db, login: string) =>
  db.first(sql<{ id: string; password_hash: string | null; password_initial_until: Date | null }>`
    select id, password_hash, password_initial_until from kontor.users
    where lower(login) = lower(${login}) and deleted_at is null and status <> 3`)

/** Also of somebody who is blocked. */
export const findIdByLogin = (db: Db, login: string) =>
  db.first(sql<{ id: string }>`
    select id from kontor.users where lower(login) = lower(${login}) and deleted_at is null`)

export const findPasswordById = (db: Db, id: string) =>
  db.first(sql<{ login: string; name: string; email: string; password_hash: string | null }>`
    select login, name, email, password_hash from kontor.users where id = ${id} and deleted_at is null`)

/** As the contract numbers them. */
export const [NEW, INVITED, ACTIVE] = [0, 1, 2] as const

export type NewUser = {
  id: string
  login: string
  email: string
  last_name: string
  first_name: string
  middle_name: string
  is_guest: boolean
  status: number
  password_hash: string | null
  password_is_first: boolean
  password_initial_until: Date | null
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
}

export async function insertUser(db: Db, user: NewUser): Promise<void> {
  try {
    await db.run(sql`insert into kontor.users ${valuesOf(user)}`)
  } catch (error) {
    if (isUniqueViolation(error, 'users_login')) {
      throw conflict(`the login "${user.login}" is taken`, error)
    }
    throw error
  }
}

export const countUsers = async (db: Db): Promise<number> =>
  (await db.one(sql<{ count: number }>`select count(*) as count from kontor.users`)).count

/** Several nodes may start on one empty database: only one makes the first administrator. */
export const lockBootstrap = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(${advisoryLock('bootstrap')})`)

export const findFirstMember = async (db: Db, groupId: string): Promise<string | undefined> => {
  const row = await db.first(sql<{ id: string }>`
    select u.id from kontor.group_members m join kontor.users u on u.id = m.member_id
    where m.group_id = ${groupId} and u.deleted_at is null and u.status <> 3
    order by u.created_at limit 1`)
  return row?.id
}

export const addToGroup = (db: Db, groupId: string, userId: string) =>
  db.run(sql`
    insert into kontor.group_members (group_id, member_kind, member_id)
    values (${groupId}, 'user', ${userId}) on conflict do nothing`)

export type SavedPassword = { id: string; hash: string; initialUntil: Date | null }

export const savePassword = (db: Db, { id, hash, initialUntil }: SavedPassword, now: Date) =>
  db.run(sql`
    update kontor.users set password_hash = ${hash}, password_is_first = false,
      password_initial_until = ${initialUntil}, updated_at = ${now}, version = version + 1
    where id = ${id}`)

export type OwnSettings = { timeZone: string; isFirstPassword: boolean }

export async function findOwnSettings(db: Db, id: string): Promise<OwnSettings> {
  const row = await db.first(sql<OwnSettings>`
    select timezone as "timeZone", password_is_first as "isFirstPassword" from kontor.users
    where id = ${id}`)
  return row ?? { timeZone: 'UTC', isFirstPassword: false }
}
