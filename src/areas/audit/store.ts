import type { Db } from '../../platform/db/db.ts'
import { and, type Sql, sql } from '../../platform/db/sql.ts'
import { placesOf } from '../../platform/event-log/times.ts'
import type { StoredRow } from '../../platform/events.ts'
import type { AuditEntry } from './operations.ts'

export type AuditFilter = {
  object?: string | undefined
  actor?: string | undefined
  type?: string | undefined
  namespace?: string | undefined
  code?: string | undefined
  since?: string | undefined
  until?: string | undefined
  before?: number | undefined
  size: number
}

export async function listEntries(db: Db, wanted: AuditFilter): Promise<AuditEntry[]> {
  const { object, actor, type, namespace, code, since, until, before, size } = wanted
  const chosen: Sql[] = []
  if (object !== undefined) chosen.push(sql`object_id = ${object}`)
  if (actor !== undefined) chosen.push(sql`actor_id = ${actor}`)
  if (namespace !== undefined) chosen.push(sql`namespace = ${namespace}`)
  if (code !== undefined) chosen.push(sql`code = ${code}`)
  if (since !== undefined) chosen.push(sql`at >= ${new Date(since)}`)
  if (until !== undefined) chosen.push(sql`at < ${new Date(until)}`)
  if (before !== undefined) chosen.push(sql`position < ${before}`)
  if (type !== undefined) chosen.push(ofType(type))
  // By object there is an index, and few events.
  const places =
    object === undefined
      ? await placesOf(db, { since: toDate(since), until: toDate(until) })
      : [sql`true`]
  const rows: Row[] = []
  for (const place of places) {
    if (rows.length < size) rows.push(...(await read(db, [...chosen, place], size - rows.length)))
  }
  return rows.map((row) => ({
    position: row.position,
    at: row.at.toISOString(),
    type: row.type,
    object: row.object_id,
    namespace: row.namespace,
    code: row.code,
    actor: row.actor_id,
    credential: row.credential_id,
    requestId: row.request_id,
    data: row.data,
  }))
}

type Row = StoredRow & { credential_id: string | null }

const read = (db: Db, chosen: Sql[], size: number): Promise<Row[]> =>
  db.all(sql<Row>`
    select position, at, type, object_id, namespace, code, actor_id, credential_id, request_id, data
    from kontor.events where ${and(chosen)} order by position desc limit ${size}`)

const toDate = (time: string | undefined) => (time === undefined ? undefined : new Date(time))

const ofType = (filter: string): Sql =>
  filter.endsWith('*') ? sql`type ^@ ${filter.slice(0, -1)}` : sql`type = ${filter}`
