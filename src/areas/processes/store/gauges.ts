import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Due jobs and open incidents that are counted. */
const MOST = 10_000

type Gauges = { due: number; timers: number; lag: number; incidents: number }

export const readGauges = (db: Db): Promise<Gauges> =>
  db.one(sql<Gauges>`
      with due as (
        select kind, run_at from kontor.process_jobs
        where run_at <= now() and topic is null order by run_at limit ${MOST})
      select (select count(*) from due) as due,
        (select count(*) from due where kind = 'timer') + (select count(*) from (
          select from kontor.process_schedules where run_at <= now() limit ${MOST}) s) as timers,
        coalesce(extract(epoch from now() - (select min(run_at) from due)), 0)::float8 as lag,
        (select count(*) from (select from kontor.process_incidents
          where closed_at is null limit ${MOST}) i) as incidents`)
