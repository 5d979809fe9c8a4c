import { containing } from '../../../fields/kinds/like.ts'
import { conflict } from '../../../lib/errors.ts'
import {
  ascending,
  descending,
  listPage,
  type Next,
  type PageRequest,
} from '../../../lists/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { countRoughly } from '../../../platform/db/rough-count.ts'
import { assign, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { knownEvents } from '../../../platform/event-log/traces.ts'
import { photoOf } from '../store/profiles.ts'
import { positionNames } from '../store/users.ts'
import { type Person, STATUSES } from './operations.ts'

export type UserRow = {
  id: string
  login: string
  email: string
  last_name: string
  first_name: string
  middle_name: string
  name: string
  status: number
  mobile_phone: Person['mobilePhone']
  work_phone: Person['workPhone']
  accounts: Person['accounts']
  birth_date: string | null
  hire_date: string | null
  timezone: string
  language: Person['language']
  displayed_position: string
  avatar: string[]
  external_id: string | null
  solution: string | null
  /** As an identity provider sent the user. */
  scim: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

const COLUMNS = sql`id, login, email, last_name, first_name, middle_name, name, status,
  mobile_phone, work_phone, accounts, birth_date, hire_date, timezone, language, displayed_position, avatar,
  external_id, solution, created_at, updated_at, deleted_at`

export const USER_ROW = sql`${COLUMNS}, scim`

export type UserColumns = Omit<Partial<UserRow>, 'id' | 'name' | 'created_at'> & {
  password_hash?: null
  is_guest?: false
  scim_id_changed_at?: Date
}

/** Holds the row until the transaction ends, so that a check and its write see one state. */
export const lockUser = (
  db: Db,
  id: string,
  { deleted = false } = {},
): Promise<UserRow | undefined> =>
  db.first(sql<UserRow>`
    select ${USER_ROW} from kontor.users
    where id = ${id} and (${deleted} or deleted_at is null) for update`)

export async function listUnknown(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    select distinct i.id from unnest(${ids}::uuid[]) i(id)
    where not exists (select from kontor.users u where u.id = i.id and u.deleted_at is null)
    order by i.id`)
  return rows.map(({ id }) => id)
}

/** The users a solution made, and those with these logins; the deleted ones too. */
export const listDefined = (db: Db, solution: string, logins: string[]): Promise<UserRow[]> =>
  db.all(sql<UserRow>`
    select ${USER_ROW} from kontor.users
    where solution = ${solution} or lower(login) = any(${logins}::text[])
    order by index`)

export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const row = await db.first(sql<PersonRow>`select ${PERSON} from kontor.users where id = ${id}`)
  return row && toPerson(row)
}

export type UserFilter = {
  text?: string | undefined
  status?: Person['status'] | undefined
  deleted: boolean
}

export async function listPeople(
  db: Db,
  wanted: UserFilter,
  page: PageRequest,
): Promise<{ users: Person[]; total: number } & Next> {
  const list = {
    columns: PERSON,
    from: sql`kontor.users`,
    where: matching(wanted),
    order: [ascending('name collate "und-x-icu"', 'text'), ascending('id', 'uuid')],
  }
  const { rows, ...rest } = await listPage<PersonRow>(db, list, page)
  return { users: rows.map(toPerson), ...rest }
}

export type GuestRow = Pick<UserRow, 'id' | 'name' | 'email' | 'created_at'> & {
  isBlocked: boolean
  invited_by: string | null
}

/** External people, the newest first. */
export const listGuests = (db: Db, page: PageRequest) =>
  listPage<GuestRow>(
    db,
    {
      columns: sql`id, name, email, created_at,
        status = ${STATUSES.indexOf('blocked')} as "isBlocked", (
        select by.name from kontor.users by where by.id = kontor.users.created_by) as invited_by`,
      from: sql`kontor.users`,
      where: [sql`is_guest`, sql`deleted_at is null`],
      order: [descending('created_at', 'timestamptz'), descending('id', 'uuid')],
    },
    page,
  )

/**
 * Whoever has the address, or has it as their login; held until the transaction ends. So is the address of nobody:
 * of two who look for it at once, the second finds whom the first made.
 */
export async function lockByAddress(db: Db, email: string) {
  await db.run(
    sql`select pg_advisory_xact_lock(${advisoryLock('address', sql`lower(${email}::text)`)})`,
  )
  return db.first(sql<{ id: string; isGuest: boolean; status: number }>`
    select id, is_guest as "isGuest", status from kontor.users
    where (lower(email) = lower(${email}) or lower(login) = lower(${email}))
      and deleted_at is null
    order by is_guest limit 1 for update`)
}

export async function saveUser(
  db: Db,
  { id, login }: { id: string; login: string },
  changes: UserColumns & { updated_by: string },
): Promise<void> {
  const set = assign({ ...changes, ...asJson(changes) })
  try {
    await db.run(sql`update kontor.users set ${set}, version = version + 1 where id = ${id}`)
  } catch (error) {
    if (isUniqueViolation(error, 'users_login')) {
      throw conflict(`the login "${changes.login ?? login}" is taken`)
    }
    if (isUniqueViolation(error, 'users_external_id')) {
      throw conflict(`another user has the external id "${changes.external_id}"`)
    }
    throw error
  }
}

export type TransferredColumns = Omit<UserColumns, 'password_hash'> & {
  created_at: Date
  created_by: string
  updated_by: string
}

/** With the dates and authors of another system. */
export const saveTransferred = (db: Db, id: string, columns: TransferredColumns) =>
  db.run(sql`update kontor.users set ${assign({ ...columns, ...asJson(columns) })},
    version = version + 1 where id = ${id}`)

/** Whether an account came from another system. */
const IS_BROUGHT = sql`exists (
  select from ${knownEvents} e where e.object_id = 'user:' || u.id and e.type = 'user.created'
    and e.is_transferred)`

/** Whether an account came from another system and nobody has changed it here. */
export async function isAsItCame(db: Db, id: string): Promise<boolean> {
  const found = await db.run(sql`
    select from kontor.users u where u.id = ${id} and ${IS_BROUGHT} and not exists (
      select from ${knownEvents} e where e.object_id = 'user:' || u.id
        and e.type in ('user.updated', 'user.blocked', 'user.unblocked', 'user.deleted')
        and not e.is_transferred)`)
  return found > 0
}

/** The positions that somebody holds, as they are shown. */
export async function findPositionNames(db: Db, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ names: string | null }>`
    select ${positionNames(sql`${id}::uuid`)} as names`)
  return row?.names ?? undefined
}

/** Everybody with an address, and whether they are of this company and were here before. */
export async function listByEmail(db: Db, email: string) {
  if (email === '') return []
  return db.all(sql<{ id: string; isOwn: boolean }>`
    select u.id, not u.is_guest and u.status <> ${STATUSES.indexOf('blocked')}
      and not ${IS_BROUGHT} as "isOwn"
    from kontor.users u where lower(u.email) = lower(${email}) and u.deleted_at is null`)
}

/** Logins of deleted users stay taken. */
export const isLoginTaken = async (db: Db, login: string): Promise<boolean> =>
  (await db.run(sql`select from kontor.users where lower(login) = lower(${login})`)) > 0

function matching({ text, status, deleted }: UserFilter): Sql[] {
  const conditions = [deleted ? sql`deleted_at is not null` : sql`deleted_at is null`]
  if (status !== undefined) conditions.push(sql`status = ${STATUSES.indexOf(status)}`)
  if (text !== undefined && text !== '') {
    const pattern = containing(text)
    conditions.push(
      sql`(name ilike ${pattern} or login ilike ${pattern} or email ilike ${pattern})`,
    )
  }
  return conditions
}

type PersonRow = Omit<UserRow, 'scim'> & {
  is_guest: boolean
  positions: string[]
  groups: string[]
  photo: string | null
}

const unitsOf = (kind: 'group' | 'position') => sql`array(
  select around.unit_id from kontor.units_around(kontor.users.id) around
  where around.unit_kind = ${kind} order by around.unit_id)`

const PERSON = sql`${COLUMNS}, ${unitsOf('position')} as positions, ${unitsOf('group')} as groups,
  ${photoOf(raw('kontor.users.id'))} as photo, is_guest`

const asJson = ({ mobile_phone, work_phone, accounts, scim }: UserColumns) => ({
  mobile_phone: json(mobile_phone),
  work_phone: json(work_phone),
  accounts: json(accounts),
  scim: scim === null ? null : json(scim),
})

const json = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value)

const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  login: row.login,
  name: row.name,
  lastName: row.last_name,
  firstName: row.first_name,
  middleName: row.middle_name,
  email: row.email,
  status: STATUSES[row.status] ?? 'new',
  isGuest: row.is_guest,
  mobilePhone: row.mobile_phone,
  workPhone: row.work_phone,
  accounts: row.accounts,
  birthDate: row.birth_date,
  hireDate: row.hire_date,
  timezone: row.timezone,
  language: row.language,
  displayedPosition: row.displayed_position,
  avatar: row.avatar,
  photo: row.photo,
  externalId: row.external_id,
  positions: row.positions,
  groups: row.groups,
  solution: row.solution,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  deletedAt: row.deleted_at?.toISOString() ?? null,
})

export const listNames = (db: Db, ids: readonly string[]) =>
  db.all(sql<{ id: string; name: string; email: string }>`
    select id, name, email from kontor.users where id = any(${ids}::uuid[])
      and deleted_at is null`)

const active = {
  table: 'users',
  where: sql`status = ${STATUSES.indexOf('active')} and deleted_at is null`,
  index: 'users_created',
}

export const countActive = (db: Db): Promise<number> => countRoughly(db, active)

/** The deleted ones, too. */
export const listAllNames = (db: Db, ids: readonly string[]) =>
  db.all(
    sql<{
      id: string
      name: string
    }>`select id, name from kontor.users where id = any(${ids}::uuid[])`,
  )
