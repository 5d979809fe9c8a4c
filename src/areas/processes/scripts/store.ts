import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

/** A request of a script and its answer. */
export type ScriptCall = {
  seq: number
  /** A digest in hexadecimal digits. */
  asked: string
  /** JSON. */
  answer: string
  is_refused: boolean
}

/** A job and the key of our lease. */
type JobLease = { job: number; key: string }

export const listCalls = (db: Db, job: number): Promise<ScriptCall[]> =>
  db.all(sql<ScriptCall>`
    select seq, encode(asked, 'hex') as asked, answer, is_refused
    from kontor.process_script_calls where job_id = ${job}`)

/** Fails if the lease was lost: then another node runs the job. */
export const insertCalls = ({ job, key }: JobLease, calls: readonly ScriptCall[]): Sql => sql`
  insert into kontor.process_script_calls (job_id, seq, asked, answer, is_refused)
  select (select id from kontor.process_jobs where id = ${job} and lease_key = ${key}),
    c.seq, decode(c.asked, 'hex'), c.answer, c.is_refused
  from jsonb_to_recordset(${toJsonb(calls)}::jsonb)
    as c(seq integer, asked text, answer text, is_refused boolean)`

/** The time limit of a script in seconds, and some more to take its result. */
export const LEASE = 75

/** A job that is leased from the beginning: its caller waits, and nobody else takes it. */
export const insertServed = async (
  db: Db,
  { key, ...payload }: { key: string; module: string; code: string },
): Promise<number> => {
  const { id } = await db.one(sql<{ id: number }>`
    insert into kontor.process_jobs (instance_id, token, kind, run_at, max_attempts, lease_key, payload)
    values (null, 0, 'module.route', now() + make_interval(secs => ${LEASE}), 1, ${key},
      ${toJsonb(payload)}::jsonb)
    returning id`)
  return id
}

/** Deletes those of dead nodes: nobody waits for them any more. */
export const deleteServed = (db: Db): Promise<number> =>
  db.run(sql`
    delete from kontor.process_jobs
    where kind = 'module.route' and run_at < now() - interval '5 minutes'`)

/** False if the lease was lost. */
export const extendLease = async (
  db: Db,
  { job, key }: JobLease,
  seconds: number,
): Promise<boolean> =>
  (await db.run(sql`
    update kontor.process_jobs set run_at = now() + make_interval(secs => ${seconds})
    where id = ${job} and lease_key = ${key}`)) > 0

export const deleteCalls = (db: Db, limit: number): Promise<number> =>
  db.run(sql`
    delete from kontor.process_script_calls where (job_id, seq) in (
      select c.job_id, c.seq from kontor.process_script_calls c
      where not exists (select from kontor.process_jobs j where j.id = c.job_id) limit ${limit})`)
