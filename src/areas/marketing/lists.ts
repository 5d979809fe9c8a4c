import type { List } from '../../api/list.ts'
import { notFound } from '../../lib/errors.ts'
import type { JsonText } from '../../lib/json-text.ts'
import { list } from '../../lists/list.ts'
import { ListRequest } from '../../lists/request.ts'
import { ROW, type Source, sourceColumns } from '../../lists/source.ts'
import type { Context } from '../../platform/context.ts'
import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import { readable, requireContacts } from './policy.ts'

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
  const inside = sql`exists (select from kontor.marketing_segment_subscribers m
    where m.segment_id = ${id} and m.subscriber_id = ${ROW}.id)`
  return listSubscribers(ctx, request, [inside])
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

const order = [{ field: '__createdAt', ascending: true }]

const segments: Source = {
  table: raw('kontor.marketing_segments'),
  where: [],
  order,
  hasFlatFilter: true,
  columns: sourceColumns([
    ['__id', 'ID', 'id'],
    ['id', 'ID', 'id'],
    ['name', 'STRING', 'name'],
    ['__name', 'STRING', 'name'],
    ['externalId', 'CODE', 'external_id'],
    ['preference', 'ID', 'preference_id'],
    ['type', 'CODE', () => raw("'static'::text")],
    ['subscribersCount', 'INTEGER', 'subscribers_count'],
    ['__createdAt', 'DATETIME', 'created_at'],
    ['__createdBy', 'ID', 'created_by'],
    ['__updatedAt', 'DATETIME', 'updated_at'],
    ['__updatedBy', 'ID', 'updated_by'],
    ['__deletedAt', 'DATETIME', () => raw('null::timestamptz')],
  ]),
}

const source = sql`jsonb_build_object('namespace', ${ROW}.namespace, 'code', ${ROW}.code,
  'id', ${ROW}.item_id)`

const subscribers: Source = {
  table: raw('kontor.marketing_subscribers'),
  where: [],
  order,
  hasFlatFilter: true,
  columns: sourceColumns([
    ['__id', 'ID', 'id'],
    ['id', 'ID', 'id'],
    ['__name', 'STRING', 'name'],
    ['name', 'STRING', 'name'],
    ['email', 'STRING', 'email'],
    ['subscribed', 'BOOLEAN', 'subscribed'],
    ['preferences', 'SYS_OSNODE', 'preferences', { single: false }],
    ['source', 'JSON', () => source],
    ['__createdAt', 'DATETIME', 'created_at'],
    ['__updatedAt', 'DATETIME', 'updated_at'],
  ]),
}
