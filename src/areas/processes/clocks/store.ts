import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import { suspendedSince } from '../store/suspensions.ts'

export type ClockRow = {
  instance_id: string
  code: string
  /** The token of the step; 0 is the instance itself. */
  token: number
  element: string | null
  started_at: Date
  stopped_at: Date | null
  /** Running since; null while paused. */
  since: Date | null
  /** Milliseconds used before `since`. */
  used: number
  breach_at: Date | null
  warned_at: Date | null
  breached_at: Date | null
  /** The number of escalations fired. */
  level: number
}

const COLUMNS = sql`instance_id, code, token, element, started_at, stopped_at, since, used, breach_at,
  warned_at, breached_at, level`

export const listOpen = (db: Db, instance: string): Promise<ClockRow[]> =>
  db.all(sql<ClockRow>`
    select ${COLUMNS} from kontor.process_clocks
    where instance_id = ${instance} and stopped_at is null order by code, token`)

export const listClocks = (db: Db, instance: string): Promise<ClockRow[]> =>
  db.all(sql<ClockRow>`
    select ${COLUMNS} from kontor.process_clocks where instance_id = ${instance}
    order by started_at, code, token limit 1000`)

export const saveClocks = (db: Db, rows: readonly ClockRow[]) =>
  db.run(sql`
    insert into kontor.process_clocks (${COLUMNS})
    select c.instance_id, c.code, c.token, c.element, c.started_at, c.stopped_at, c.since, c.used,
      c.breach_at, c.warned_at, c.breached_at, c.level
    from jsonb_to_recordset(${toJsonb(rows)}::jsonb) as c(instance_id uuid, code text, token integer,
      element text, started_at timestamptz, stopped_at timestamptz, since timestamptz,
      used double precision, breach_at timestamptz, warned_at timestamptz, breached_at timestamptz,
      level integer)
    on conflict (instance_id, code, token) do update set stopped_at = excluded.stopped_at,
      since = excluded.since, used = excluded.used, breach_at = excluded.breach_at,
      warned_at = excluded.warned_at, breached_at = excluded.breached_at, level = excluded.level`)

/**
 * One job for all clocks of an instance, at the next threshold. If the last run found nothing due, it waits a
 * moment: the clock of this node may be behind that of the database.
 */
export async function scheduleJob(
  db: Db,
  instance: string,
  { at, isAgain }: { at: Date | null; isAgain: boolean },
): Promise<void> {
  const dropped = db.run(sql`
    delete from kontor.process_jobs where instance_id = ${instance} and kind = 'sla'`)
  const inserted =
    at &&
    db.run(sql`
      insert into kontor.process_jobs (instance_id, token, kind, run_at, max_attempts, payload)
      values (${instance}, 0, 'sla',
        case when ${isAgain} then greatest(${at}, now() + interval '1 second') else ${at} end, 1, '{}')`)
  await Promise.all([dropped, inserted])
}

/** After a change of a calendar all clocks are recomputed. */
export const recount = (db: Db) =>
  db.run(sql`
    update kontor.process_jobs set run_at = now() where kind = 'sla' and held_due_at is null`)

/** Tasks of a step without a due date of their own are due when the time of the step is over. */
export const saveDue = (
  db: Db,
  { instance_id, element, breach_at }: ClockRow,
  before: Date | null,
) =>
  db.run(sql`
    update kontor.process_tasks set due_at = ${breach_at}
    where instance_id = ${instance_id} and node = ${element} and ended_at is null
      and (due_at is null or due_at = ${before})`)

export type OpenTask = { id: string; name: string; performers: string[] }

export const listOpenTasks = (db: Db, { instance_id, element }: ClockRow): Promise<OpenTask[]> =>
  db.all(sql<OpenTask>`
    select id, name, performers from kontor.process_tasks
    where instance_id = ${instance_id} and ended_at is null and deleted_at is null
      and (${element}::text is null or node = ${element}::text) order by created_at, id`)

export const savePerformers = (
  db: Db,
  id: string,
  { performers, at, by }: { performers: readonly string[]; at: Date; by: string },
) =>
  db.run(sql`
    update kontor.process_tasks set
      former_performers = former_performers || array(
        select p from unnest(performers) p where p <> all(${performers}::uuid[])),
      performers = ${performers}::uuid[],
      state = ${performers.length === 1 ? 'in_progress' : 'assignment'}, revision = revision + 1,
      updated_at = ${at}, updated_by = ${by}
    where id = ${id}`)

/** Users who are notified of a task become participants, so that they can open it. */
export const addParticipants = (db: Db, id: string, people: readonly string[]) =>
  db.run(sql`
    update kontor.process_tasks set participants = participants || array(
      select p from unnest(${people}::uuid[]) p where p <> all(participants || performers))
    where id = ${id}`)

/** Clocks that ran while their process was suspended. */
export const listRunningOf = (db: Db, template: string): Promise<(ClockRow & Version)[]> =>
  db.all(sql<ClockRow & Version>`
    select c.*, i.version from kontor.process_clocks c
    join kontor.process_instances i on i.id = c.instance_id
    where i.template_id = ${template} and i.ended_at is null and c.since is not null`)

export type Version = { version: number }

export const wakeJobsOf = (db: Db, template: string) =>
  db.run(sql`
    update kontor.process_jobs set run_at = now() where kind = 'sla' and held_due_at is null
      and instance_id in (select id from kontor.process_instances
        where template_id = ${template} and ended_at is null)`)

export type TimedTask = {
  id: string
  template_id: string
  version: number
  suspended_at: Date | null
}

/** The processes of tasks, and since when they are suspended. */
export const listTimed = (db: Db, tasks: readonly string[]): Promise<TimedTask[]> =>
  db.all(sql<TimedTask>`
    select t.id, i.template_id, i.version,
      ${suspendedSince(raw('i.id'), raw('i.template_id'))} as suspended_at
    from kontor.process_tasks t join kontor.process_instances i on i.id = t.instance_id
    where t.id = any(${tasks}::uuid[]) and i.ended_at is null`)

/** The clocks that run during tasks: those of their steps and of the process. */
export const listClocksOf = (
  db: Db,
  tasks: readonly string[],
): Promise<(ClockRow & { task: string })[]> =>
  db.all(sql<ClockRow & { task: string }>`
    select t.id as task, c.* from kontor.process_tasks t
    join kontor.process_clocks c on c.instance_id = t.instance_id and c.stopped_at is null
      and (c.element is null or c.element = t.node)
    where t.id = any(${tasks}::uuid[]) and t.ended_at is null
    order by c.element nulls last, c.code, c.token`)

/** Whether any version of a process has clocks that pause with the status of its item. */
export const hasPausingVersion = async (db: Db): Promise<boolean> => {
  const found = await db.first(sql`
    select from kontor.process_versions
    where jsonb_path_exists(body::jsonb, '$.sla.*.pauseStatuses[*]') limit 1`)
  return found !== undefined
}

/** Running instances about these items that have clocks. */
export const listTimedBy = (db: Db, items: readonly Reference[]): Promise<{ id: string }[]> =>
  db.all(sql<{ id: string }>`
    select i.id from kontor.process_instances i
    where i.item @> any(${items.map((item) => JSON.stringify([item]))}::jsonb[])
      and i.ended_at is null
      and exists (select from kontor.process_clocks c
        where c.instance_id = i.id and c.stopped_at is null)`)
