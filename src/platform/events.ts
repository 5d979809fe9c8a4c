import type pg from 'pg'
import type { Context } from './context.ts'
import { type Db, statement } from './db/db.ts'

/** Something that really happened to one object. `data` says what changed. */
export type AppEvent = {
  type: string
  object: string
  namespace?: string
  code?: string
  data: Record<string, unknown>
}

export type EventOrigin = {
  at: Date
  actor: string
  credential: string | null
  requestId: string
}

/** Who acts on an event inside its own transaction, wired in `app.ts`. */
export type Listeners = Record<string, (ctx: Context, event: AppEvent) => Promise<void>>

const insertEvents = statement(`
  insert into kontor.events
    (at, type, object_id, namespace, code, data, actor_id, credential_id, request_id)
  select $1, e.type, e.object, e.namespace, e.code, e.data, $2, $3, $4
  from jsonb_to_recordset($5::jsonb)
    as e(type text, object text, namespace text, code text, data jsonb)`)

export function appendEvents(events: AppEvent[], origin: EventOrigin): pg.QueryConfig[] {
  if (events.length === 0) return []
  const { at, actor, credential, requestId } = origin
  const values = [at, actor, credential, requestId, JSON.stringify(events)]
  return [{ name: insertEvents.name, text: insertEvents.text, values }]
}

export type StoredEvent = AppEvent & {
  position: number
  at: Date
  actor: string | null
  requestId: string | null
}

/**
 * How far a reader has come. Transactions below `until` have all ended, so the events in
 * `from ≤ tx < until` are complete; the reader has seen those up to `position`.
 */
export type Cursor = { from: string; until: string; position: number }

export const START: Cursor = { from: '0', until: '0', position: 0 }

const selectEvents = statement<{
  position: number
  at: Date
  type: string
  object_id: string
  namespace: string | null
  code: string | null
  actor_id: string | null
  request_id: string | null
  data: Record<string, unknown>
}>(`
  select position, at, type, object_id, namespace, code, actor_id, request_id, data
  from kontor.events
  where tx >= $1::xid8 and tx < $2::xid8 and position > $3
  order by position limit $4`)

const selectHorizon = statement<{ horizon: string }>(
  'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
)

/**
 * The next events after the cursor, each exactly once over all calls, and those of one object in
 * the order in which they happened. No writer waits for a reader, and none is ever skipped: an
 * event is shown only when every transaction that could still commit before it has ended.
 */
export async function readEvents(
  db: Db,
  cursor: Cursor,
  limit: number,
): Promise<{ events: StoredEvent[]; cursor: Cursor }> {
  const rest = await selectBatch(db, cursor, limit)
  if (rest.events.length > 0) return rest
  const [row] = await db.query(selectHorizon, [])
  const until = row?.horizon ?? cursor.until
  if (until === cursor.until) return { events: [], cursor }
  return selectBatch(db, { from: cursor.until, until, position: 0 }, limit)
}

async function selectBatch(db: Db, cursor: Cursor, limit: number) {
  const rows = await db.query(selectEvents, [cursor.from, cursor.until, cursor.position, limit])
  const events = rows.map(
    (row): StoredEvent => ({
      position: row.position,
      at: row.at,
      type: row.type,
      object: row.object_id,
      ...(row.namespace !== null && { namespace: row.namespace }),
      ...(row.code !== null && { code: row.code }),
      actor: row.actor_id,
      requestId: row.request_id,
      data: row.data,
    }),
  )
  return { events, cursor: { ...cursor, position: events.at(-1)?.position ?? cursor.position } }
}
