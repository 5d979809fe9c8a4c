import type { Values } from '../../../engine/state.ts'
import { conflict, forbidden } from '../../../lib/errors.ts'
import type { EventTypeOf } from '../../../lib/event-types.ts'
import type { Context } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/runner.ts'
import { findHeld, type Held } from '../hold.ts'
import { canRetry, retryDelay } from '../jobs/backoff.ts'
import { type Happening, moveInstance } from '../move.ts'
import { getPublishedOf } from '../published.ts'
import { takeJob } from '../store/jobs.ts'
import { readChanges, requireNamed } from '../variables.ts'
import type { TopicSummary } from './operations.ts'
import { mayWorkOn } from './policy.ts'
import { readResult } from './result.ts'
import * as store from './store.ts'

type Lock = { id: string; lock: string }

export async function extendJob(ctx: Context, lock: Lock, seconds: number): Promise<Date> {
  const job = await findJob(ctx, lock)
  const until = job && (await store.extendLock(ctx.db, { id: job.id, lock: lock.lock, seconds }))
  if (!until) throw lost()
  return until
}

export async function completeJob(ctx: Context, lock: Lock, variables: Values): Promise<void> {
  await answerJob(ctx, lock, 'completed', async ({ job, held }) => {
    const { token, payload } = job
    const node = String(payload.node)
    const result = await readResult(ctx, held, { token, node, variables })
    await tell(ctx, job, 'bpm.instance.job_completed')
    return { type: 'done', token, result }
  })
}

export type ThrownError = { code: string; message: string; variables: Values }

/** An error that the diagram expects: not retried. */
export async function throwError(ctx: Context, lock: Lock, error: ThrownError): Promise<void> {
  await answerJob(ctx, lock, 'error', async ({ job, held: { published, instance } }) => {
    const { code, message } = error
    const values = readChanges(published.byCode, error.variables)
    await requireNamed(ctx, published.byCode, { values, before: instance.context })
    const failure = { code, message: message || `the worker threw "${code}"`, values }
    await tell(ctx, job, 'bpm.instance.job_failed', { code, message, isFinal: true })
    return { type: 'failed', token: job.token, failure }
  })
}

export type Failed = {
  message: string
  code: string
  retries?: number | undefined
  retrySeconds?: number | undefined
}

/** Returns when the job is retried; null if the step has failed. */
export async function failJob(ctx: Context, lock: Lock, failed: Failed): Promise<Date | null> {
  const job = await findJob(ctx, lock)
  if (!job) {
    await requireAnswered(ctx, lock.lock, 'failed')
    return store.findRetry(ctx.db, lock.id)
  }
  const left = failed.retries ?? leftOf(job, failed)
  if (left <= 0) {
    await endAttempts(ctx, lock, failed)
    return null
  }
  const seconds = failed.retrySeconds ?? retryDelay(job)
  const maxAttempts = job.attempts + left
  const error = failed.message
  const release = { id: job.id, lock: lock.lock, seconds, error, maxAttempts }
  const retryAt = await store.releaseJob(ctx.db, release)
  if (!retryAt) throw lost()
  await remember(ctx, lock.lock, 'failed')
  await tell(ctx, job, 'bpm.instance.job_failed', { ...failed, isFinal: false })
  return retryAt
}

/** How often the step allows retries. */
const leftOf = (job: store.Locked, { code }: Failed): number =>
  canRetry(job, { code, isFinal: false }) ? job.max_attempts - job.attempts : 0

/** The step has failed: an error event catches the code, or it is an incident. */
export const endAttempts = (
  ctx: Context,
  lock: Lock,
  { message, code }: Pick<Failed, 'message' | 'code'>,
): Promise<void> =>
  answerJob(ctx, lock, 'failed', async ({ job }) => {
    const failure = { message, ...(code !== '' && { code }) }
    await tell(ctx, job, 'bpm.instance.job_failed', { ...failure, isFinal: true })
    return { type: 'failed', token: job.token, failure }
  })

type Answering = { job: store.Locked; held: Held }

/** Moves the instance once per lock: locks the instance first, then deletes the job. */
async function answerJob(
  ctx: Context,
  { id, lock }: Lock,
  answer: store.Answer,
  toEvent: (answering: Answering) => Promise<Happening>,
): Promise<void> {
  const job = await findJob(ctx, { id, lock })
  const held = job && (await findHeld(ctx, job.instance_id))
  if (!job || !held || !(await takeJob(ctx.db, job.id, lock))) {
    await requireAnswered(ctx, lock, answer)
    return
  }
  const event = await toEvent({ job, held })
  const { topic, worker } = job
  const refused = await moveInstance(ctx, held.instance, event, { topic, worker })
  if (refused !== undefined) throw conflict(`the step no longer waits for this: ${refused}`)
  await remember(ctx, lock, answer)
}

/** The job that the caller has locked. Others do not learn whether it exists. */
async function findJob(ctx: Context, { id, lock }: Lock): Promise<store.Locked | undefined> {
  const job = await store.findLocked(ctx.db, { id, lock, user: ctx.user.id })
  if (job && !(await mayWorkOn(ctx, job.topic))) {
    throw forbidden(`the right "update" on topic ${job.topic} is required`)
  }
  return job
}

const remember = (ctx: Context, lock: string, answer: store.Answer) =>
  store.insertEnd(ctx.db, { lock, user: ctx.user.id, answer, at: ctx.now() })

/** A repeated answer is accepted; a different one is too late. */
async function requireAnswered(ctx: Context, lock: string, answer: store.Answer): Promise<void> {
  const given = await store.findEnd(ctx.db, lock, ctx.user.id)
  if (given === undefined) throw lost()
  if (given !== answer) throw conflict(`the job was already answered: ${given}`)
}

const lost = () =>
  conflict(
    'the lock of this job is lost: it expired and another worker has it, or the step is gone',
  )

async function tell(
  ctx: Context,
  { instance_id: id, topic, worker, attempts, payload }: store.Locked,
  type: EventTypeOf<'instance'>,
  about: Record<string, unknown> = {},
): Promise<void> {
  const { namespace, code } = await getPublishedOf(ctx, id)
  const data = { element: payload.node, topic, worker, attempt: attempts, ...about }
  await ctx.emit({ type, object: `instance:${id}`, namespace, code, data })
}

export async function listTopics(ctx: Context): Promise<TopicSummary[]> {
  const all = await store.countTopics(ctx.db)
  const isMine = await Promise.all(all.map(({ topic }) => mayWorkOn(ctx, topic)))
  return all
    .filter((_, at) => isMine[at])
    .map(({ oldest, ...counts }) => ({ ...counts, oldest: oldest?.toISOString() ?? null }))
}

const DAY = 24 * 60 * 60 * 1000
const BATCH = 1000

/** Answers can be repeated for a day. */
export async function sweepEnds(job: Pick<Job, 'write' | 'now'>): Promise<void> {
  const before = new Date(job.now().getTime() - DAY)
  for (let swept = BATCH; swept === BATCH; ) {
    swept = await job.write(({ db }) => store.deleteEnds(db, before, BATCH))
  }
}
