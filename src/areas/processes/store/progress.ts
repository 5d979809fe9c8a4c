import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { InstanceDetails } from '../instances/manage-operations.ts'

/** What the diagram of an instance shows: its tokens and the path they took. */

export type Entered = { instance: string; token: number; at: Date }

/** When the tokens of these instances entered their elements. */
export const listEntered = (db: Db, instances: readonly string[]): Promise<Entered[]> =>
  db.all(sql<Entered>`select h.instance_id as instance, (step ->> 1)::integer as token, max(h.at) as at
    from kontor.process_history h cross join jsonb_array_elements(h.steps) step
    where h.instance_id = any(${[...instances]}::uuid[]) and step ->> 0 = 'entered'
    group by 1, 2`)

export type Visited = { what: 'entered' | 'taken'; element: string; count: number }

export const listVisited = (db: Db, instance: string): Promise<Visited[]> =>
  db.all(sql<Visited>`select step ->> 0 as what, step ->> 2 as element, count(*) as count
    from kontor.process_history h cross join jsonb_array_elements(h.steps) step
    where h.instance_id = ${instance}::uuid and step ->> 0 in ('entered', 'taken')
    group by 1, 2 order by min(h.seq), 2`)

export type Due = { token: number; task: string | null; incident: string | null; due: Date | null }

/** The task, timer and incident of each waiting token. */
export const listWaiting = (db: Db, instance: string): Promise<Due[]> =>
  db.all(sql<Due>`select token, max(task::text)::uuid as task, max(incident::text)::uuid as incident,
      min(due) as due
    from (
      select token, id as task, null::uuid as incident, due_at as due
      from kontor.process_tasks where instance_id = ${instance}::uuid and ended_at is null
      union all
      select token, null, id, null from kontor.process_incidents
      where instance_id = ${instance}::uuid and closed_at is null
      union all
      select token, null, null, run_at from kontor.process_jobs
      where instance_id = ${instance}::uuid and kind = 'timer') w
    group by token`)

export type Work = {
  token: number
  topic: string
  worker: string | null
  run_at: Date
  isLocked: boolean
  isDue: boolean
  attempts: number
  maxAttempts: number
  lastError: string
}

/** Jobs of external workers in an instance. */
export const listWork = (db: Db, instance: string): Promise<Work[]> =>
  db.all(sql<Work>`select token, topic, worker, run_at, lease_key is not null as "isLocked",
      run_at <= now() as "isDue", attempts, max_attempts as "maxAttempts", last_error as "lastError"
    from kontor.process_jobs where instance_id = ${instance}::uuid and topic is not null`)

export type Child = { id: string; name: string; state: string; element: string | null }

/** The processes that an instance called, with the calling elements. */
export const listChildren = (db: Db, instance: string): Promise<Child[]> =>
  db.all(sql<Child>`select c.id, c.name, c.state, (select step ->> 2
      from kontor.process_history h cross join jsonb_array_elements(h.steps) step
      where h.instance_id = c.parent_id and step ->> 0 = 'entered'
        and (step ->> 1)::integer = c.parent_token limit 1) as element
    from kontor.process_instances c where c.parent_id = ${instance}::uuid
    order by c.created_at, c.id limit 1000`)

export type TaskRow = {
  id: string
  name: string
  node: string
  state: InstanceDetails['tasks'][number]['state']
  performers: string[]
  created_at: Date
  ended_at: Date | null
}

/** The tasks of an instance. */
export const listTasks = (db: Db, instance: string): Promise<TaskRow[]> =>
  db.all(sql<TaskRow>`select id, name, node, state, performers, created_at, ended_at from kontor.process_tasks
    where instance_id = ${instance}::uuid and deleted_at is null
    order by created_at, id limit 1000`)
