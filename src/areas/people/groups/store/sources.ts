import { memoize } from '../../../../lib/cache.ts'
import { NIL_ID } from '../../../../lib/ids.ts'
import { type Source, sourceColumns } from '../../../../lists/source.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { name, raw, type Sql, sql } from '../../../../platform/db/sql.ts'
import { usersInside } from './membership.ts'

const roles = raw(`(select id, 'user' as type, name, created_at, deleted_at from kontor.users
    union all select id, 'group', name, created_at, deleted_at from kontor.groups
    union all select id, 'osnode', name, created_at, deleted_at from kontor.org_units)`)

export const listRoleNames = (db: Db, ids: readonly string[]) =>
  db.all(sql<{ id: string; name: string }>`
    select id, name from ${roles} r where id = any(${ids}::uuid[])`)

/** Subjects of roles: users, groups and org chart units in one list. */
export const rolesSource: Source = {
  table: roles,
  where: [],
  order: [{ field: '__createdAt', ascending: true }],
  columns: sourceColumns([
    ['__id', 'ID', 'id'],
    ['id', 'ID', 'id'],
    ['type', 'CODE', 'type'],
    ['__name', 'STRING', 'name'],
    ['__createdAt', 'DATETIME', 'created_at'],
    ['__deletedAt', 'DATETIME', 'deleted_at'],
  ]),
}

const expression = (value: Sql) => () => value

const orSystem = (column: string) =>
  expression(sql`coalesce(${name('t', column)}, ${NIL_ID}::uuid)`)

const members = sql`array(select m.member_id from kontor.group_members m
  where m.group_id = t.id order by m.ordinal)`

/** Groups, some of which have other names for the caller. */
export const groupsSource = memoize((names: Readonly<Record<string, string>>): Source => {
  const hasNames = Object.keys(names).length > 0
  const named = hasNames
    ? expression(sql`coalesce(${JSON.stringify(names)}::jsonb ->> t.id::text, t.name)`)
    : 'name'
  return {
    table: raw('kontor.groups'),
    where: [],
    order: [{ field: '__createdAt', ascending: true }],
    columns: sourceColumns([
      ['__id', 'ID', 'id'],
      ['id', 'ID', 'id'],
      ['__name', 'STRING', named],
      ['name', 'STRING', named],
      ['code', 'CODE', 'code'],
      ['namespace', 'CODE', 'namespace'],
      ['description', 'STRING', 'description'],
      ['isRole', 'BOOLEAN', 'is_role'],
      ['isDefault', 'BOOLEAN', 'is_default'],
      ['subOrgunitIds', 'SYS_OSNODE', expression(members), { single: false }],
      ['__createdAt', 'DATETIME', 'created_at'],
      ['__createdBy', 'ID', orSystem('created_by')],
      ['__updatedAt', 'DATETIME', 'updated_at'],
      ['__updatedBy', 'ID', orSystem('updated_by')],
      ['__deletedAt', 'DATETIME', 'deleted_at'],
    ]),
  }
})

export const inNamespace = (namespace: string): Sql => sql`t.namespace = ${namespace}`

/** Users in a group, through any depth. */
export const isInside = (group: string): Sql => sql`t.id in (${usersInside(group)})`

/** Who or what is in a group directly. */
export const isMemberOf = (group: string): Sql =>
  sql`t.id in (select m.member_id from kontor.group_members m where m.group_id = ${group})`

/** Groups that something is in directly. */
export const isAround = (member: string): Sql =>
  sql`t.id in (select m.group_id from kontor.group_members m where m.member_id = ${member})`
