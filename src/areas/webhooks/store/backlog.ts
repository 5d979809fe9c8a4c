import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { matchesFilter } from '../../../platform/event-filter.ts'
import type { Filters } from './webhooks.ts'

/** How many events of the log are counted one by one; how many of the rest are meant is estimated. */
export const LOOKED_THROUGH = 10_000

export type Backlog = { count: number; isEstimate: boolean; oldest: Date | null }
type Kind = {
  id: string
  type: string
  namespace: string | null
  code: string | null
  count: number
  oldest: Date
  /** Positions that were looked through, and those behind them. */
  span: number
  rest: number
}

/** What each webhook has yet to take over from the log, and since when. */
export async function countBacklogs(
  db: Db,
  webhooks: readonly (Filters & { id: string })[],
): Promise<Map<string, Backlog>> {
  const ahead = Map.groupBy(
    await db.all(sql<Kind>`
      with w as materialized (
        select id, (cursor ->> 'position')::bigint as position from kontor.webhooks
        where id = any(${webhooks.map(({ id }) => id)})),
      ahead as materialized (
        select w.id, e.* from w cross join lateral (
          select position, type, namespace, code, at from kontor.events
          where position > w.position order by position limit ${LOOKED_THROUGH}) e),
      reached as (select id, max(position) as position from ahead group by 1)
      select id, type, namespace, code, count(*) as count, min(at) as oldest,
        reached.position - w.position as span,
        (select max(position) from kontor.events) - reached.position as rest
      from ahead join reached using (id) join w using (id)
      group by 1, 2, 3, 4, 7, 8`),
    ({ id }) => id,
  )
  return new Map(webhooks.map((each) => [each.id, sum(each, ahead.get(each.id) ?? [])]))
}

/** The rest of the log is taken to be like the part that was looked through. */
function sum(webhook: Filters, ahead: Kind[]): Backlog {
  const matching = ahead.filter((kind) => matchesFilter(webhook, kind))
  const count = matching.reduce((all, kind) => all + kind.count, 0)
  const [{ span, rest } = { span: 1, rest: 0 }] = ahead
  const oldest = Math.min(...matching.map((kind) => kind.oldest.getTime()))
  return {
    count: count + Math.round((count / span) * rest),
    isEstimate: rest > 0,
    oldest: Number.isFinite(oldest) ? new Date(oldest) : null,
  }
}
