import type { List } from '../../../api/list.ts'
import { notFound } from '../../../lib/errors.ts'
import type { JsonText } from '../../../lib/json-text.ts'
import { list } from '../../../lists/list.ts'
import { ListRequest } from '../../../lists/request.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { listNodes } from '../org-chart/lists.ts'
import { listUsers } from '../users/lists.ts'
import { getGroupId, namespaceExists } from './service.ts'
import {
  groupsSource,
  inNamespace,
  isAround,
  isInside,
  isMemberOf,
  rolesSource,
} from './store/sources.ts'
import { systemNames } from './system-names.ts'

export { rolesSource }

/** Everybody may see every group. */
export function listGroups(ctx: Context, request: ListRequest, where: Sql[] = []): Promise<List> {
  const source = groupsSource(systemNames(ctx.language))
  return list(ctx.db, { ...source, where, asked: { by: ctx.user.id, at: ctx.now() } }, request)
}

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
  return listGroups(ctx, request, [inNamespace(namespace)])
}

/** Everybody in a group, through any depth. */
export async function listUsersIn(
  ctx: Context,
  reference: string,
  request: ListRequest,
): Promise<List> {
  const id = await getGroupId(ctx, reference)
  return listUsers(ctx, request, [isInside(id)])
}

/** Departments count as positions here: both are places in the org chart. */
export async function listPositionsIn(
  ctx: Context,
  reference: string,
  request: ListRequest,
): Promise<List> {
  return listNodes(ctx, request, [isMemberOf(await getGroupId(ctx, reference))])
}

export async function listGroupsIn(
  ctx: Context,
  reference: string,
  request: ListRequest,
): Promise<List> {
  return listGroups(ctx, request, [isMemberOf(await getGroupId(ctx, reference))])
}

export async function listGroupsAround(
  ctx: Context,
  reference: string,
  request: ListRequest,
): Promise<List> {
  const id = await getGroupId(ctx, reference)
  return listGroups(ctx, request, [isAround(id)])
}
