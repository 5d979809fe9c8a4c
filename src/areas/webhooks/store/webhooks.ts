import type { Db } from '../../../platform/db/db.ts'
import { countRoughly } from '../../../platform/db/rough-count.ts'
import { and, assign, raw, type Sql, sql, valuesOf } from '../../../platform/db/sql.ts'
import type { LogReader } from '../../../platform/event-log/retention.ts'
import { placesOf } from '../../../platform/event-log/times.ts'
import type { Cursor } from '../../../platform/events.ts'
import { countBacklogs } from './backlog.ts'

export type Filters = { types: string[]; namespaces: string[]; apps: string[] }
export type Given = Filters & { name: string; url: string }
export type Change = { at: Date; by: string }

type Stored = Given & {
  id: string
  secret: string
  old_secret: string | null
  old_secret_until: Date | null
  cursor: Cursor
  paused_at: Date | null
  paused_reason: string | null
  failures: number
  failing_since: Date | null
  rest_until: Date | null
  version: number
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  pending: number
  oldest_pending: Date | null
  dead: number
  last_error: string | null
}
export type Row = Stored & { is_pending_estimated: boolean }

const countOf = (state: string): Sql => sql`(
  select count(*) from kontor.webhook_deliveries d
    where d.webhook_id = w.id and d.state = ${state})`

/** Since when the first of those that were taken over waits. */
const OLDEST = sql`(
  select e.at from kontor.webhook_deliveries d join kontor.events e using (position)
    where d.webhook_id = w.id and d.state = 'pending' order by d.id limit 1)`

/** The latest try among the newest deliveries; its error is null if it got through. */
const WITH_LAST = raw(`left join lateral (
  select d.last_at, case when d.state <> 'delivered' then d.error end as error
  from (select state, last_at, status,
      coalesce(error, 'the endpoint answered ' || status) as error
    from kontor.webhook_deliveries
    where webhook_id = w.id and last_at is not null order by id desc limit 100) d
  order by d.last_at desc limit 1) l on true`)

const withCounts = (chosen: Sql) => sql<Stored>`
  select id, name, url, secret, old_secret, old_secret_until, types, namespaces, apps, cursor,
    paused_at,
    paused_reason, failures, failing_since, rest_until, version, created_at, created_by,
    updated_at, updated_by, ${countOf('pending')} as pending, ${OLDEST} as oldest_pending,
    ${countOf('dead')} as dead,
    l.error as last_error
  from kontor.webhooks w ${WITH_LAST} where ${chosen} order by w.created_at`

export const listWebhooks = async (db: Db): Promise<Row[]> =>
  withBacklogs(db, await db.all(withCounts(sql`true`)))

export const findWebhook = async (db: Db, id: string): Promise<Row | undefined> =>
  (await withBacklogs(db, await db.all(withCounts(sql`w.id = ${id}`))))[0]

/** A dead endpoint leaves nearly everything in the log: that waits as well. */
async function withBacklogs(db: Db, webhooks: Stored[]): Promise<Row[]> {
  const backlogs = await countBacklogs(db, webhooks)
  return webhooks.map((webhook) => {
    const { count = 0, isEstimate = false, oldest = null } = backlogs.get(webhook.id) ?? {}
    return {
      ...webhook,
      pending: webhook.pending + count,
      oldest_pending: webhook.oldest_pending ?? oldest,
      is_pending_estimated: isEstimate,
    }
  })
}

export const insertWebhook = (
  db: Db,
  { id, secret, position, ...given }: Given & { id: string; secret: string; position: number },
  { at, by }: Change,
) => {
  const row = {
    ...given,
    id,
    secret,
    cursor: JSON.stringify({ position } satisfies Cursor),
    created_at: at,
    created_by: by,
    updated_at: at,
    updated_by: by,
  }
  return db.run(sql`insert into kontor.webhooks ${valuesOf(row)}`)
}

export type Columns = Partial<{
  name: string
  url: string
  types: string[]
  namespaces: string[]
  apps: string[]
  secret: string
  old_secret: string | null
  old_secret_until: Date | null
  cursor: string
  paused_at: Date | null
  paused_reason: string | null
  failures: number
  failing_since: Date | null
  rest_until: Date | null
}>

export const updateWebhook = (db: Db, id: string, columns: Columns, { at, by }: Change) =>
  db.run(sql`
    update kontor.webhooks
    set ${assign({ ...columns, updated_at: at, updated_by: by })}, version = version + 1
    where id = ${id}`)

export const deleteWebhook = (db: Db, id: string) =>
  db.run(sql`delete from kontor.webhooks where id = ${id}`)

export async function positionBefore(db: Db, time?: Date): Promise<number> {
  const before = time ? [sql`at < ${time}`] : []
  for (const place of await placesOf(db, { until: time })) {
    const found = await db.first(sql<{ position: number }>`
      select position from kontor.events where ${and([...before, place])}
      order by position desc limit 1`)
    if (found) return found.position
  }
  return 0
}

type Delivery = {
  id: number
  position: number
  object_id: string
  type: string
  state: string
  attempts: number
  due_at: Date
  last_at: Date | null
  status: number | null
  error: string | null
}

export const listDeliveries = (
  db: Db,
  id: string,
  {
    state,
    before,
    size,
  }: { state?: string | undefined; before?: number | undefined; size: number },
) => {
  const chosen = [sql`webhook_id = ${id}`]
  if (state !== undefined) chosen.push(sql`state = ${state}`)
  if (before !== undefined) chosen.push(sql`id < ${before}`)
  return db.all(sql<Delivery>`
    select id, position, object_id, type, state, attempts, due_at, last_at, status, error
    from kontor.webhook_deliveries where ${and(chosen)} order by id desc limit ${size}`)
}

export const reviveDead = (db: Db, id: string, ids: number[] | undefined, now: Date) => {
  const chosen = ids === undefined ? raw('true') : sql`id = any(${ids}::bigint[])`
  return db.run(sql`
    update kontor.webhook_deliveries set state = 'pending', attempts = 0, due_at = ${now}
    where webhook_id = ${id} and state = 'dead' and ${chosen}`)
}

export const hurryPending = (db: Db, id: string, now: Date) =>
  db.run(sql`
    update kontor.webhook_deliveries set attempts = 0, due_at = ${now}
    where webhook_id = ${id} and state = 'pending'`)

/** Up to where each webhook needs no event any more: what it has yet to send, or may send again, is in the log. */
export const listReaders = (db: Db) =>
  db.all(sql<LogReader>`
    select format('the webhook "%s"', w.name) as name,
      least((w.cursor ->> 'position')::bigint, (
        select min(d.position) - 1 from kontor.webhook_deliveries d
        where d.webhook_id = w.id and d.state <> 'delivered')) as position
    from kontor.webhooks w order by position`)

/** Messages that are done are kept for a week, for those who look. */
export const forgetOld = (db: Db, before: Date, most: number) =>
  db.run(sql`
    delete from kontor.webhook_deliveries where ctid = any(array(
      select ctid from kontor.webhook_deliveries
      where state <> 'pending' and last_at < ${before} limit ${most}))`)

const waiting = {
  table: 'webhook_deliveries',
  where: sql`state = 'pending'`,
  index: 'webhook_deliveries_due',
}

export type Troubled = {
  id: string
  name: string
  state: 'failing' | 'paused'
  since: Date
  error: string | null
}

const MOST_TROUBLED = 20

/** Those that nothing gets through to: paused, silent, or refusing what was sent last. */
export const listTroubled = (db: Db): Promise<Troubled[]> =>
  db.all(sql<Troubled>`
    select w.id, w.name, case when w.paused_at is null then 'failing' else 'paused' end as state,
      coalesce(w.paused_at, w.failing_since, l.last_at) as since,
      coalesce(w.paused_reason, l.error) as error
    from kontor.webhooks w ${WITH_LAST}
    where w.paused_at is not null or w.failing_since is not null or l.error is not null
    order by w.paused_at is not null, since limit ${MOST_TROUBLED}`)

export async function countWebhooks(db: Db) {
  const [[counts], pending] = await Promise.all([
    db.all(sql<{ active: number; failing: number; paused: number }>`
      select count(*) filter (where not is_paused and not is_failing) as active,
        count(*) filter (where not is_paused and is_failing) as failing,
        count(*) filter (where is_paused) as paused
      from (select w.paused_at is not null as is_paused,
          w.failing_since is not null or l.error is not null as is_failing
        from kontor.webhooks w ${WITH_LAST}) w`),
    countRoughly(db, waiting),
  ])
  const { active = 0, failing = 0, paused = 0 } = counts ?? {}
  return { active, failing, paused, waiting: pending }
}
