import type { List } from '../../api/list.ts'
import { notFound } from '../../lib/errors.ts'
import type { JsonText } from '../../lib/json-text.ts'
import { list } from '../../lists/list.ts'
import { ListRequest } from '../../lists/request.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { readable, requireContacts } from './policy.ts'
import { inSegment, segments, subscribers } from './store/sources.ts'

export async function listSegments(ctx: Context, request: ListRequest): Promise<List> {
  await requireContacts(ctx, 'read')
  return list(ctx.db, { ...segments, asked: { by: ctx.user.id, at: ctx.now() } }, request)
}

export async function getSegment(ctx: Context, id: string): Promise<JsonText> {
  const [segment] = (await listSegments(ctx, ListRequest.parse({ ids: [id] }))).rows
  if (!segment) throw notFound('segment', id)
  return segment
}

export async function listSegmentSubscribers(
  ctx: Context,
  id: string,
  request: ListRequest,
): Promise<List> {
  await getSegment(ctx, id)
  return listSubscribers(ctx, request, [inSegment(id)])
}

export async function listSubscribers(
  ctx: Context,
  request: ListRequest,
  where: Sql[] = [],
): Promise<List> {
  const allowed = [...where, ...(await readable(ctx))]
  const asked = { by: ctx.user.id, at: ctx.now() }
  return list(ctx.db, { ...subscribers, where: allowed, asked }, request)
}
