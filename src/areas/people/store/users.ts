import { ID, idIn, type Rows, type Searched } from '../../../kinds/kind.ts'
import { NIL_ID } from '../../../lib/ids.ts'
import { ROW, type Source, sourceColumns } from '../../../lists/source.ts'
import type { Db } from '../../../platform/db/db.ts'
import { name, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { photoOf } from './profiles.ts'

export const userRows: Rows = {
  table: raw('kontor.users'),
  key: ID,
  isLive: raw('t.deleted_at is null'),
  facts: { id: idIn(ID) },
}

export const isGuest = async (db: Db, user: string): Promise<boolean> =>
  (await db.run(sql`select from kontor.users where id = ${user} and is_guest`)) > 0

export const userNames: Searched = {
  name: raw('t.name'),
  parts: [
    {
      part: '',
      fields: [],
      text: raw(`concat_ws(E'\\n', t.full_name, t.login, t.email, t.displayed_position)`),
    },
  ],
  select: raw(`t.name as title, coalesce(nullif(t.displayed_position, ''), t.login) as subtitle`),
}

/** The same expression for every part of a field, or one for each. */
const expression =
  (value: Sql, parts: Record<string, Sql> = {}) =>
  (suffix: string): Sql =>
    parts[suffix] ?? value

const orSystem = (column: string) =>
  expression(sql`coalesce(${ROW}.${name(column)}, ${NIL_ID}::uuid)`)

const unitsOf = (kind: 'position' | 'group') =>
  expression(sql`array(select around.unit_id from kontor.units_around(${ROW}.id) around
    where around.unit_kind = ${raw(`'${kind}'`)} order by around.unit_id)`)

/** The names of the positions that somebody holds. */
export const positionNames = (user: Sql): Sql => sql`(
  select string_agg(o.name, ', ' order by o.name)
  from kontor.units_around(${user}) around join kontor.org_units o on o.id = around.unit_id
  where around.unit_kind = 'position')`

/** What a person typed, or else their positions. */
const displayedPosition = sql`coalesce(nullif(${ROW}.displayed_position, ''),
  ${positionNames(sql`${ROW}.id`)}, '')`

/**
 * The numbers of the public API: 0 invited, 1 refused, 2 active, 3 blocked, 4 withdrawn. Here nobody refuses,
 * and an invitation that is withdrawn leaves nobody. People of other companies have a number of their own.
 */
const STATUS = sql`(case when ${ROW}.status = 3 then 3 when ${ROW}.is_guest or ${ROW}.status = 4 then 5
  when ${ROW}.status in (0, 1) then 0 else 2 end)::integer`

const fullName = expression(
  sql`jsonb_build_object('lastname', ${ROW}.last_name, 'firstname', ${ROW}.first_name,
    'middlename', ${ROW}.middle_name)`,
  { $text: sql`${ROW}.full_name` },
)

/** The searched key of each contact, one to a line. */
const contacts = (column: string, key: string) => {
  const value = sql`${ROW}.${name(column)}`
  const text = sql`(select string_agg(c ->> ${raw(`'${key}'`)}, E'\n')
    from jsonb_array_elements(${value}) c)`
  return expression(value, { $text: text })
}

export const usersSource: Source = {
  table: raw('kontor.users'),
  where: [],
  order: [{ field: '__createdAt', ascending: true }],
  columns: sourceColumns([
    ['__id', 'ID', 'id'],
    ['id', 'ID', 'id'],
    ['__name', 'STRING', 'name'],
    ['__createdAt', 'INSTANT', 'created_at'],
    ['__createdBy', 'ID', orSystem('created_by')],
    ['__updatedAt', 'INSTANT', 'updated_at'],
    ['__updatedBy', 'ID', orSystem('updated_by')],
    ['__deletedAt', 'DATETIME', 'deleted_at'],
    ['__index', 'INTEGER', 'index'],
    ['__version', 'VERSION', expression(sql`extract(epoch from ${ROW}.updated_at)::bigint`)],
    ['__debug', 'BOOLEAN', expression(raw('false'))],
    ['__externalId', 'STRING', 'external_id'],
    ['__subscribers', 'SYS_USER', expression(raw("'{}'::uuid[]")), { single: false }],
    ['__status', 'STATUS', expression(STATUS, { $order: raw('0') })],
    ['fullname', 'FULL_NAME', fullName],
    ['login', 'STRING', 'login'],
    ['email', 'STRING', 'email'],
    ['displayedPosition', 'STRING', expression(displayedPosition)],
    ['mobilePhone', 'PHONE', contacts('mobile_phone', 'tel')],
    ['workPhone', 'PHONE', contacts('work_phone', 'tel')],
    ['accounts', 'ACCOUNT', contacts('accounts', 'login')],
    ['birthDate', 'DATETIME', 'birth_date', { kind: 'date' }],
    ['hireDate', 'DATETIME', 'hire_date', { kind: 'date' }],
    ['timezone', 'STRING', 'timezone'],
    ['avatar', 'IMAGE', 'avatar', { single: false }],
    ['photo', 'STRING', expression(photoOf(sql`${ROW}.id`))],
    ['osIds', 'SYS_OSNODE', unitsOf('position'), { single: false }],
    ['groupIds', 'SYS_OSNODE', unitsOf('group'), { single: false }],
  ]),
}

/** What an employee has besides what the user has. */
export const employeeColumns = sourceColumns([
  ['user', 'SYS_USER', expression(sql`array[${ROW}.id]`)],
  ['position', 'STRING', expression(displayedPosition)],
])
