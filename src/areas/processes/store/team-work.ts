import type { AppAddress } from '../../../lib/app-path.ts'
import type { Db } from '../../../platform/db/db.ts'
import { raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { isLate } from './task-source.ts'

export type Counts = { open: number; late: number; closed: number; closedLate: number }
export type StepRow = AppAddress &
  Counts & { element: string; name: string; oldestAt: string | null; meanSeconds: number }

export type TaskWork = {
  total: Counts
  people: (Counts & { id: string })[]
  steps: StepRow[]
  processes: (AppAddress & Counts)[]
}

type TeamFilter = {
  /** Only tasks of these users; null = of everybody. */
  people: readonly string[] | null
  since: Date
  at: Date
}

const MOST_PEOPLE = 100
const MOST_STEPS = 50

const COUNTS = raw(`count(*) filter (where ended_at is null) as open,
  count(*) filter (where ended_at is null and is_late) as late,
  count(*) filter (where ended_at is not null) as closed,
  count(*) filter (where ended_at is not null and is_late) as "closedLate"`)

/** Up to so many users are looked up in an index. */
const FEW = 50

/**
 * Whether a task belongs to one of these users. Comparing arrays one by one took most of the query with 2,000
 * people and 50,000 tasks; a hash of the people takes a tenth of that.
 */
function isOf(people: readonly string[] | null): Sql {
  if (people === null) return raw('true')
  if (people.length <= FEW) return sql`t.performers && ${people}::uuid[]`
  // Inside an expression it stays a hash; as a condition of its own it would become a join per task.
  return raw(
    'exists (select from unnest(t.performers) p where coalesce(p in (select id from team), false))',
  )
}

/** Counts open tasks, and those completed since then, by performer and by step. */
export function measureTasks(db: Db, { people, since, at }: TeamFilter): Promise<TaskWork> {
  const isOne = people === null ? raw('true') : raw('p in (select id from team)')
  const isTheirs = isOf(people)
  const tasks = (isWanted: Sql): Sql => sql`
    select t.performers, t.instance_id, t.template_namespace as namespace,
      t.template_code as code, t.node, t.name, t.created_at, t.ended_at,
      coalesce(${isLate(at)}, false) as is_late
    from kontor.process_tasks t where ${isWanted} and t.deleted_at is null and ${isTheirs}`
  return db.one(sql<TaskWork>`
    with team as (select unnest(${people ?? []}::uuid[]) as id),
    seen as materialized (${tasks(raw('t.ended_at is null'))}
      union all ${tasks(sql`t.ended_at >= ${since} and t.state = 'closed'`)}),
    people as (
      select p as id, ${COUNTS} from seen, unnest(performers) p where ${isOne} group by p
      order by late desc, open desc, p limit ${MOST_PEOPLE}),
    steps as (
      select namespace, code, node as element, max(name) as name, ${COUNTS},
        min(created_at) filter (where ended_at is null) as "oldestAt",
        avg(extract(epoch from coalesce(ended_at, ${at}) - created_at))::float8 as "meanSeconds"
      from seen where instance_id is not null group by 1, 2, 3
      order by "meanSeconds" desc, 1, 2, 3 limit ${MOST_STEPS}),
    processes as (
      select namespace, code, ${COUNTS} from seen where instance_id is not null group by 1, 2)
    select (select to_jsonb(c) from (select ${COUNTS} from seen) c) as total,
      (select coalesce(jsonb_agg(p), '[]') from people p) as people,
      (select coalesce(jsonb_agg(s), '[]') from steps s) as steps,
      (select coalesce(jsonb_agg(c), '[]') from processes c) as processes`)
}

export type Trend = {
  id: string
  running: number
  incidents: number
  breached: number
  atRisk: number
  weeks: { from: string; started: number; ended: number; leadSeconds: number | null }[]
}

/** Instances started and ended per week until now, from indexes only. */
export const measureTrends = (
  db: Db,
  processes: readonly string[],
  { at, weeks }: { at: Date; weeks: number },
): Promise<Trend[]> =>
  db.all(sql<Trend>`
    with failed as (
      select i.template_id, count(*) as incidents
      from kontor.process_incidents n join kontor.process_instances i on i.id = n.instance_id
      where n.closed_at is null group by 1),
    timed as (
      select i.template_id, count(distinct i.id) filter (where c.breached_at is not null) as breached,
        count(distinct i.id) filter (where c.breached_at is null) as at_risk
      from kontor.process_clocks c join kontor.process_instances i on i.id = c.instance_id
      where c.stopped_at is null and (c.breached_at is not null or c.warned_at is not null)
      group by 1)
    select x.id, r.running, coalesce(f.incidents, 0) as incidents,
      coalesce(c.breached, 0) as breached, coalesce(c.at_risk, 0) as "atRisk", w.weeks
    from unnest(${processes}::uuid[]) x(id)
    cross join lateral (
      select count(*) as running from kontor.process_instances i
      where i.template_id = x.id and i.state in ('exec', 'wait', 'error')) r
    cross join lateral (
      select jsonb_agg(jsonb_build_object('from', week.start, 'started', s.started,
        'ended', e.ended, 'leadSeconds', e.lead) order by week.start) as weeks
      from (select ${at}::timestamptz - make_interval(days => 7 * n) as start
        from generate_series(1, ${weeks}::integer) n) week
      cross join lateral (
        select count(*) as started from kontor.process_instances i
        where i.template_id = x.id and i.created_at >= week.start
          and i.created_at < week.start + interval '7 days') s
      cross join lateral (
        select count(*) as ended, percentile_cont(0.5) within group (
          order by extract(epoch from i.ended_at - i.created_at)) as lead
        from kontor.process_instances i
        where i.template_id = x.id and i.state = 'done' and i.ended_at >= week.start
          and i.ended_at < week.start + interval '7 days') e) w
    left join failed f on f.template_id = x.id
    left join timed c on c.template_id = x.id`)
