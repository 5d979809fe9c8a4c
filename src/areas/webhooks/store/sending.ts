import { type Db, statement } from '../../../platform/db/db.ts'
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

const LEASE = `
  update kontor.webhooks set lease_key = $1, lease_until = $2::timestamptz + interval '15 seconds'`
const ANSWER = `
  returning id, name, url, secret, old_secret, old_secret_until, types, namespaces, apps, cursor,
    failures, failing_since, rest_until, version`

const keep = statement<Leased>(`${LEASE} where lease_key = $1 and paused_at is null ${ANSWER}`)

const take = statement<Leased>(`${LEASE}
  where id in (
    select id from kontor.webhooks
    where paused_at is null and lease_key is distinct from $1
      and (lease_until is null or lease_until < $2)
    for update skip locked) ${ANSWER}`)

/** Keeps the webhooks it has, and takes those that nobody sends for. */
export const leaseAll = async (db: Db, key: string, now: Date): Promise<Leased[]> => [
  ...(await db.query(keep, [key, now])),
  ...(await db.query(take, [key, now])),
]

const giveBack = statement(
  'update kontor.webhooks set lease_key = null, lease_until = null where lease_key = $1',
)
export const releaseAll = (db: Db, key: string): Promise<object[]> => db.query(giveBack, [key])

const hold = statement<{ id: string }>(
  'select id from kontor.webhooks where id = $1 and lease_key = $2 and paused_at is null for update',
)

/** False when another node has it by now, or it was paused or deleted. */
export const isHeld = async (db: Db, id: string, key: string): Promise<boolean> =>
  (await db.query(hold, [id, key])).length > 0

const insertAll = statement(`
  insert into kontor.webhook_deliveries (webhook_id, position, object_id, type, due_at)
  select $1, e.position, e.object, e.type, $2
  from unnest($3::bigint[], $4::text[], $5::text[]) as e(position, object, type)
  order by e.position`)

const moveCursor = statement(
  'update kontor.webhooks set cursor = $2::jsonb where id = $1 and cursor = $3::jsonb returning id',
)

/** Takes events over from the log, together with how far it was read: neither without the other. */
export async function takeOver(
  db: Db,
  id: string,
  { events, from, to, now }: { events: StoredEvent[]; from: Cursor; to: Cursor; now: Date },
): Promise<boolean> {
  const moved = await db.query(moveCursor, [id, JSON.stringify(to), JSON.stringify(from)])
  if (moved.length === 0) return false
  if (events.length > 0) {
    const column = (read: (event: StoredEvent) => unknown) => events.map(read)
    await db.query(insertAll, [
      id,
      now,
      column(({ position }) => position),
      column(({ object }) => object),
      column(({ type }) => type),
    ])
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

const selectDue = statement<Message>(`
  select d.id, d.position, d.object_id as object, d.attempts, e.type, e.at, e.namespace, e.code,
    e.actor_id as actor, e.request_id as request, e.data
  from kontor.webhook_deliveries d join kontor.events e using (position)
  where d.webhook_id = $1 and d.state = 'pending' and d.due_at <= $2
    and not exists (
      select from kontor.webhook_deliveries f
      where f.webhook_id = d.webhook_id and f.object_id = d.object_id and f.state = 'pending'
        and f.id < d.id and f.due_at > $2)
  order by d.id limit $3`)

/** What may be sent now: nothing that would overtake an earlier message about the same object. */
export const findDue = (db: Db, id: string, now: Date, most: number): Promise<Message[]> =>
  db.query(selectDue, [id, now, most])

export type Settled = {
  id: number
  state: 'pending' | 'delivered' | 'dead'
  dueAt: Date | null
  status: number | null
  error: string | null
}

const settle = statement(`
  update kontor.webhook_deliveries d
  set state = s.state, attempts = d.attempts + 1, due_at = coalesce(s.due_at, d.due_at),
    last_at = $1, status = s.status, error = s.error
  from jsonb_to_recordset($2::jsonb)
    as s(id bigint, state text, due_at timestamptz, status integer, error text)
  where d.id = s.id and d.state = 'pending'`)

export const settleAll = (db: Db, settled: Settled[], now: Date): Promise<object[]> => {
  const rows = settled.map(({ dueAt, ...each }) => ({ ...each, due_at: dueAt }))
  return db.query(settle, [now, JSON.stringify(rows)])
}

const markEndpoint = statement(`
  update kontor.webhooks
  set failures = $2, failing_since = $3, rest_until = $4, paused_at = $5, paused_reason = $6
  where id = $1`)

export type EndpointState = {
  failures: number
  failingSince: Date | null
  restUntil: Date | null
  pausedAt: Date | null
  pausedReason: string | null
}

export const saveEndpoint = (db: Db, id: string, state: EndpointState): Promise<object[]> =>
  db.query(markEndpoint, [
    id,
    state.failures,
    state.failingSince,
    state.restUntil,
    state.pausedAt,
    state.pausedReason,
  ])
