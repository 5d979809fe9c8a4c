import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type NewSubscription = {
  token: number
  kind: 'message' | 'signal' | 'status'
  name: string
  /** The correlation of a message. */
  correlation: string | null
  /** The item whose status is awaited, with its app: ids are unique only within an app. */
  app: string | null
  item_id: string | null
}

/** A token waits for one thing. */
export const insertSubscriptions = (
  db: Db,
  instanceId: string,
  subscriptions: readonly NewSubscription[],
) =>
  db.run(sql`
    insert into kontor.process_subscriptions
      (instance_id, token, kind, name, correlation, app, item_id)
    select ${instanceId}, s.token, s.kind, s.name, s.correlation, s.app, s.item_id
    from jsonb_to_recordset(${toJsonb(subscriptions)}::jsonb)
      as s(token integer, kind text, name text, correlation text, app text, item_id uuid)
    on conflict (instance_id, token) do update set kind = excluded.kind, name = excluded.name,
      correlation = excluded.correlation, app = excluded.app, item_id = excluded.item_id`)

export const deleteSubscriptions = (db: Db, instanceId: string, tokens: readonly number[]) =>
  db.run(sql`
    delete from kontor.process_subscriptions where instance_id = ${instanceId}
      and token = any(${tokens}::integer[])`)

export type NewCallback = { id: string; token: number; node: string }

/** A retried step keeps its restore point. */
export const insertCallbacks = (
  db: Db,
  instanceId: string,
  callbacks: readonly NewCallback[],
  at: Date,
) =>
  db.run(sql`
    insert into kontor.process_callbacks (id, instance_id, token, node, state, created_at)
    select c.id, ${instanceId}, c.token, c.node, 'waiting', ${at}
    from jsonb_to_recordset(${toJsonb(callbacks)}::jsonb) as c(id uuid, token integer, node text)
    on conflict (instance_id, token) do nothing`)

export type CallbackState = 'restored' | 'failed' | 'cancel'
export type EndedCallback = { token: number; state: CallbackState }

export const endCallbacks = (
  db: Db,
  instanceId: string,
  ended: readonly EndedCallback[],
  { at, by }: { at: Date; by: string },
) =>
  db.run(sql`
    update kontor.process_callbacks c set state = e.state, answered_at = ${at}, answered_by = ${by}
    from jsonb_to_recordset(${toJsonb(ended)}::jsonb) as e(token integer, state text)
    where c.instance_id = ${instanceId} and c.token = e.token and c.state = 'waiting'`)

export type NewIncident = { id: string; token: number; node: string; kind: string; message: string }

export const insertIncidents = (
  db: Db,
  instanceId: string,
  incidents: readonly NewIncident[],
  at: Date,
) =>
  db.run(sql`
    insert into kontor.process_incidents (id, instance_id, token, node, kind, message, opened_at)
    select i.id, ${instanceId}, i.token, i.node, i.kind, i.message, ${at}
    from jsonb_to_recordset(${toJsonb(incidents)}::jsonb)
      as i(id uuid, token integer, node text, kind text, message text)`)

export const closeIncidents = (
  db: Db,
  instanceId: string,
  tokens: readonly number[],
  { at, by }: { at: Date; by: string },
) =>
  db.run(sql`
    update kontor.process_incidents set closed_at = ${at}, closed_by = ${by}
    where instance_id = ${instanceId} and token = any(${tokens}::integer[]) and closed_at is null`)

export type Subscriber = { instance_id: string; token: number }

export const listSubscribers = (db: Db, kind: string, name: string) =>
  db.all(sql<{ instance_id: string }>`
    select distinct instance_id from kontor.process_subscriptions where kind = ${kind}
      and name = ${name}`)

export type Callback = {
  id: string
  instance_id: string
  token: number
  node: string
  state: 'waiting' | CallbackState
}

export async function findCallback(db: Db, id: string): Promise<Callback | undefined> {
  return db.first(sql<Callback>`
    select id, instance_id, token, node, state from kontor.process_callbacks where id = ${id}`)
}

export async function findCallbackOf(
  db: Db,
  instanceId: string,
  token: number,
): Promise<string | undefined> {
  const found = await db.first(sql<{ id: string }>`
    select id from kontor.process_callbacks where instance_id = ${instanceId}
      and token = ${token}`)
  return found?.id
}

/** Ids are unique only within an app: another app may have an item with the same id. */
export const appOf = ({ namespace, code }: { namespace: string; code: string }): string =>
  `${namespace}/${code}`

/** Tokens that wait for an item to get this status. */
export const listStatusWaits = (
  db: Db,
  { id, ...item }: { namespace: string; code: string; id: string },
  status: string,
): Promise<Subscriber[]> => {
  const app = appOf(item)
  return db.all(sql<Subscriber>`
    select instance_id, token from kontor.process_subscriptions
    where kind = 'status' and item_id = ${id} and name = ${status}
      and app = ${app}`)
}

/** Whether any token waits for the status of an item of this app. */
export const hasStatusWaits = async (
  db: Db,
  item: { namespace: string; code: string },
): Promise<boolean> => {
  const app = appOf(item)
  const found = await db.first(sql`
    select from kontor.process_subscriptions
    where kind = 'status' and app = ${app} limit 1`)
  return found !== undefined
}
