import type pg from 'pg'
import type { Oracle } from './oracle.ts'
import type { CrashWorker } from './worker.ts'

type Counts = Record<string, number>

/** Finds steps that were lost or executed twice. */
export async function findProblems(
  client: pg.Client,
  { oracle, worker }: { oracle: Oracle; worker: CrashWorker },
  instances: Map<number, string>,
): Promise<string[]> {
  const expected = instances.size
  const { rows } = await client.query(COUNTS)
  const counts = rows[0] as Counts
  const wanted: Counts = {
    parents: expected,
    children: expected,
    unfinished: 0,
    tasks: expected,
    open_tasks: 0,
    notes: expected,
    numbers: expected,
    jobs: 0,
    subscriptions: 0,
    points: expected,
    waiting_points: 0,
    gaps: 0,
    ends: expected * 2,
    stamps: expected,
    heard: expected,
    undone: expected,
    unsigned: expected,
    disordered: 0,
    worked: expected,
    clocks: expected * 2,
    open_clocks: 0,
    breaches: expected,
    double_escalations: 0,
    suspended: 0,
    suspensions: [...instances.keys()].filter((number) => number % 3 === 0).length,
    messages: expected,
    undelivered: 0,
    incidents: 0,
    wrong: 0,
  }
  const odd = [...instances.keys()].filter((number) => number % 2 === 1).length
  return [
    ...Object.entries(wanted)
      .filter(([name, count]) => Number(counts[name]) !== count)
      .map(([name, count]) => `${name}: ${counts[name]}, expected ${count}`),
    ...(oracle.asked.size === expected ? [] : [`asked under ${oracle.asked.size} keys`]),
    ...[...oracle.taken]
      .filter(([, times]) => times !== 1)
      .map(([id, times]) => `the answer to ${id} was taken ${times} times`),
    ...(worker.completed.size <= expected * 2 ? [] : [`${worker.completed.size} jobs completed`]),
    ...[...worker.completed]
      .filter(([, times]) => times !== 1)
      .map(([job, times]) => `the job ${job} was completed ${times} times`),
    ...(oracle.taken.size <= odd ? [] : [`${oracle.taken.size} answers taken, ${odd} given`]),
  ]
}

const of = (code: string) => `(select id from kontor.definitions
  where kind = 'process' and namespace = 'crash' and code = '${code}')`

const entered = (element: string) => `(select count(*)
  from kontor.process_history h, jsonb_array_elements(h.steps) s
  where s ->> 0 = 'entered' and s ->> 2 = '${element}')`

const COUNTS = `select
  (select count(*) from kontor.process_instances where template_id = ${of('parent')}) as parents,
  (select count(*) from kontor.process_instances where template_id = ${of('child')}) as children,
  (select count(*) from kontor.process_instances where state <> 'done') as unfinished,
  (select count(*) from kontor.process_tasks where state = 'closed') as tasks,
  (select count(*) from kontor.process_tasks where ended_at is null) as open_tasks,
  (select count(*) from ws_crash.notes) as notes,
  (select count(distinct number) from ws_crash.notes) as numbers,
  (select count(*) from kontor.process_jobs where kind <> 'message.deliver') as jobs,
  (select count(*) from kontor.process_subscriptions) as subscriptions,
  (select count(*) from kontor.process_callbacks) as points,
  (select count(*) from kontor.process_callbacks where state <> 'restored') as waiting_points,
  (select count(*) from kontor.process_instances i where i.revision <>
    (select count(*) from kontor.process_history h where h.instance_id = i.id)) as gaps,
  (select count(*) from kontor.process_history h, jsonb_array_elements(h.steps) s
    where s ->> 0 = 'entered' and s ->> 2 = 'end') as ends,
  ${entered('stamp')} as stamps,
  ${entered('hear')} as heard,
  ${entered('unmark')} as undone,
  ${entered('unsign')} as unsigned,
  (select count(*) from (
    select max((s ->> 1)::int) filter (where s ->> 2 = 'unmark') as first_done,
      max((s ->> 1)::int) filter (where s ->> 2 = 'unsign') as last_done
    from kontor.process_history h, jsonb_array_elements(h.steps) s
    where s ->> 0 = 'entered' group by h.instance_id) as tokens
    where first_done < last_done) as disordered,
  ${entered('work')} as worked,
  (select count(*) from kontor.process_clocks) as clocks,
  (select count(*) from kontor.process_clocks where stopped_at is null) as open_clocks,
  (select count(*) from kontor.events where type = 'bpm.instance.sla_breached') as breaches,
  (select count(*) - count(distinct object_id) from kontor.events
    where type = 'bpm.instance.sla_escalated') as double_escalations,
  (select count(*) from kontor.process_suspensions) as suspended,
  (select count(*) from kontor.events where type = 'bpm.instance.resumed') as suspensions,
  (select count(*) from kontor.process_messages) as messages,
  (select count(*) from kontor.process_messages where state <> 'delivered') as undelivered,
  (select count(*) from kontor.process_incidents) as incidents,
  (select count(*) from kontor.process_instances
    where context ->> 'answer' is distinct from ((context ->> 'number')::int * 2)::text) as wrong`
