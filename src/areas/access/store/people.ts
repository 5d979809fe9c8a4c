import { type Insertable, sql } from 'kysely'
import { conflict } from '../../../lib/errors.ts'
import { ADMINISTRATORS, ALL_USERS } from '../../../lib/ids.ts'
import { type Caller, type Credential, SYSTEM } from '../../../platform/caller.ts'
import { build, type Db, statement } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Account } from '../operations.ts'

type Person = { id: string; login: string; name: string; email: string; subjects: string[] }

/**
 * Blocked and deleted users are nobody. Positions, departments and groups are followed through any
 * depth; a loop ends by itself.
 */
const selectPerson = statement<Person>(`
  with recursive mine(id) as (
    values ($1::uuid), ('${ALL_USERS}')
    union
    select around.unit_id from mine cross join lateral kontor.units_around(mine.id) around
  )
  select u.id, u.login, u.name, u.email, array(select id::text from mine) as subjects
  from kontor.users u
  where u.id = $1 and u.deleted_at is null and u.status <> 3`)

export async function findCaller(
  db: Db,
  userId: string,
  credential: Credential,
): Promise<Caller | undefined> {
  const [person] = await db.query(selectPerson, [userId])
  if (!person) return undefined
  return { ...toAccount(person), credential, subjects: new Set(person.subjects) }
}

const selectPeople = statement<Person>(`
  select u.id, u.login, u.name, u.email, array(
    with recursive mine(id) as (
      values (u.id), ('${ALL_USERS}'::uuid)
      union
      select around.unit_id from mine cross join lateral kontor.units_around(mine.id) around
    )
    select id::text from mine) as subjects
  from kontor.users u
  where u.id = any($1::uuid[]) and u.deleted_at is null and u.status <> 3`)

/** Those of the users who can come in, as if they called themselves. */
export async function listCallers(db: Db, ids: readonly string[]): Promise<Caller[]> {
  const people = await db.query(selectPeople, [ids])
  return people.map((person) => ({
    ...toAccount(person),
    credential: SYSTEM.credential,
    subjects: new Set(person.subjects),
  }))
}

export async function findAccount(db: Db, userId: string): Promise<Account | undefined> {
  const [person] = await db.query(selectPerson, [userId])
  return person && toAccount(person)
}

const toAccount = ({ id, login, name, email, subjects }: Person): Account => ({
  id,
  login,
  name,
  email,
  isAdministrator: subjects.includes(ADMINISTRATORS),
})

export const findPassword = (db: Db, login: string) =>
  db.first(
    build
      .selectFrom('kontor.users')
      .select(['id', 'password_hash', 'password_is_first'])
      .where(sql<boolean>`lower(login) = lower(${login})`)
      .where('deleted_at', 'is', null)
      .where('status', '<>', 3),
  )

export const findPasswordById = (db: Db, id: string) =>
  db.first(
    build
      .selectFrom('kontor.users')
      .select(['login', 'password_hash'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  )

export async function insertUser(db: Db, user: Insertable<Tables['kontor.users']>): Promise<void> {
  try {
    await db.run(build.insertInto('kontor.users').values(user))
  } catch (error) {
    if (isUniqueViolation(error, 'users_login')) {
      throw conflict(`the login "${user.login}" is taken`, error)
    }
    throw error
  }
}

export const countUsers = async (db: Db): Promise<number> =>
  (await db.one(build.selectFrom('kontor.users').select(sql<number>`count(*)`.as('count')))).count

const lockFirst = statement('select pg_advisory_xact_lock(83650002)')

/** Several nodes may start on one empty database: only one makes the first administrator. */
export const lockBootstrap = (db: Db) => db.query(lockFirst, [])

export const findFirstMember = async (db: Db, groupId: string): Promise<string | undefined> => {
  const row = await db.first(
    build
      .selectFrom('kontor.group_members as m')
      .innerJoin('kontor.users as u', 'u.id', 'm.member_id')
      .select('u.id')
      .where('m.group_id', '=', groupId)
      .where('u.deleted_at', 'is', null)
      .where('u.status', '<>', 3)
      .orderBy('u.created_at')
      .limit(1),
  )
  return row?.id
}

export const addToGroup = (db: Db, groupId: string, userId: string) =>
  db.run(
    build
      .insertInto('kontor.group_members')
      .values({ group_id: groupId, member_kind: 'user', member_id: userId })
      .onConflict((conflict) => conflict.doNothing()),
  )

export const savePassword = (db: Db, userId: string, hash: string, now: Date) =>
  db.run(
    build
      .updateTable('kontor.users')
      .set({
        password_hash: hash,
        password_is_first: false,
        updated_at: now,
        version: sql`version + 1`,
      })
      .where('id', '=', userId),
  )

const selectOwn = statement<OwnSettings>(
  'select timezone as "timeZone", password_is_first as "isFirstPassword" from kontor.users where id = $1',
)

export type OwnSettings = { timeZone: string; isFirstPassword: boolean }

export async function findOwnSettings(db: Db, id: string): Promise<OwnSettings> {
  return (await db.query(selectOwn, [id]))[0] ?? { timeZone: 'UTC', isFirstPassword: false }
}
