import { ascending, type Next, type PageRequest, readPage } from '../../../lists/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Job } from './operations.ts'

type Row = {
  id: string
  name: string
  state: Job['state']
  attempts: number
  max_attempts: number
  run_at: Date
  created_at: Date
  last_error: string | null
}

/** The queue library shows its jobs through this view; only its functions change them. */
const JOBS = sql`
  select id::text as id, task_identifier as name, attempts, max_attempts, run_at, created_at,
    last_error, locked_at,
    case
      when locked_at is not null then 'running'
      when attempts >= max_attempts then 'failed'
      when attempts > 0 then 'retrying'
      else 'waiting'
    end as state
  from graphile_worker.jobs`

export async function listJobs(
  db: Db,
  wanted: PageRequest & { state?: string | undefined; name?: string | undefined },
): Promise<{ jobs: Job[] } & Next> {
  const { state = null, name = null, ...page } = wanted
  const list = {
    columns: sql`*`,
    from: sql`(${JOBS}) j`,
    where: [
      sql`(${state}::text is null or state = ${state}
        or (${state} = 'waiting' and state = 'retrying'))`,
      sql`(${name}::text is null or name = ${name})`,
    ],
    order: [ascending('run_at', 'timestamptz'), ascending('id::bigint', 'bigint')],
  }
  const { rows, ...rest } = await readPage<Row>(db, list, page)
  return { jobs: rows.map(toJob), ...rest }
}

export async function listFailed(db: Db, most: number): Promise<Job[]> {
  const rows = await db.all(
    sql<Row>`select * from (${JOBS}) j where state = 'failed' order by run_at desc limit ${most}`,
  )
  return rows.map(toJob)
}

export async function countByState(db: Db): Promise<Record<string, number>> {
  const rows = await db.all(
    sql<{
      state: string
      count: number
    }>`select state, count(*) as count from (${JOBS}) j group by state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export type Trouble = {
  failed: number
  running: number
  overdue: number
  stuck: number
  waiting: number
}

export async function countTrouble(db: Db): Promise<Trouble> {
  const counts = await db.first(sql<Trouble>`
    select
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'running' and locked_at < now() - interval '1 hour') as stuck,
      count(*) filter (where state in ('waiting', 'retrying')) as waiting,
      count(*) filter (
        where state in ('waiting', 'retrying')
          and run_at < now() - interval '15 minutes') as overdue
    from (${JOBS}) j`)
  return counts ?? { failed: 0, running: 0, overdue: 0, stuck: 0, waiting: 0 }
}

/** Jobs that are looked at for the metrics, the oldest first. */
const MOST = 100_000

type Gauges = { waiting: number; running: number; failed: number; lag: number }

/** How many there are, and for how many seconds the one that waits longest should have run. */
export const readGauges = (db: Db): Promise<Gauges> =>
  db.one(sql<Gauges>`
      select
        count(*) filter (where locked_at is null and attempts < max_attempts) as waiting,
        count(*) filter (where locked_at is not null) as running,
        count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
        coalesce(extract(epoch from now() - min(run_at) filter (
          where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8 as lag
      from (select locked_at, attempts, max_attempts, run_at
        from graphile_worker.jobs order by id limit ${MOST}) j`)

export async function findJob(db: Db, id: string): Promise<Job | undefined> {
  const row = await db.first(sql<Row>`select * from (${JOBS}) j where id = ${id}`)
  return row && toJob(row)
}

/** False when the job is gone or running. */
export const saveRetry = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db.run(sql<{ id: string }>`
    select id::text from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := ${now}, attempts := 0)`)) >
  0

export const deleteJob = async (db: Db, id: string): Promise<boolean> =>
  (await db.run(
    sql<{ id: string }>`select id::text from graphile_worker.complete_jobs(array[${id}::bigint])`,
  )) > 0

const toJob = (row: Row): Job => ({
  id: row.id,
  name: row.name,
  state: row.state,
  attempts: row.attempts,
  maxAttempts: row.max_attempts,
  runAt: row.run_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  lastError: row.last_error,
})
