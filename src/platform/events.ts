import type { EventType } from '../lib/event-types.ts'
import { toJsonb } from '../lib/storable.ts'
import type { Context } from './context.ts'
import type { Db } from './db/db.ts'
import { type Sql, sql } from './db/sql.ts'
import { requireDefinitions, unlessChanged } from './pinned-definitions.ts'

/** A change of one object. `data` says what changed. */
export type AppEvent = {
  type: EventType
  object: string
  namespace?: string
  code?: string
  data: Record<string, unknown>
}

/** What causes a change: a process instance or a handler of a module. Its events name it. */
export type Cause = {
  instance?: string
  template: string
  depth: number
  /** The handlers of modules that already acted in this chain: each acts once. */
  through?: readonly string[]
  /** The causes before it, back to a request to this server: see `chain.ts`. */
  chain?: readonly string[]
}

/** Events of an instance that the change moved have a cause already. */
export const causedBy = (cause: Cause | undefined, event: AppEvent): AppEvent =>
  cause ? { ...event, data: { cause, ...event.data } } : event

/** An event for people who are not administrators: they may not know the processes and modules that caused it. */
export function withoutNames<Event extends Pick<AppEvent, 'data'>>(event: Event): Event {
  const { cause } = event.data as { cause?: Cause }
  if (!cause) return event
  const { instance, depth } = cause
  return { ...event, data: { ...event.data, cause: { ...(instance && { instance }), depth } } }
}

export type EventOrigin = {
  at: Date
  actor: string
  credential: string | null
  requestId: string
}

/** What many events have in common. */
export type EventKind = Omit<AppEvent, 'object'>

/** Runs in the transaction of the events. */
export type Listener = {
  /** Whether it handles such events; events of a large change are read only for listeners that do. */
  hears(ctx: Context, kind: EventKind): Promise<boolean>
  run(ctx: Context, events: readonly AppEvent[]): Promise<void>
}

/** A listener that handles events one by one. */
export const toEach = (listen: (ctx: Context, event: AppEvent) => Promise<void>): Listener => ({
  hears: async () => true,
  run: async (ctx, events) => {
    for (const event of events) await listen(ctx, event)
  },
})

/** Wired in `app.ts`. */
export type Listeners = Partial<Record<EventType, Listener>>

/** Events of a large change, produced by the database from its rows. */
export type EventQuery = {
  /** The type and common data of the events, one for every type that may occur. */
  kinds: readonly EventKind[]
  /** In the order of their positions; must not change before the end of the transaction. */
  query: Sql<Pick<AppEvent, 'type' | 'object' | 'data'>>
}

/** `definitions` is the version of the set that the change used: if it is outdated, the statement fails. */
export function appendEvents(
  events: AppEvent[],
  origin: EventOrigin,
  definitions: number | null = null,
): Sql[] {
  if (events.length === 0) return requireDefinitions(definitions)
  const { at, actor, credential, requestId } = origin
  const insert = sql`
    insert into kontor.events
      (at, type, object_id, namespace, code, data, actor_id, credential_id, request_id)
    select ${at}, e.type, e.object, e.namespace, e.code, e.data, ${actor}, ${credential},
      ${requestId}
    from jsonb_to_recordset(${toJsonb(events)}::jsonb)
      as e(type text, object text, namespace text, code text, data jsonb)
    where ${unlessChanged(definitions)}`
  return [insert]
}

/** The same for events that a query returns. */
export function appendQuery(
  { kinds, query }: EventQuery,
  { at, actor, credential, requestId }: EventOrigin,
): Sql {
  const { namespace = null, code = null } = kinds[0] ?? {}
  return sql`
    insert into kontor.events
      (at, type, object_id, namespace, code, data, actor_id, credential_id, request_id)
    select ${at}, e.type, e.object, ${namespace}, ${code}, e.data, ${actor}, ${credential},
      ${requestId}
    from (${query}) e`
}

export type StoredEvent = AppEvent & {
  position: number
  at: Date
  actor: string | null
  requestId: string | null
}

/**
 * The progress of a reader; can be stored as JSON. At a missing position it waits for the transactions
 * that may hold it: when `writers` have ended, everything up to `upTo` is final.
 */
export type Cursor = { position: number; waiting?: { upTo: number; writers: string[] } }

export const START: Cursor = { position: 0 }

/** An event as it is stored. */
export type StoredRow = {
  position: number
  at: Date
  type: string
  object_id: string
  namespace: string | null
  code: string | null
  actor_id: string | null
  request_id: string | null
  data: Record<string, unknown>
}

const eventsAfter = (position: number, limit: number) => sql<StoredRow>`
  select position, at, type, object_id, namespace, code, actor_id, request_id, data
  from kontor.events
  where position > ${position}
  order by position limit ${limit}`

/** The transactions that write to the log now, or those of `known` that still do. */
export const findWriters = async (db: Db, known: string[] | null): Promise<string[]> => {
  // A writer holds this lock from before it takes a position until its end. Another database of the cluster, such
  // as a copy of this one, may have a table with the same oid.
  const rows = await db.all(sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where database = (select oid from pg_database where datname = current_database())
      and relation = 'kontor.events'::regclass and mode = 'RowExclusiveLock' and granted
      and (${known}::text[] is null or virtualtransaction = any(${known}))`)
  return rows.map(({ writer }) => writer)
}

export type Batch = {
  events: StoredEvent[]
  cursor: Cursor
  /** There is more, but an earlier position may still be committed: read again in a moment. */
  isWaiting: boolean
}

/**
 * The next events after the cursor: each exactly once over all calls, in the order of their positions,
 * which for one object is the order of its changes. Positions are taken in that order but committed in
 * any, so a reader stops at a missing one. A transaction takes its position last, so it is rarely missing
 * for long; a rolled-back one is recognised when all transactions that may hold it have ended. No writer
 * ever waits for a reader.
 */
export async function readEvents(db: Db, cursor: Cursor, limit: number): Promise<Batch> {
  const { position, waiting } = cursor
  const rows = await db.all(eventsAfter(position, limit))
  const next = rows.filter((row, at) => row.position === position + at + 1)
  const last = next.at(-1)?.position ?? position
  if (last > position || rows.length === 0) return toBatch(next, last, waiting)
  const { upTo = rows.at(-1)?.position ?? last, writers: known = null } = waiting ?? {}
  const writers = await findWriters(db, known)
  if (writers.length === 0) return readDecided(db, { position, upTo }, limit)
  return { events: [], cursor: { position, waiting: { upTo, writers } }, isWaiting: true }
}

async function readDecided(
  db: Db,
  { position, upTo }: { position: number; upTo: number },
  limit: number,
): Promise<Batch> {
  const rows = await db.all(eventsAfter(position, limit))
  const decided = rows.filter((row) => row.position <= upTo)
  const last = decided.length === limit ? decided.at(-1)?.position : undefined
  return toBatch(decided, last ?? upTo, { upTo, writers: [] })
}

function toBatch(rows: StoredRow[], position: number, waiting: Cursor['waiting']): Batch {
  const cursor = waiting && waiting.upTo > position ? { position, waiting } : { position }
  return { events: rows.map(toEvent), cursor, isWaiting: false }
}

/** How many of the newest events are searched for one that is still being written. */
const NEWEST = 1000

/**
 * A position from which a reader misses nothing if it reads the current state afterwards: the newest event, or
 * before the first one that is still being written.
 */
export async function safePosition(db: Db): Promise<number> {
  const { newest, gap } = await db.one(sql<{ newest: number; gap: number | null }>`
    select coalesce(max(position), 0) as newest,
      min(position) filter (where next > position + 1) as gap
    from (
      select position, lead(position) over (order by position) as next
      from (select position from kontor.events order by position desc limit ${NEWEST}) as events
    ) as steps`)
  if (gap === null) return newest
  const writers = await findWriters(db, null)
  return writers.length === 0 ? newest : gap
}

export async function newestPosition(db: Db): Promise<number> {
  const { position } = await db.one(
    sql<{ position: number }>`select coalesce(max(position), 0) as position from kontor.events`,
  )
  return position
}

export const toEvent = (row: StoredRow): StoredEvent => ({
  position: row.position,
  at: row.at,
  type: row.type as EventType,
  object: row.object_id,
  ...(row.namespace !== null && { namespace: row.namespace }),
  ...(row.code !== null && { code: row.code }),
  actor: row.actor_id,
  requestId: row.request_id,
  data: row.data,
})
