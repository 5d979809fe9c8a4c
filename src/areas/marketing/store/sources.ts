import { ROW, type Source, sourceColumns } from '../../../lists/source.ts'
import { raw, type Sql, sql } from '../../../platform/db/sql.ts'

const order = [{ field: '__createdAt', ascending: true }]

export const segments: Source = {
  table: raw('kontor.marketing_segments'),
  where: [],
  order,
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

export const subscribers: Source = {
  table: raw('kontor.marketing_subscribers'),
  where: [],
  order,
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

export const inSegment = (id: string): Sql =>
  sql`exists (select from kontor.marketing_segment_subscribers m
    where m.segment_id = ${id} and m.subscriber_id = ${ROW}.id)`

/** Of items of these apps, `crm/contacts`. */
export const ofApps = (paths: readonly string[]): Sql =>
  sql`${ROW}.namespace || '/' || ${ROW}.code = any(${paths}::text[])`
