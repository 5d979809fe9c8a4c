import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { quick, raw, sql } from '../../../platform/db/sql.ts'
import { suspendedSince } from '../store/suspensions.ts'

export type Fetched = {
  id: number
  instance_id: string
  token: number
  topic: string
  lease_key: string
  run_at: Date
  attempts: number
  max_attempts: number
  payload: Record<string, unknown>
  name: string
  template_id: string
  version: number
  due_at: Date
  is_suspended: boolean
}

/** Whether a fetch could find something: asked by all waiting fetches, without a transaction. */
export async function hasJobs(db: Db, topics: readonly string[]): Promise<boolean> {
  const found = await db.first(
    quick(sql`
      select from kontor.process_jobs
      where topic = any(${topics}::text[]) and run_at <= now() limit 1`),
  )
  return found !== undefined
}

export type Worker = { user: string; name: string }

/** How many more jobs a worker may lock. Concurrent fetches of one worker are counted one after the other. */
export async function countFree(db: Db, { user, name }: Worker, most: number): Promise<number> {
  const key = sql`${`${user} ${name}`}::text`
  await db.run(sql`select pg_advisory_xact_lock(${advisoryLock('worker fetch', key)})`)
  const { held } = await db.one(sql<{ held: number }>`
    select count(*)::integer as held from kontor.process_jobs
    where worker_user = ${user} and worker = ${name} and run_at > now() and lease_key is not null`)
  return Math.max(most - held, 0)
}

export type Fetching = {
  worker: Worker
  topics: readonly string[]
  limit: number
  seconds: number
}

/** Bytes of variables in one answer; a job with more comes alone. */
const MOST_BYTES = 8_000_000

/**
 * Locks jobs, oldest first, each with its own key. Locks only rows of jobs. The index returns the oldest of each
 * topic, so that a long backlog need not be sorted.
 */
export const lockJobs = (
  db: Db,
  { worker, topics, limit, seconds }: Fetching,
): Promise<Fetched[]> =>
  db.all(sql<Fetched>`
    with due as materialized (
      select j.* from (select distinct unnest(${topics}::text[]) as topic) t cross join lateral (
        select id, run_at, payload from kontor.process_jobs
        where topic = t.topic and run_at <= now()
        order by run_at, id limit ${limit} for update skip locked) j
      order by j.run_at, j.id limit ${limit}),
    sized as (
      select id, run_at, row_number() over oldest as place,
        sum(octet_length(payload::text)) over oldest as bytes
      from due window oldest as (order by run_at, id)),
    locked as (
      update kontor.process_jobs j
      set lease_key = gen_random_uuid(), run_at = now() + make_interval(secs => ${seconds}),
        attempts = attempts + 1, worker = ${worker.name}, worker_user = ${worker.user}
      from sized s
      where j.id = s.id and (s.place = 1 or s.bytes <= ${MOST_BYTES})
      returning j.*, s.place, s.run_at as due_at)
    select l.id, l.instance_id, l.token, l.topic, l.lease_key, l.run_at, l.attempts, l.max_attempts,
      l.payload, l.due_at, i.name, i.template_id, i.version,
      ${suspendedSince(raw('i.id'), raw('i.template_id'))} is not null as is_suspended
    from locked l join kontor.process_instances i on i.id = l.instance_id
    order by l.place`)

export type Locked = {
  id: number
  instance_id: string
  token: number
  topic: string
  worker: string
  attempts: number
  max_attempts: number
  payload: Record<string, unknown>
}

/** The job that this user holds with this lock. */
export const findLocked = (
  db: Db,
  { id, lock, user }: { id: string; lock: string; user: string },
): Promise<Locked | undefined> =>
  db.first(sql<Locked>`
    select id, instance_id, token, topic, worker, attempts, max_attempts, payload
    from kontor.process_jobs
    where id = ${id}::bigint and lease_key = ${lock} and worker_user = ${user}
      and topic is not null`)

export async function extendLock(
  db: Db,
  { id, lock, seconds }: { id: number; lock: string; seconds: number },
): Promise<Date | undefined> {
  const row = await db.first(sql<{ run_at: Date }>`
    update kontor.process_jobs set run_at = now() + make_interval(secs => ${seconds})
    where id = ${id} and lease_key = ${lock} returning run_at`)
  return row?.run_at
}

/** Returns a job, to be retried after a while. */
export async function releaseJob(
  db: Db,
  job: { id: number; lock: string; seconds: number; error: string; maxAttempts: number },
): Promise<Date | undefined> {
  const row = await db.first(sql<{ run_at: Date }>`
    update kontor.process_jobs
    set run_at = now() + make_interval(secs => ${job.seconds}), lease_key = null, worker = null,
      worker_user = null, last_error = ${job.error}, max_attempts = ${job.maxAttempts}
    where id = ${job.id} and lease_key = ${job.lock} returning run_at`)
  return row?.run_at
}

/** When a failed job is retried; null if it is gone. */
export async function findRetry(db: Db, id: string): Promise<Date | null> {
  const row = await db.first(sql<{ run_at: Date }>`
    select run_at from kontor.process_jobs where id = ${id}::bigint and lease_key is null`)
  return row?.run_at ?? null
}

export type Answer = 'completed' | 'failed' | 'error'

/** Records that a lock was answered, so that the same answer can be repeated. */
export const insertEnd = (
  db: Db,
  { lock, user, answer, at }: { lock: string; user: string; answer: Answer; at: Date },
) =>
  db.run(sql`
    insert into kontor.process_job_ends (lock_key, user_id, answer, ended_at)
    values (${lock}, ${user}, ${answer}, ${at})`)

export async function findEnd(db: Db, lock: string, user: string): Promise<Answer | undefined> {
  const row = await db.first(sql<{ answer: Answer }>`
    select answer from kontor.process_job_ends
    where lock_key = ${lock} and user_id = ${user}`)
  return row?.answer
}

export const deleteEnds = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from kontor.process_job_ends where lock_key in (
      select lock_key from kontor.process_job_ends where ended_at < ${before} limit ${limit})`)

export type Counts = {
  topic: string
  waiting: number
  locked: number
  delayed: number
  oldest: Date | null
}

export const countTopics = (db: Db): Promise<Counts[]> =>
  db.all(sql<Counts>`
    select topic,
      count(*) filter (where run_at <= now())::integer as waiting,
      count(*) filter (where run_at > now() and lease_key is not null)::integer as locked,
      count(*) filter (where run_at > now() and lease_key is null)::integer as delayed,
      min(run_at) filter (where run_at <= now()) as oldest
    from kontor.process_jobs where topic is not null group by topic order by topic`)
