import { toJsonb } from '../../../lib/storable.ts'
import { descending, listPage, type PageRequest } from '../../../lists/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import { suspendedSince } from '../store/suspensions.ts'

export type Receiver = { instance: string; element: string; isStarted: boolean }
export type State = 'waiting' | 'delivered' | 'dead' | 'discarded'

export type Message = {
  id: string
  kind: 'message' | 'signal'
  name: string
  correlation: string | null
  key: string | null
  payload: Record<string, unknown>
  state: State
  /** At most the first hundred. */
  receivers: Receiver[]
  receiver_count: number
  problem: string
  sent_at: Date
  sent_by: string
  sender_id: string | null
  expires_at: Date
}

export type NewMessage = Omit<Message, 'state' | 'receivers' | 'receiver_count' | 'problem'>

const COLUMNS = sql`id, kind, name, correlation, key, payload, state, receivers,
  greatest(receiver_count, jsonb_array_length(receivers)) as receiver_count, problem, sent_at,
  sent_by, sender_id, expires_at`

/** Undefined if the key was used before; waits for a concurrent use of it. */
export const insertMessage = (db: Db, row: NewMessage): Promise<Message | undefined> =>
  db.first(sql<Message>`
    insert into kontor.process_messages (id, kind, name, correlation, key, payload, state, sent_at,
      sent_by, sender_id, expires_at)
    values (${row.id}, ${row.kind}, ${row.name}, ${row.correlation}, ${row.key},
      ${toJsonb(row.payload)}, 'waiting', ${row.sent_at}, ${row.sent_by}, ${row.sender_id},
      ${row.expires_at})
    on conflict (kind, name, key) where key is not null do nothing
    returning ${COLUMNS}`)

export const findByKey = (db: Db, { kind, name, key }: NewMessage): Promise<Message | undefined> =>
  db.first(sql<Message>`
    select ${COLUMNS} from kontor.process_messages
    where kind = ${kind} and name = ${name} and key = ${key}`)

export const lockMessage = (db: Db, id: string): Promise<Message | undefined> =>
  db.first(sql<Message>`
    select ${COLUMNS} from kontor.process_messages where id = ${id} for update`)

/** A signal may reach thousands; the list would not be read. */
const MOST_RECEIVERS = 100

export type Settled = { state: State; receivers?: Receiver[]; problem?: string; at: Date }

export const settleMessage = (
  db: Db,
  id: string,
  { state, receivers = [], problem = '', at }: Settled,
): Promise<Message> =>
  db.one(sql<Message>`
    update kontor.process_messages
    set state = ${state}, receivers = ${toJsonb(receivers.slice(0, MOST_RECEIVERS))},
      receiver_count = ${receivers.length}, problem = ${problem}, settled_at = ${at}
    where id = ${id} returning ${COLUMNS}`)

export const deleteMessage = (db: Db, id: string) =>
  db.run(sql`delete from kontor.process_messages where id = ${id}`)

/** It waits again, as long as the first time. */
export const reviveMessage = (db: Db, id: string, at: Date) =>
  db.run(sql`
    update kontor.process_messages set state = 'waiting', problem = '', settled_at = null,
      expires_at = ${at}::timestamptz + greatest(expires_at - sent_at, interval '1 minute')
    where id = ${id}`)

export type Waiting = { instance_id: string; token: number }

/** The instance that has waited longest for a message and is not suspended. Locks nothing. */
export const findReceiver = (
  db: Db,
  { name, correlation }: Pick<Message, 'name' | 'correlation'>,
): Promise<Waiting | undefined> =>
  db.first(sql<Waiting>`
    select s.instance_id, s.token from kontor.process_subscriptions s
    where s.kind = 'message' and s.name = ${name}
      and s.correlation is not distinct from ${correlation}
      and (select ${suspendedSince(raw('i.id'), raw('i.template_id'))}
        from kontor.process_instances i where i.id = s.instance_id) is null
    order by s.instance_id, s.token limit 1`)

export type Awaiting = {
  instance_id: string
  name: string
  process: string
  correlation: string | null
  suspended_at: Date | null
}

/** Instances that wait for messages of a name: those with this correlation first, in the order of `findReceiver`. */
export const listAwaiting = (
  db: Db,
  { name, correlation }: Pick<Message, 'name' | 'correlation'>,
  limit: number,
): Promise<Awaiting[]> =>
  db.all(sql<Awaiting>`
    select * from (
      select s.instance_id, i.name, i.template_id as process, s.correlation, s.token,
        ${suspendedSince(raw('i.id'), raw('i.template_id'))} as suspended_at
      from kontor.process_subscriptions s
      join kontor.process_instances i on i.id = s.instance_id
      where s.kind = 'message' and s.name = ${name}) a
    order by correlation is distinct from ${correlation}, suspended_at is not null,
      instance_id, token
    limit ${limit}`)

/** The names that instances wait for. */
export const listAwaitedNames = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db.all(sql<{ name: string }>`
      select distinct name from kontor.process_subscriptions where kind = 'message'
      order by name limit ${limit}`)
  ).map(({ name }) => name)

/** Whether a locked instance still waits for this message. */
export const isAwaited = async (
  db: Db,
  { instance_id, token }: Waiting,
  { name, correlation }: Pick<Message, 'name' | 'correlation'>,
): Promise<boolean> =>
  (await db.run(sql`
    select from kontor.process_subscriptions
    where instance_id = ${instance_id} and token = ${token} and kind = 'message'
      and name = ${name} and correlation is not distinct from ${correlation}`)) > 0

/** The locked instance does not wait for it any more, so that this row no longer finds it. */
export const deleteSubscription = (
  db: Db,
  { instance_id, token }: Waiting,
  { name, correlation }: Pick<Message, 'name' | 'correlation'>,
) =>
  db.run(sql`
    delete from kontor.process_subscriptions
    where instance_id = ${instance_id} and token = ${token} and kind = 'message'
      and name = ${name} and correlation is not distinct from ${correlation}`)

export type Awaited = Pick<Message, 'name' | 'correlation'>

/** Delivers the oldest message for each of these now, because somebody waits for it. */
export const wakeMessages = (db: Db, awaited: readonly Awaited[]) =>
  db.run(sql`
    insert into kontor.process_jobs (instance_id, token, kind, run_at, max_attempts, payload)
    select null, 0, 'message.deliver', now(), 1, jsonb_build_object('message', m.id)
    from jsonb_to_recordset(${toJsonb(awaited)}::jsonb) as a(name text, correlation text)
    cross join lateral (
      select id from kontor.process_messages where state = 'waiting' and kind = 'message'
        and name = a.name and correlation is not distinct from a.correlation
      order by sent_at limit 1) m`)

const NEWEST_FIRST = [descending('sent_at', 'timestamptz'), descending('id', 'uuid')]

export type MessageFilter = { state?: State | undefined; name?: string | undefined }

export const listMessages = (
  db: Db,
  { state = undefined, name }: MessageFilter,
  page: PageRequest,
) =>
  listPage<Message>(
    db,
    {
      columns: COLUMNS,
      from: sql`kontor.process_messages`,
      where: [
        sql`(${state ?? null}::text is null or state = ${state ?? null})
          and (${name ?? null}::text is null or name = ${name ?? null})`,
      ],
      order: NEWEST_FIRST,
    },
    page,
  )

export type Before = { settled: Date; dead: Date }

export const deleteSettled = (db: Db, before: Before, limit: number): Promise<number> =>
  db.run(sql`
    delete from kontor.process_messages where id in (
      select id from kontor.process_messages
      where settled_at < ${before.settled}
        and (state in ('delivered', 'discarded') or state = 'dead' and settled_at < ${before.dead})
      limit ${limit})`)
