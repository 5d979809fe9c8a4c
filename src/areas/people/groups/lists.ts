import type { List } from '../../../api/list.ts'
import { notFound } from '../../../lib/errors.ts'
import { NIL_ID } from '../../../lib/ids.ts'
import type { JsonText } from '../../../lib/json-text.ts'
import { list } from '../../../lists/list.ts'
import { ListRequest } from '../../../lists/request.ts'
import { type Source, sourceColumns } from '../../../lists/source.ts'
import type { Context } from '../../../platform/context.ts'
import { name, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { listNodes } from '../org-chart/lists.ts'
import { listUsers } from '../users/lists.ts'
import { getGroupId, namespaceExists } from './service.ts'
import { usersInside } from './store/membership.ts'

/** Everybody may see every group. */
export const listGroups = (ctx: Context, request: ListRequest, where: Sql[] = []): Promise<List> =>
  list(ctx.db, { ...source, where, asked: { by: ctx.user.id, at: ctx.now() } }, request)

/** A deleted group is shown with the time it was deleted at. */
export async function getGroup(ctx: Context, reference: string): Promise<JsonText> {
  const id = await getGroupId(ctx, reference)
  return (await listGroups(ctx, ListRequest.parse({ ids: [id] }))).row
}

export async function listGroupsOf(
  ctx: Context,
  namespace: string,
  request: ListRequest,
): Promise<List> {
  if (!(await namespaceExists(ctx, namespace))) {
    throw notFound(namespace.includes('.') ? 'app' : 'workspace', namespace)
  }
  return listGroups(ctx, request, [sql`t.namespace = ${namespace}`])
}

/** Everybody in a group, through any depth. */
export async function listUsersIn(
  ctx: Context,
  reference: string,
  request: ListRequest,
): Promise<List> {
  const id = await getGroupId(ctx, reference)
  return listUsers(ctx, request, [sql`t.id in (${usersInside(id)})`])
}

const membersOf = (id: string) =>
  sql`t.id in (select m.member_id from kontor.group_members m where m.group_id = ${id})`

/** Departments count as positions here: both are places in the org chart. */
export async function listPositionsIn(
  ctx: Context,
  reference: string,
  request: ListRequest,
): Promise<List> {
  return listNodes(ctx, request, [membersOf(await getGroupId(ctx, reference))])
}

export async function listGroupsIn(
  ctx: Context,
  reference: string,
  request: ListRequest,
): Promise<List> {
  return listGroups(ctx, request, [membersOf(await getGroupId(ctx, reference))])
}

export async function listGroupsAround(
  ctx: Context,
  reference: string,
  request: ListRequest,
): Promise<List> {
  const id = await getGroupId(ctx, reference)
  const around = sql`select m.group_id from kontor.group_members m where m.member_id = ${id}`
  return listGroups(ctx, request, [sql`t.id in (${around})`])
}

/** Whoever can have a role: users, groups and places of the org chart in one list. */
export const rolesSource: Source = {
  table: raw(`(select id, 'user' as type, name, created_at, deleted_at from kontor.users
    union all select id, 'group', name, created_at, deleted_at from kontor.groups
    union all select id, 'osnode', name, created_at, deleted_at from kontor.org_units)`),
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

const source: Source = {
  table: raw('kontor.groups'),
  where: [],
  order: [{ field: '__createdAt', ascending: true }],
  columns: sourceColumns([
    ['__id', 'ID', 'id'],
    ['id', 'ID', 'id'],
    ['__name', 'STRING', 'name'],
    ['name', 'STRING', 'name'],
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
