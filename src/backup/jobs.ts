import type pg from 'pg'
import type { Table } from './format.ts'

/**
 * The waiting jobs, as a table of their own: the queue library numbers its tasks and queues differently in
 * every database. Its views do not include the payload, so its tables are read.
 */
export const JOBS: Table = {
  schema: 'graphile_worker',
  name: 'jobs',
  columns: [
    { name: 'id', type: 'bigint' },
    { name: 'task_identifier', type: 'text' },
    { name: 'queue_name', type: 'text' },
    { name: 'payload', type: 'json' },
    { name: 'priority', type: 'smallint' },
    { name: 'run_at', type: 'timestamptz' },
    { name: 'attempts', type: 'smallint' },
    { name: 'max_attempts', type: 'smallint' },
    { name: 'last_error', type: 'text' },
    { name: 'created_at', type: 'timestamptz' },
    { name: 'updated_at', type: 'timestamptz' },
    { name: 'key', type: 'text' },
    { name: 'revision', type: 'integer' },
    { name: 'flags', type: 'jsonb' },
  ],
}

/** The attempt of a running job does not count: it will not have run in the restored system. */
export const SELECT_JOBS = `
  select j.id, t.identifier, q.queue_name, j.payload, j.priority, j.run_at,
    case when j.locked_at is null then j.attempts else greatest(j.attempts - 1, 0) end,
    j.max_attempts, j.last_error, j.created_at, j.updated_at, j.key, j.revision, j.flags
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`

/** A temporary table for the rows until they are complete. */
export const LANDING = 'pg_temp.restored_jobs'

export async function openLanding(client: pg.Client): Promise<void> {
  const columns = JOBS.columns.map(({ name, type }) => `${name} ${type}`).join(', ')
  await client.query(`create temporary table restored_jobs (${columns}) on commit drop`)
}

export async function insertLanded(client: pg.Client): Promise<void> {
  await client.query(`
    delete from graphile_worker._private_jobs;
    insert into graphile_worker._private_tasks (identifier)
      select distinct task_identifier from ${LANDING} on conflict do nothing;
    insert into graphile_worker._private_job_queues (queue_name)
      select distinct queue_name from ${LANDING} where queue_name is not null on conflict do nothing;
    insert into graphile_worker._private_jobs
      (id, task_id, job_queue_id, payload, priority, run_at, attempts, max_attempts, last_error,
        created_at, updated_at, key, revision, flags)
      overriding system value
      select r.id, t.id, q.id, r.payload, r.priority, r.run_at, r.attempts, r.max_attempts,
        r.last_error, r.created_at, r.updated_at, r.key, r.revision, r.flags
      from ${LANDING} r
      join graphile_worker._private_tasks t on t.identifier = r.task_identifier
      left join graphile_worker._private_job_queues q on q.queue_name = r.queue_name
      order by r.id;
    select setval(pg_get_serial_sequence('graphile_worker._private_jobs', 'id'), max(id))
      from ${LANDING} having count(*) > 0`)
}
