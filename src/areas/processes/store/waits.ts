import { toJsonb } from '../../../lib/storable.ts'
import { type Db, statement } from '../../../platform/db/db.ts'

export type NewSubscription = {
  token: number
  kind: 'message' | 'signal' | 'status'
  name: string
  /** What a message must carry; for a status the app of the item. */
  correlation: string | null
  item_id: string | null
}

const insertAll = statement(`
  insert into kontor.process_subscriptions (instance_id, token, kind, name, correlation, item_id)
  select $1, s.token, s.kind, s.name, s.correlation, s.item_id
  from jsonb_to_recordset($2::jsonb)
    as s(token integer, kind text, name text, correlation text, item_id uuid)`)

export const insertSubscriptions = (
  db: Db,
  instanceId: string,
  subscriptions: readonly NewSubscription[],
) => db.query(insertAll, [instanceId, toJsonb(subscriptions)])

const drop = statement(
  'delete from kontor.process_subscriptions where instance_id = $1 and token = any($2::integer[])',
)

export const deleteSubscriptions = (db: Db, instanceId: string, tokens: readonly number[]) =>
  db.query(drop, [instanceId, tokens])

export type NewCallback = { id: string; token: number; node: string }

const insertPoints = statement(`
  insert into kontor.process_callbacks (id, instance_id, token, node, state, created_at)
  select c.id, $1, c.token, c.node, 'waiting', $3
  from jsonb_to_recordset($2::jsonb) as c(id uuid, token integer, node text)
  on conflict (instance_id, token) do nothing`)

/** A step that is tried again keeps the point it has. */
export const insertCallbacks = (
  db: Db,
  instanceId: string,
  callbacks: readonly NewCallback[],
  at: Date,
) => db.query(insertPoints, [instanceId, toJsonb(callbacks), at])

export type CallbackState = 'restored' | 'failed' | 'cancel'
export type EndedCallback = { token: number; state: CallbackState }

const endPoints = statement(`
  update kontor.process_callbacks c set state = e.state, answered_at = $3, answered_by = $4
  from jsonb_to_recordset($2::jsonb) as e(token integer, state text)
  where c.instance_id = $1 and c.token = e.token and c.state = 'waiting'`)

export const endCallbacks = (
  db: Db,
  instanceId: string,
  ended: readonly EndedCallback[],
  { at, by }: { at: Date; by: string },
) => db.query(endPoints, [instanceId, toJsonb(ended), at, by])

export type NewIncident = { id: string; token: number; node: string; kind: string; message: string }

const insertRaised = statement(`
  insert into kontor.process_incidents (id, instance_id, token, node, kind, message, opened_at)
  select i.id, $1, i.token, i.node, i.kind, i.message, $3
  from jsonb_to_recordset($2::jsonb)
    as i(id uuid, token integer, node text, kind text, message text)`)

export const insertIncidents = (
  db: Db,
  instanceId: string,
  incidents: readonly NewIncident[],
  at: Date,
) => db.query(insertRaised, [instanceId, toJsonb(incidents), at])

const close = statement(`
  update kontor.process_incidents set closed_at = $3, closed_by = $4
  where instance_id = $1 and token = any($2::integer[]) and closed_at is null`)

export const closeIncidents = (
  db: Db,
  instanceId: string,
  tokens: readonly number[],
  { at, by }: { at: Date; by: string },
) => db.query(close, [instanceId, tokens, at, by])

export type Subscriber = { instance_id: string; token: number }

/** Marks the one that gets a message, so that the next message goes to another. */
const takeOne = statement<Subscriber>(`
  update kontor.process_subscriptions s set is_taken = true
  where (s.instance_id, s.token) = (
    select instance_id, token from kontor.process_subscriptions
    where kind = 'message' and name = $1 and correlation is not distinct from $2 and not is_taken
    order by instance_id, token limit 1 for update skip locked)
  returning s.instance_id, s.token`)

export async function takeSubscriber(
  db: Db,
  { name, correlation }: { name: string; correlation: string | null },
): Promise<Subscriber | undefined> {
  const [found] = await db.query(takeOne, [name, correlation])
  return found
}

const selectSubscribers = statement<{ instance_id: string }>(
  'select distinct instance_id from kontor.process_subscriptions where kind = $1 and name = $2',
)

export const listSubscribers = (db: Db, kind: string, name: string) =>
  db.query(selectSubscribers, [kind, name])

export type Callback = {
  id: string
  instance_id: string
  token: number
  node: string
  state: 'waiting' | CallbackState
}

const selectPoint = statement<Callback>(`
  select id, instance_id, token, node, state from kontor.process_callbacks where id = $1`)

export async function findCallback(db: Db, id: string): Promise<Callback | undefined> {
  const [found] = await db.query(selectPoint, [id])
  return found
}

const selectPointOf = statement<{ id: string }>(
  'select id from kontor.process_callbacks where instance_id = $1 and token = $2',
)

export async function findCallbackOf(
  db: Db,
  instanceId: string,
  token: number,
): Promise<string | undefined> {
  const [found] = await db.query(selectPointOf, [instanceId, token])
  return found?.id
}

const selectStatusWaits = statement<Subscriber>(`
  select instance_id, token from kontor.process_subscriptions
  where kind = 'status' and item_id = $1 and name = $2 and coalesce(correlation, $3) = $3`)

/** An id alone names no item: somebody may give the same one to an item of another app. */
export const appOf = ({ namespace, code }: { namespace: string; code: string }): string =>
  `${namespace}/${code}`

/** Who waits for an item to have this status. */
export const listStatusWaits = (
  db: Db,
  { id, ...app }: { namespace: string; code: string; id: string },
  status: string,
): Promise<Subscriber[]> => db.query(selectStatusWaits, [id, status, appOf(app)])
