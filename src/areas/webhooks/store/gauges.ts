import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Deliveries that are counted of one webhook. */
const MOST = 10_000

export type GaugeRow = {
  state: 'active' | 'failing' | 'paused'
  count: number
  backlog: number
  /** Of the oldest event that was not sent, in seconds. */
  age: number
}

export const readGauges = (db: Db): Promise<GaugeRow[]> =>
  db.all(sql<GaugeRow>`
      select state, count(*) as count, sum(waiting + ahead)::float8 as backlog,
        coalesce(extract(epoch from now() - min(oldest)), 0)::float8 as age
      from (
        select case when w.paused_at is not null then 'paused'
            when w.failing_since is not null then 'failing' else 'active' end as state,
          (select count(*) from (
            select from kontor.webhook_deliveries d
            where d.webhook_id = w.id and d.state = 'pending' limit ${MOST}) p) as waiting,
          greatest(0, coalesce((select max(position) from kontor.events), 0)
            - (w.cursor ->> 'position')::bigint) as ahead,
          least(
            (select e.at from (
              select position from kontor.webhook_deliveries d
              where d.webhook_id = w.id and d.state = 'pending' order by d.id limit 1) first
              join kontor.events e using (position)),
            (select e.at from kontor.events e
              where e.position > (w.cursor ->> 'position')::bigint
              order by e.position limit 1)) as oldest
        from kontor.webhooks w) each
      group by state`)
