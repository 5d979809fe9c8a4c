import { build, type Db, statement } from '../../../platform/db/db.ts'
import { countRoughly } from '../../../platform/db/rough-count.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Cursor } from '../../../platform/events.ts'
import { countBacklogs } from './backlog.ts'

export type Filters = { types: string[]; namespaces: string[]; apps: string[] }
export type Given = Filters & { name: string; url: string }
export type Change = { at: Date; by: string }

const ALL = 'kontor.webhooks'

const ofState = (state: string) =>
  build
    .selectFrom('kontor.webhook_deliveries as d')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('d.state', '=', state)

const withCounts = build
  .selectFrom('kontor.webhooks as w')
  .selectAll('w')
  .select(({ ref }) => [
    ofState('pending').where('d.webhook_id', '=', ref('w.id')).as('pending'),
    ofState('dead').where('d.webhook_id', '=', ref('w.id')).as('dead'),
  ])

export const listWebhooks = async (db: Db) =>
  withBacklogs(db, await db.all(withCounts.orderBy('w.created_at')))

export const findWebhook = async (db: Db, id: string) =>
  (await withBacklogs(db, await db.all(withCounts.where('w.id', '=', id))))[0]
export type Row = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

/** A dead endpoint leaves nearly everything in the log: that waits as well. */
async function withBacklogs<
  W extends Filters & { id: string; pending: number | string | bigint | null },
>(db: Db, webhooks: W[]) {
  const backlogs = await countBacklogs(db, webhooks)
  return webhooks.map((webhook) => {
    const { count = 0, isMore = false } = backlogs.get(webhook.id) ?? {}
    return { ...webhook, pending: Number(webhook.pending) + count, is_more_pending: isMore }
  })
}

export const insertWebhook = (
  db: Db,
  { id, secret, position, ...given }: Given & { id: string; secret: string; position: number },
  { at, by }: Change,
) =>
  db.run(
    build.insertInto(ALL).values({
      ...given,
      id,
      secret,
      cursor: JSON.stringify({ position } satisfies Cursor),
      created_at: at,
      created_by: by,
      updated_at: at,
      updated_by: by,
    }),
  )

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
  db.run(
    build
      .updateTable(ALL)
      .set((eb) => ({
        ...columns,
        version: eb('version', '+', 1),
        updated_at: at,
        updated_by: by,
      }))
      .where('id', '=', id),
  )

export const deleteWebhook = (db: Db, id: string) =>
  db.run(build.deleteFrom(ALL).where('id', '=', id))

const selectNewest = statement<{ position: number }>(
  'select coalesce(max(position), 0) as position from kontor.events',
)
const selectBefore = statement<{ position: number }>(
  'select coalesce(max(position), 0) as position from kontor.events where at < $1',
)

export async function positionBefore(db: Db, time?: Date): Promise<number> {
  const [row] = await (time ? db.query(selectBefore, [time]) : db.query(selectNewest, []))
  return row?.position ?? 0
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
  let query = build
    .selectFrom('kontor.webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', id)
    .orderBy('id', 'desc')
    .limit(size)
  if (state !== undefined) query = query.where('state', '=', state)
  if (before !== undefined) query = query.where('id', '<', before)
  return db.all(query)
}

export const reviveDead = (db: Db, id: string, ids: number[] | undefined, now: Date) => {
  const query = build
    .updateTable('kontor.webhook_deliveries')
    .set({ state: 'pending', attempts: 0, due_at: now })
    .where('webhook_id', '=', id)
    .where('state', '=', 'dead')
  return db.run(ids === undefined ? query : query.where('id', 'in', ids))
}

export const hurryPending = (db: Db, id: string, now: Date) =>
  db.run(
    build
      .updateTable('kontor.webhook_deliveries')
      .set({ attempts: 0, due_at: now })
      .where('webhook_id', '=', id)
      .where('state', '=', 'pending'),
  )

/** Messages that are done are kept for a week, for those who look. */
export const forgetOld = (db: Db, before: Date) =>
  db.run(
    build
      .deleteFrom('kontor.webhook_deliveries')
      .where('state', '<>', 'pending')
      .where('last_at', '<', before),
  )

const selectCounts = statement<{ active: number; paused: number }>(`
  select count(*) filter (where paused_at is null) as active,
    count(*) filter (where paused_at is not null) as paused
  from kontor.webhooks`)
const waiting = {
  table: 'webhook_deliveries',
  where: sql`state = 'pending'`,
  index: 'webhook_deliveries_due',
}

export async function countWebhooks(db: Db) {
  const [[counts], pending] = await Promise.all([
    db.query(selectCounts, []),
    countRoughly(db, waiting),
  ])
  return { active: counts?.active ?? 0, paused: counts?.paused ?? 0, waiting: pending }
}
