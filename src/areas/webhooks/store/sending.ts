import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { Cursor, StoredEvent } from '../../../platform/events.ts'

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

/** False when another node has it by now, or it was paused or deleted. */
export const isHeld = async (db: Db, id: string, key: string): Promise<boolean> =>
  (await db.run(sql<{ id: string }>`
    select id from kontor.webhooks where id = ${id} and lease_key = ${key}
      and paused_at is null for update`)) > 0

/** Takes events over from the log, together with how far it was read: neither without the other. */
export async function takeOver(
  db: Db,
  id: string,
  { events, from, to, now }: { events: StoredEvent[]; from: Cursor; to: Cursor; now: Date },
): Promise<boolean> {
  const moved = await db.all(sql`
    update kontor.webhooks set cursor = ${JSON.stringify(to)}::jsonb where id = ${id}
      and cursor = ${JSON.stringify(from)}::jsonb returning id`)
  if (moved.length === 0) return false
  if (events.length > 0) {
    const column = (read: (event: StoredEvent) => unknown) => events.map(read)
    await db.run(sql`
      insert into kontor.webhook_deliveries (webhook_id, position, object_id, type, due_at)
      select ${id}, e.position, e.object, e.type, ${now}
      from unnest(${column(({ position }) => position)}::bigint[], ${column(({ object }) => object)}::text[], ${column(({ type }) => type)}::text[]) as e(position, object, type)
      order by e.position`)
  }
  return true
}

export type Message = {
  id: number
  position: number
  object: string
  attempts: number
  type: string
  at: Date
  namespace: string | null
  code: string | null
  actor: string | null
  request: string | null
  data: Record<string, unknown>
}

/** What may be sent now: nothing that would overtake an earlier message about the same object. */
export const findDue = (db: Db, id: string, now: Date, most: number): Promise<Message[]> =>
  db.all(sql<Message>`
    select d.id, d.position, d.object_id as object, d.attempts, e.type, e.at, e.namespace, e.code,
      e.actor_id as actor, e.request_id as request, e.data
    from kontor.webhook_deliveries d join kontor.events e using (position)
    where d.webhook_id = ${id} and d.state = 'pending' and d.due_at <= ${now}
      and not exists (
        select from kontor.webhook_deliveries f
        where f.webhook_id = d.webhook_id and f.object_id = d.object_id and f.state = 'pending'
          and f.id < d.id and f.due_at > ${now})
    order by d.id limit ${most}`)

export type Settled = {
  id: number
  state: 'pending' | 'delivered' | 'dead'
  dueAt: Date | null
  status: number | null
  error: string | null
}

export const settleAll = (db: Db, settled: Settled[], now: Date): Promise<number> => {
  const rows = settled.map(({ dueAt, ...each }) => ({ ...each, due_at: dueAt }))
  return db.run(sql`
    update kontor.webhook_deliveries d
    set state = s.state, attempts = d.attempts + 1, due_at = coalesce(s.due_at, d.due_at),
      last_at = ${now}, status = s.status, error = s.error
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s(id bigint, state text, due_at timestamptz, status integer, error text)
    where d.id = s.id and d.state = 'pending'`)
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
      rest_until = ${state.restUntil}, paused_at = ${state.pausedAt},
      paused_reason = ${state.pausedReason}
    where id = ${id}`)
