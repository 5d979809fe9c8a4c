import type { Db } from '../../../platform/db/db.ts'
import { and, type Sql, sql } from '../../../platform/db/sql.ts'
import type { ElementStatistics, ProcessStatistics } from '../instances/statistics-operations.ts'

/** History is long: the newest instances are representative, and quick to read. */
export const MOST_MEASURED = 5000

export type ElementRow = Omit<ElementStatistics, 'name' | 'kind'>
/** The results of the clocks of one service level. */
export type ClockSummary = Omit<ProcessStatistics['clocks'][number], 'name'>
export type Summary = ProcessStatistics['instances'] & { counted: number }

type StatisticsFilter = {
  process: string
  from: string | undefined
  to: string | undefined
  version: number | undefined
  where: Sql[]
}

export async function measure(
  db: Db,
  { process, from, to, version, where: isVisible }: StatisticsFilter,
): Promise<{ rows: ElementRow[]; summary: Summary | undefined; clocks: ClockSummary[] }> {
  const where = [
    sql`t.template_id = ${process}::uuid`,
    ...(version === undefined ? [] : [sql`t.version = ${version}::integer`]),
    ...(from === undefined ? [] : [sql`t.created_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`t.created_at < ${to}::timestamptz`]),
    ...isVisible,
  ]
  const chosen = sql`select t.id, t.state, t.created_at, t.ended_at from kontor.process_instances t
    where ${and(where)} order by t.created_at desc, t.id desc limit ${MOST_MEASURED}`
  return {
    rows: await db.all(sql<ElementRow>`${elementsOf(chosen)}`),
    summary: await db.first(sql<Summary>`${summaryOf(chosen)}`),
    clocks: await db.all(sql<ClockSummary>`${clocksOf(chosen)}`),
  }
}

/** Warned, and its time is not over yet. */
const isAtRisk = sql`k.warned_at is not null and k.breached_at is null and k.stopped_at is null`

const summaryOf = (chosen: Sql): Sql => sql`with chosen as (${chosen})
  select count(*) filter (where ended_at is null) as running,
    count(*) filter (where state = 'done') as ended,
    count(*) filter (where state = 'cancel') as interrupted,
    (avg(extract(epoch from ended_at - created_at)) filter (where state = 'done'))::float8
      as "meanSeconds",
    count(*) as counted
  from chosen`

const clocksOf = (chosen: Sql): Sql => sql`with chosen as (${chosen})
  select k.code, count(*) filter (where k.stopped_at is null) as running,
    count(*) filter (where k.stopped_at is not null and k.breached_at is null) as met,
    count(*) filter (where k.breached_at is not null) as breached,
    count(*) filter (where ${isAtRisk}) as "atRisk",
    (avg(k.used) filter (where k.stopped_at is not null) / 1000)::float8 as "meanSeconds"
  from kontor.process_clocks k join chosen c on c.id = k.instance_id group by 1 order by 1`

/** A token is one visit of one element: it is there from when it entered until it left. */
const elementsOf = (chosen: Sql): Sql => sql`with chosen as materialized (${chosen}),
  visits as (
    select step ->> 2 as element, c.ended_at,
      min(h.at) filter (where step ->> 0 = 'entered') as entered,
      max(h.at) filter (where step ->> 0 = 'left') as gone,
      bool_or(step ->> 0 = 'cancelled') as is_cancelled
    from chosen c
    join kontor.process_history h on h.instance_id = c.id
    cross join jsonb_array_elements(h.steps) step
    where step ->> 0 in ('entered', 'left', 'cancelled')
    group by c.id, c.ended_at, step ->> 1, step ->> 2),
  failed as (
    select n.node as element, count(*) as incidents
    from kontor.process_incidents n join chosen c on c.id = n.instance_id
    where n.closed_at is null group by 1),
  late as (
    select k.element, count(*) filter (where k.breached_at is not null) as breaches,
      count(*) filter (where ${isAtRisk}) as at_risk
    from kontor.process_clocks k join chosen c on c.id = k.instance_id
    where k.element is not null group by 1)
  select v.element as id, count(v.entered) as entered, count(v.gone) as left,
    count(*) filter (where v.entered is not null and v.gone is null and not v.is_cancelled
      and v.ended_at is null) as active,
    coalesce(max(s.incidents), 0) as incidents,
    avg(extract(epoch from v.gone - v.entered))::float8 as "meanSeconds",
    max(extract(epoch from v.gone - v.entered))::float8 as "maxSeconds",
    coalesce(max(l.breaches), 0) as breaches, coalesce(max(l.at_risk), 0) as "atRisk"
  from visits v left join failed s on s.element = v.element
    left join late l on l.element = v.element
  group by v.element`
