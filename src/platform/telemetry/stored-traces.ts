import type { Db } from '../db/db.ts'
import { type Sql, sql } from '../db/sql.ts'
import { currentSpan, isTracing, traceparent } from './span.ts'

/** Maps a request to its trace: events know their request, so deliveries of events can continue the trace. */
export function rememberTrace(requestId: string, at: Date): Sql[] {
  if (!currentSpan()?.isSampled) return []
  return [
    sql`
      insert into kontor.request_traces (request_id, traceparent, created_at)
      values (${requestId}, ${traceparent()}, ${at})
      on conflict (request_id) do update
      set traceparent = excluded.traceparent, created_at = excluded.created_at`,
  ]
}

type Stored = { request_id: string; traceparent: string }

export async function findTraces(
  db: Db,
  requestIds: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  if (!isTracing()) return new Map()
  const rows = await db.all(sql<Stored>`
    select request_id, traceparent from kontor.request_traces
    where request_id = any(${requestIds}::text[])`)
  return new Map(rows.map((row) => [row.request_id, row.traceparent]))
}

/** Rows that are deleted quickly; the rest waits for the next run. */
const MOST_DELETED = 50_000

export const deleteOldTraces = (db: Db, before: Date, most = MOST_DELETED) =>
  db.run(sql`
    delete from kontor.request_traces where request_id in (
      select request_id from kontor.request_traces where created_at < ${before} limit ${most})`)
