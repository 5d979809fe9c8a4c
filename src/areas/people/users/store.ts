import { type Selectable, sql } from 'kysely'
import { containing } from '../../../fields/kinds/like.ts'
import { conflict } from '../../../lib/errors.ts'
import { build, type Db, statement } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { countRoughly, roughCount } from '../../../platform/db/rough-count.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { type Person, STATUSES } from './operations.ts'

const COLUMNS = [
  'id',
  'login',
  'email',
  'last_name',
  'first_name',
  'middle_name',
  'name',
  'status',
  'mobile_phone',
  'work_phone',
  'accounts',
  'birth_date',
  'hire_date',
  'timezone',
  'displayed_position',
  'avatar',
  'external_id',
  'solution',
  'created_at',
  'updated_at',
  'deleted_at',
] as const

export type UserRow = Pick<Selectable<Tables['kontor.users']>, (typeof COLUMNS)[number]>
export type UserColumns = Omit<Partial<UserRow>, 'id' | 'name' | 'created_at'> & {
  password_hash?: null
}

/** Holds the row until the transaction ends, so that a check and its write see one state. */
export const lockUser = (
  db: Db,
  id: string,
  { deleted = false } = {},
): Promise<UserRow | undefined> =>
  db.first(
    build
      .selectFrom('kontor.users')
      .select(COLUMNS)
      .where('id', '=', id)
      .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
      .forUpdate(),
  )

const selectUnknown = statement<{ id: string }>(`
  select distinct i.id from unnest($1::uuid[]) i(id)
  where not exists (select from kontor.users u where u.id = i.id and u.deleted_at is null)
  order by i.id`)

export async function listUnknown(db: Db, ids: readonly string[]): Promise<string[]> {
  return (await db.query(selectUnknown, [ids])).map(({ id }) => id)
}

const selectDefined = statement<UserRow>(`
  select ${COLUMNS.join(', ')} from kontor.users
  where solution = $1 or lower(login) = any($2::text[])
  order by index`)

/** The users a solution made, and those with these logins; the deleted ones too. */
export const listDefined = (db: Db, solution: string, logins: string[]): Promise<UserRow[]> =>
  db.query(selectDefined, [solution, logins])

export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const row = await db.first(selectPeople().where('id', '=', id))
  return row && toPerson(row)
}

export type Wanted = {
  text?: string | undefined
  status?: Person['status'] | undefined
  deleted: boolean
  from: number
  size: number
}

export async function listPeople(
  db: Db,
  wanted: Wanted,
): Promise<{ users: Person[]; total: number }> {
  const { from, size } = wanted
  const page = matching(wanted, selectPeople()).orderBy(sql`name collate "und-x-icu"`).orderBy('id')
  const rows = await db.all(page.offset(from).limit(size))
  const count = build.selectFrom('kontor.users').select(sql<number>`count(*)`.as('total'))
  const { total } = await db.one(matching(wanted, count))
  return { users: rows.map(toPerson), total }
}

export async function saveUser(
  db: Db,
  { id, login }: { id: string; login: string },
  changes: UserColumns & { updated_by: string },
): Promise<void> {
  const set = { ...changes, ...asJson(changes), version: sql<number>`version + 1` }
  try {
    await db.run(build.updateTable('kontor.users').set(set).where('id', '=', id))
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

type Query<Self> = { where(condition: ReturnType<typeof sql<boolean>>): Self }

function matching<Q extends Query<Q>>({ text, status, deleted }: Wanted, query: Q): Q {
  let found = query.where(deleted ? sql`deleted_at is not null` : sql`deleted_at is null`)
  if (status !== undefined) found = found.where(sql`status = ${STATUSES.indexOf(status)}`)
  if (text === undefined || text === '') return found
  const pattern = containing(text)
  return found.where(
    sql`(name ilike ${pattern} or login ilike ${pattern} or email ilike ${pattern})`,
  )
}

const unitsOf = (kind: 'group' | 'position') => sql<string[]>`array(
  select around.unit_id from kontor.units_around(kontor.users.id) around
  where around.unit_kind = ${sql.lit(kind)} order by around.unit_id)`

const selectPeople = () =>
  build
    .selectFrom('kontor.users')
    .select(COLUMNS)
    .select([unitsOf('position').as('positions'), unitsOf('group').as('groups')])

const asJson = ({ mobile_phone, work_phone, accounts }: UserColumns) => ({
  mobile_phone: json(mobile_phone),
  work_phone: json(work_phone),
  accounts: json(accounts),
})

const json = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value)

const toPerson = (row: UserRow & { positions: string[]; groups: string[] }): Person => ({
  id: row.id,
  login: row.login,
  name: row.name,
  lastName: row.last_name,
  firstName: row.first_name,
  middleName: row.middle_name,
  email: row.email,
  status: STATUSES[row.status] ?? 'new',
  mobilePhone: row.mobile_phone as Person['mobilePhone'],
  workPhone: row.work_phone as Person['workPhone'],
  accounts: row.accounts as Person['accounts'],
  birthDate: row.birth_date,
  hireDate: row.hire_date,
  timezone: row.timezone,
  displayedPosition: row.displayed_position,
  avatar: row.avatar,
  externalId: row.external_id,
  positions: row.positions,
  groups: row.groups,
  solution: row.solution,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  deletedAt: row.deleted_at?.toISOString() ?? null,
})

const selectNames = statement<{ id: string; name: string; email: string }>(
  'select id, name, email from kontor.users where id = any($1::uuid[]) and deleted_at is null',
)

export const listNames = (db: Db, ids: readonly string[]) => db.query(selectNames, [ids])

const active = roughCount({
  table: 'users',
  where: `status = ${STATUSES.indexOf('active')} and deleted_at is null`,
  index: 'users_created',
})

export const countActive = (db: Db): Promise<number> => countRoughly(db, active)

const selectAllNames = statement<{ id: string; name: string }>(
  'select id, name from kontor.users where id = any($1::uuid[])',
)

/** The deleted ones, too. */
export const listAllNames = (db: Db, ids: readonly string[]) => db.query(selectAllNames, [ids])
