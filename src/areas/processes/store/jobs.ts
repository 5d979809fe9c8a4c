import { toJsonb } from '../../../lib/storable.ts'
import { type Db, statement } from '../../../platform/db/db.ts'

export type NewJob = {
  /** None for what only will be an instance. */
  instance_id: string | null
  token: number
  kind: string
  /** Absent = at once. */
  run_at?: string
  max_attempts: number
  payload: Record<string, unknown>
}

const insert = statement(`
  insert into kontor.process_jobs (instance_id, token, kind, run_at, max_attempts, payload)
  select j.instance_id, j.token, j.kind, coalesce(j.run_at, now()), j.max_attempts, j.payload
  from jsonb_to_recordset($1::jsonb) as j(instance_id uuid, token integer, kind text,
    run_at timestamptz, max_attempts integer, payload jsonb)`)

export const insertJobs = (db: Db, jobs: readonly NewJob[]) => db.query(insert, [toJsonb(jobs)])

const dropOfTokens = statement(
  'delete from kontor.process_jobs where instance_id = $1 and token = any($2::integer[])',
)

/** Nobody wants to know any more: also who has leased one finds it gone. */
export const deleteJobs = (db: Db, instanceId: string, tokens: readonly number[]) =>
  db.query(dropOfTokens, [instanceId, tokens])

/** The children that these tokens called are interrupted by jobs of their own. */
const interrupt = statement(`
  insert into kontor.process_jobs (instance_id, token, kind, run_at, max_attempts, payload)
  select id, 0, 'interrupt', now(), 1, '{}' from kontor.process_instances
  where parent_id = $1 and parent_token = any($2::integer[]) and ended_at is null`)

export const interruptChildren = (db: Db, instanceId: string, tokens: readonly number[]) =>
  db.query(interrupt, [instanceId, tokens])

export type Leased = {
  id: number
  instance_id: string | null
  token: number
  kind: string
  attempts: number
  max_attempts: number
  payload: Record<string, unknown>
}

/** Takes due jobs for a while. Only rows of jobs are held, and nobody is waited for. */
const lease = statement<Leased>(`
  update kontor.process_jobs j
  set lease_key = $1, run_at = now() + make_interval(secs => $2), attempts = attempts + 1
  where j.id in (
    select id from kontor.process_jobs where run_at <= now() and kind = any($3::text[])
    order by run_at, id limit $4 for update skip locked)
  returning id, instance_id, token, kind, attempts, max_attempts, payload`)

export type Lease = { key: string; seconds: number; kinds: readonly string[]; limit: number }

export const leaseJobs = (db: Db, { key, seconds, kinds, limit }: Lease): Promise<Leased[]> =>
  db.query(lease, [key, seconds, kinds, limit])

const take = statement<{ id: number }>(
  'delete from kontor.process_jobs where id = $1 and lease_key = $2 returning id',
)

/** True for the one who still has the lease; asked while the instance is held. */
export const takeJob = async (db: Db, id: number, key: string): Promise<boolean> =>
  (await db.query(take, [id, key])).length > 0

const postpone = statement(`
  update kontor.process_jobs
  set run_at = now() + make_interval(secs => $3), lease_key = null, last_error = $4
  where id = $1 and lease_key = $2`)

export const postponeJob = (
  db: Db,
  { id, key, seconds, error }: { id: number; key: string; seconds: number; error: string },
) => db.query(postpone, [id, key, seconds, error])

/** Of these instances and those they called: what is to be done at once first, then timers that are due. */
const takeFirst = statement<Leased & { run_at: Date }>(`
  with recursive ours(id) as (
    select unnest($1::uuid[])
    union select i.id from kontor.process_instances i join ours on i.parent_id = ours.id)
  delete from kontor.process_jobs where id = (
    select j.id from kontor.process_jobs j join ours on ours.id = j.instance_id
    where j.kind <> 'timer' or j.run_at <= $2
    order by j.kind = 'timer', j.run_at, j.id limit 1)
  returning id, instance_id, token, kind, attempts, max_attempts, payload, run_at`)

export async function takeNextJob(db: Db, instances: readonly string[], until: Date) {
  const [job] = await db.query(takeFirst, [instances, until])
  return job
}
