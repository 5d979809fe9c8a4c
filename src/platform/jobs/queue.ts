import { toJsonb } from '../../lib/storable.ts'
import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import { traceHeaders } from '../telemetry/span.ts'

export type JobOptions = {
  /** A second job with the same key replaces the first while it waits. */
  key?: string
  /** Jobs with the same queue run one at a time, over all nodes. */
  queue?: string
  runAt?: Date
  maxAttempts?: number
}

/** The job exists if and only if the transaction commits. */
export async function addJob(
  db: Db,
  name: string,
  payload: object,
  options: JobOptions = {},
): Promise<void> {
  const { runAt = null, maxAttempts = 10, key = null, queue = null } = options
  await db.run(sql`
    select graphile_worker.add_job(
      ${name}::text, payload := ${toJsonb({ ...payload, ...traceHeaders() })}::json, run_at := ${runAt}::timestamptz,
      max_attempts := ${maxAttempts}::int, job_key := ${key}::text,
      queue_name := ${queue}::text)`)
}
