import { pathOf } from '../../../lib/app-path.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { getPublished } from '../published.ts'
import { holdJob } from '../store/suspensions.ts'
import type { WorkerJob } from './operations.ts'
import { requireTopics } from './policy.ts'
import { endAttempts } from './service.ts'
import * as store from './store.ts'
import type { WaitingFetches } from './waiting.ts'

export type Fetch = {
  topics: string[]
  worker: string
  max: number
  maxLocked: number
  lockSeconds: number
  waitSeconds: number
}

type Steps = {
  /** Runs a transaction; nothing is held while waiting between two of them. */
  write: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
  ended: AbortSignal
}

export async function fetchJobs(
  ctx: Context,
  waiting: WaitingFetches,
  { write, ended }: Steps,
  wanted: Fetch,
): Promise<WorkerJob[]> {
  await requireTopics(ctx, wanted.topics)
  const take = async (): Promise<store.Fetched[]> => {
    if (!(await store.hasJobs(ctx.db, wanted.topics))) return []
    const locked = await write((step) => lock(step, wanted))
    const { held = [], worn = [], fresh = [] } = Object.groupBy(locked, conditionOf)
    for (const job of held) await write((step) => hold(step, job))
    for (const job of worn) {
      await write((step) => giveUp(step, job)).catch((err: unknown) => {
        // The step ended meanwhile. The other jobs are already locked, so the worker must get them.
        if (!(err instanceof AppError)) throw err
        ctx.log.warn({ err, job: job.id }, 'a job that no worker answered cannot be ended')
      })
    }
    return fresh.length === 0 && held.length > 0 ? take() : fresh
  }
  const jobs = await waiting.until(take, { milliseconds: wanted.waitSeconds * 1000, ended })
  return Promise.all(jobs.map((job) => toJob(ctx, job)))
}

async function lock(ctx: Context, wanted: Fetch): Promise<store.Fetched[]> {
  const { topics, worker: name, max, maxLocked, lockSeconds: seconds } = wanted
  const worker = { user: ctx.user.id, name }
  const free = await store.countFree(ctx.db, worker, maxLocked)
  if (free === 0) return []
  return store.lockJobs(ctx.db, { worker, topics, limit: Math.min(max, free), seconds })
}

/** Jobs of suspended instances are held back; those without an answer after all attempts fail. */
function conditionOf({ is_suspended, attempts, max_attempts: most }: store.Fetched) {
  if (is_suspended) return 'held'
  return attempts > most ? 'worn' : 'fresh'
}

const hold = (ctx: Context, { id, lease_key: key, due_at: dueAt }: store.Fetched) =>
  holdJob(ctx.db, { id, key, dueAt })

/** Every worker that had the job went silent, so it is not given to another. */
const giveUp = (ctx: Context, { id, lease_key, max_attempts: most }: store.Fetched) =>
  endAttempts(
    ctx,
    { id: String(id), lock: lease_key },
    { message: `${most} workers had the job and did not answer in time`, code: 'lock-expired' },
  )

async function toJob(ctx: Context, job: store.Fetched): Promise<WorkerJob> {
  const { payload, instance_id, token } = job
  const published = await getPublished(ctx, job.template_id, job.version)
  return {
    id: String(job.id),
    lock: job.lease_key,
    lockedUntil: job.run_at.toISOString(),
    topic: job.topic,
    key: `${instance_id}:${token}`,
    attempt: job.attempts,
    maxAttempts: job.max_attempts,
    instance: { id: instance_id, name: job.name },
    process: pathOf(published),
    element: String(payload.node),
    variables: payload.input as Record<string, unknown>,
  }
}
