import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { quick, raw, sql } from '../../../platform/db/sql.ts'
import { traceHeaders } from '../../../platform/telemetry/span.ts'
import { QUEUED } from './instances.ts'
import { suspendedSince } from './suspensions.ts'

export type NewJob = {
  /** null if the job will create the instance. */
  instance_id: string | null
  token: number
  kind: string
  /** Absent = done by the server. */
  topic?: string
  /** Absent = at once. */
  run_at?: string
  max_attempts: number
  payload: Record<string, unknown>
}

export const insertJobs = (db: Db, jobs: readonly NewJob[]) =>
  db.run(sql`
    insert into kontor.process_jobs (instance_id, token, kind, topic, run_at, max_attempts, payload)
    select j.instance_id, j.token, j.kind, j.topic, coalesce(j.run_at, now()), j.max_attempts,
      j.payload
    from jsonb_to_recordset(${toJsonb(jobs.map(withTrace))}::jsonb) as j(instance_id uuid, token integer, kind text,
      topic text, run_at timestamptz, max_attempts integer, payload jsonb)`)

/** Immediate jobs belong to the trace of their request; those of timers do not. */
const withTrace = (job: NewJob): NewJob =>
  job.topic === undefined && job.run_at === undefined
    ? { ...job, payload: { ...job.payload, ...traceHeaders() } }
    : job

/** Jobs queued until the instance waits are due now. */
export const wakeQueued = (db: Db, instanceId: string) =>
  db.run(sql`
    update kontor.process_jobs set run_at = now()
    where instance_id = ${instanceId} and token = ${QUEUED} and lease_key is null
      and held_due_at is null`)

/** Deletes jobs that are no longer needed; a node that has leased one finds it gone. */
export const deleteJobs = (db: Db, instanceId: string, tokens: readonly number[]) =>
  db.run(sql`
    delete from kontor.process_jobs where instance_id = ${instanceId}
      and token = any(${tokens}::integer[])`)

/** Interrupts the children of these tokens by jobs. */
export const interruptChildren = (db: Db, instanceId: string, tokens: readonly number[]) =>
  db.run(sql`
    insert into kontor.process_jobs (instance_id, token, kind, run_at, max_attempts, payload)
    select id, 0, 'interrupt', now(), 1, '{}' from kontor.process_instances
    where parent_id = ${instanceId} and parent_token = any(${tokens}::integer[])
      and ended_at is null`)

type DueWork = { inside: boolean; outside: boolean; clock: boolean; next: number | null }

/** Whether anything is due, by kind of worker, and the seconds until the next job. */
export const findDue = (
  db: Db,
  { inside, outside }: { inside: readonly string[]; outside: readonly string[] },
): Promise<DueWork> =>
  db.one(
    quick(sql<DueWork>`
      select
        exists (select from kontor.process_jobs
          where run_at <= now() and topic is null and kind = any(${inside}::text[])) as inside,
        exists (select from kontor.process_jobs
          where run_at <= now() and topic is null and kind = any(${outside}::text[])) as outside,
        exists (select from kontor.process_schedules where run_at <= now()) as clock,
        extract(epoch from least(
          (select min(run_at) from kontor.process_jobs
            where run_at > now() and topic is null),
          (select min(run_at) from kontor.process_schedules where run_at > now())) - now())::float8 as next`),
  )

export type Leased = {
  id: number
  instance_id: string | null
  token: number
  kind: string
  attempts: number
  max_attempts: number
  payload: Record<string, unknown>
}

/** A due job with its time; held back if its instance or process is suspended. */
export type Due = Leased & { due_at: Date; is_suspended: boolean }

export type Lease = { key: string; seconds: number; kinds: readonly string[]; limit: number }

/** Leases due jobs. Locks only rows of jobs, and skips locked ones. */
export const leaseJobs = (db: Db, { key, seconds, kinds, limit }: Lease): Promise<Due[]> =>
  db.all(sql<Due>`
    update kontor.process_jobs j
    set lease_key = ${key}, run_at = now() + make_interval(secs => ${seconds}),
      attempts = attempts + 1
    from (
      select id, run_at from kontor.process_jobs
      where run_at <= now() and topic is null and kind = any(${kinds}::text[])
      order by run_at, id limit ${limit} for update skip locked) due
    where j.id = due.id
    returning j.id, j.instance_id, j.token, j.kind, j.attempts, j.max_attempts, j.payload,
      due.run_at as due_at, ${IS_SUSPENDED} as is_suspended`)

/** First checks whether anything is suspended at all: usually nothing is. */
const IS_SUSPENDED = sql`exists (select from kontor.process_suspensions)
  and j.kind <> 'interrupt' and ${suspendedSince(
    raw('j.instance_id'),
    raw(`coalesce(
      (select i.template_id from kontor.process_instances i where i.id = j.instance_id),
      kontor.as_id(j.payload ->> 'template'))`),
  )} is not null`

/** True if the lease is still held; called while the instance is locked. */
export const takeJob = async (db: Db, id: number, key: string): Promise<boolean> =>
  (await db.run(
    sql<{
      id: number
    }>`delete from kontor.process_jobs where id = ${id} and lease_key = ${key} returning id`,
  )) > 0

export const postponeJob = (
  db: Db,
  { id, key, seconds, error }: { id: number; key: string; seconds: number; error: string },
) =>
  db.run(sql`
    update kontor.process_jobs
    set run_at = now() + make_interval(secs => ${seconds}), lease_key = null, last_error = ${error}
    where id = ${id} and lease_key = ${key}`)

/** Stores the result of its work, for whoever leases it next. */
export const keepReached = (db: Db, { id, key, kept }: { id: number; key: string; kept: object }) =>
  db.run(sql`
    update kontor.process_jobs set payload = payload || ${toJsonb(kept)}::jsonb
    where id = ${id} and lease_key = ${key}`)

/** Jobs of these instances and their children: immediate ones first, then due timers. */
export async function takeNextJob(db: Db, instances: readonly string[], until: Date) {
  return db.first(sql<Leased & { run_at: Date }>`
    with recursive ours(id) as (
      select unnest(${instances}::uuid[])
      union select i.id from kontor.process_instances i join ours on i.parent_id = ours.id)
    delete from kontor.process_jobs where id = (
      select j.id from kontor.process_jobs j join ours on ours.id = j.instance_id
      where j.kind not in ('timer', 'sla') or j.run_at <= ${until}
      order by j.kind in ('timer', 'sla'), j.run_at, j.id limit 1)
    returning id, instance_id, token, kind, attempts, max_attempts, payload, run_at`)
}
