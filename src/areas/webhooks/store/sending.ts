import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { Cursor } from '../../../platform/events.ts'

/** A webhook as the node that sends for it knows it. */
export type Leased = {
  id: string
  name: string
  url: string
  secret: string
  old_secret: string | null
  old_secret_until: Date | null
  types: string[]
  namespaces: string[]
  apps: string[]
  cursor: Cursor
  failures: number
  failing_since: Date | null
  rest_until: Date | null
  version: number
}

const lease = (key: string, now: Date): Sql => sql`
  update kontor.webhooks
  set lease_key = ${key}, lease_until = ${now}::timestamptz + interval '15 seconds'`
const ANSWER = sql`
  returning id, name, url, secret, old_secret, old_secret_until, types, namespaces, apps, cursor,
    failures, failing_since, rest_until, version`

/** Keeps the webhooks it has, and takes those that nobody sends for. */
export const leaseAll = async (db: Db, key: string, now: Date): Promise<Leased[]> => [
  ...(await db.all(sql<Leased>`
    ${lease(key, now)} where lease_key = ${key} and paused_at is null ${ANSWER}`)),
  ...(await db.all(sql<Leased>`
    ${lease(key, now)}
    where id in (
      select id from kontor.webhooks
      where paused_at is null and lease_key is distinct from ${key}
        and (lease_until is null or lease_until < ${now})
      for update skip locked) ${ANSWER}`)),
]

export const releaseAll = (db: Db, key: string): Promise<number> =>
  db.run(
    sql`update kontor.webhooks set lease_key = null, lease_until = null where lease_key = ${key}`,
  )

/** Locked for the transaction; undefined when another node has it by now, or it was deleted. */
export const lockHeld = (
  db: Db,
  id: string,
  key: string,
): Promise<{ is_paused: boolean } | undefined> =>
  db.first(sql<{ is_paused: boolean }>`
    select paused_at is not null as is_paused from kontor.webhooks
    where id = ${id} and lease_key = ${key} for update`)

/** What is sent of an event. */
export type Message = {
  position: number
  object: string
  attempts: number
  type: string
  at: Date
  namespace: string | null
  code: string | null
  actor: string | null
  requestId: string | null
  data: Record<string, unknown>
}
/** One that is written down, because it could not be sent at once. */
export type Delivery = Message & { id: number }

/** What may be sent now: nothing that would overtake an earlier message about the same object. */
export const findDue = (db: Db, id: string, now: Date, most: number): Promise<Delivery[]> =>
  db.all(sql<Delivery>`
    select d.id, d.position, d.object_id as object, d.attempts, e.type, e.at, e.namespace, e.code,
      e.actor_id as actor, e.request_id as "requestId", e.data
    from kontor.webhook_deliveries d join kontor.events e using (position)
    where d.webhook_id = ${id} and d.state = 'pending' and d.due_at <= ${now}
      and not exists (
        select from kontor.webhook_deliveries f
        where f.webhook_id = d.webhook_id and f.object_id = d.object_id and f.state = 'pending'
          and f.id < d.id and f.due_at > ${now})
    order by d.id limit ${most}`)

/** Those of the objects about which an earlier message still waits. */
export async function findWaiting(
  db: Db,
  id: string,
  objects: readonly string[],
): Promise<Set<string>> {
  if (objects.length === 0) return new Set()
  const rows = await db.all(sql<{ object: string }>`
    select distinct object_id as object from kontor.webhook_deliveries
    where webhook_id = ${id} and state = 'pending' and object_id = any(${objects}::text[])`)
  return new Set(rows.map(({ object }) => object))
}

/** What became of a message; without an attempt it waits. */
export type Result = {
  state: 'pending' | 'delivered' | 'dead'
  attempts: number
  dueAt: Date
  status: number | null
  error: string | null
}

export const settleAll = (
  db: Db,
  settled: readonly (Result & { id: number })[],
  now: Date,
): Promise<number> =>
  db.run(sql`
    update kontor.webhook_deliveries d
    set state = s.state, attempts = s.attempts, due_at = s."dueAt", last_at = ${now},
      status = s.status, error = s.error
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      as s(id bigint, state text, attempts integer, "dueAt" timestamptz, status integer, error text)
    where d.id = s.id and d.state = 'pending'`)

type Progress = {
  /** Of the messages between the two cursors, in the order of their positions. */
  results: readonly (Result & Pick<Message, 'position' | 'object' | 'type'>)[]
  from: Cursor
  to: Cursor
  now: Date
}

/**
 * Moves the cursor, together with what became of the messages before it: neither without the other. False if a
 * replay has moved it meanwhile, to before all of them.
 */
export async function advance(
  db: Db,
  id: string,
  { results, from, to, now }: Progress,
): Promise<boolean> {
  const moved = await db.run(sql`
    update kontor.webhooks set cursor = ${JSON.stringify(to)}::jsonb where id = ${id}
      and cursor = ${JSON.stringify(from)}::jsonb`)
  if (moved === 0) return false
  if (results.length > 0) {
    await db.run(sql`
      insert into kontor.webhook_deliveries
        (webhook_id, position, object_id, type, state, attempts, due_at, last_at, status, error)
      select ${id}, r.position, r.object, r.type, r.state, r.attempts, r."dueAt",
        case when r.attempts > 0 then ${now}::timestamptz end, r.status, r.error
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as r(position bigint, object text, type text, state text, attempts integer,
          "dueAt" timestamptz, status integer, error text)
      order by r.position`)
  }
  return true
}

export type EndpointState = {
  failures: number
  failingSince: Date | null
  restUntil: Date | null
  pausedAt: Date | null
  pausedReason: string | null
}

export const saveEndpoint = (db: Db, id: string, state: EndpointState): Promise<number> =>
  db.run(sql`
    update kontor.webhooks
    set failures = ${state.failures}, failing_since = ${state.failingSince},
      rest_until = ${state.restUntil}, paused_at = coalesce(paused_at, ${state.pausedAt}),
      paused_reason = coalesce(paused_reason, ${state.pausedReason})
    where id = ${id}`)
