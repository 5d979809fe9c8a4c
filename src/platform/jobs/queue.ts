import { toJsonb } from '../../lib/storable.ts'
import { type Db, statement } from '../db/db.ts'

export type JobOptions = {
  /** A second job with the same key replaces the first while it waits. */
  key?: string
  runAt?: Date
  maxAttempts?: number
}

const insertJob = statement(`
  select graphile_worker.add_job(
    $1::text, payload := $2::json, run_at := $3::timestamptz,
    max_attempts := $4::int, job_key := $5::text)`)

/** The job exists if and only if the transaction that wanted it commits. */
export async function addJob(
  db: Db,
  name: string,
  payload: object,
  options: JobOptions = {},
): Promise<void> {
  const { runAt = null, maxAttempts = 10, key = null } = options
  await db.query(insertJob, [name, toJsonb(payload), runAt, maxAttempts, key])
}
