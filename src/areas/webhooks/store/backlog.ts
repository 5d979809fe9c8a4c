import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { matchesFilter } from '../../../platform/event-filter.ts'
import type { Filters } from './webhooks.ts'

/** How far ahead the log is looked through: to count everything would take longer and longer. */
export const LOOKED_THROUGH = 10_000

export type Backlog = { count: number; isMore: boolean }
type Kind = {
  id: string
  type: string
  namespace: string | null
  code: string | null
  count: number
}

/** What each webhook has yet to take over from the log, counted as far as is looked ahead. */
export async function countBacklogs(
  db: Db,
  webhooks: readonly (Filters & { id: string })[],
): Promise<Map<string, Backlog>> {
  const ahead = Map.groupBy(
    await db.all(sql<Kind>`
      select w.id, e.type, e.namespace, e.code, count(*) as count
      from kontor.webhooks w
      cross join lateral (
        select type, namespace, code from kontor.events
        where position > (w.cursor ->> 'position')::bigint
        order by position limit ${LOOKED_THROUGH}) e
      where w.id = any(${webhooks.map(({ id }) => id)})
      group by 1, 2, 3, 4`),
    ({ id }) => id,
  )
  return new Map(webhooks.map((each) => [each.id, sum(each, ahead.get(each.id) ?? [])]))
}

function sum(webhook: Filters, ahead: Kind[]): Backlog {
  const total = (kinds: Kind[]) => kinds.reduce((all, { count }) => all + count, 0)
  return {
    count: total(ahead.filter((kind) => matchesFilter(webhook, kind))),
    isMore: total(ahead) === LOOKED_THROUGH,
  }
}
