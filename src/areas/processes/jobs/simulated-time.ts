import type { Context } from '../../../platform/context.ts'
import { moveInstance } from '../move.ts'
import { lockInstance } from '../store/instances.ts'
import { type Leased, takeNextJob } from '../store/jobs.ts'
import { moveJobs } from './move-jobs.ts'
import { type Executors, FinalFailure, type Outcome, type Work } from './outcome.ts'
import { endPoint, toEvent } from './runner.ts'

export type SimulatedTime = {
  /** The instances whose jobs run, together with those of the processes they called. */
  instances: readonly string[]
  from: Date
  until: Date
  executors: Executors
  /** The same transaction with another clock. */
  at: (moment: Date) => Context
}

/**
 * Runs jobs by a given clock: everything that is due up to a moment, in the caller's transaction. Used to create
 * history for the demo.
 */
export async function runJobsUntil(
  ctx: Context,
  { instances, from, until, executors, at }: SimulatedTime,
): Promise<void> {
  let clock = from
  for (;;) {
    const job = await takeNextJob(ctx.db, instances, until)
    if (!job) return
    if (['timer', 'sla'].includes(job.kind) && job.run_at > clock) clock = job.run_at
    await play(at(clock), job, executors)
  }
}

async function play(ctx: Context, job: Leased, executors: Executors): Promise<void> {
  const instance = await lockInstance(ctx.db, 'instance', job.instance_id ?? '')
  if (!instance) return
  const inside = moveJobs[job.kind]
  if (inside) return inside(ctx, instance, job)
  const { token, payload } = job
  const { id: instanceId } = instance
  const node = String(payload.node ?? '')
  const work = { instanceId, token, node, key: `${instanceId}:${token}`, attempt: 1, payload }
  try {
    const outcome = await carryOut(ctx, executors[job.kind], work)
    if (outcome.type === 'done') await endPoint(ctx, instance, token, 'restored')
    await moveInstance(ctx, instance, await toEvent(ctx, job, outcome))
  } catch (error) {
    if (!(error instanceof FinalFailure)) throw error
    const { failure } = error
    await endPoint(ctx, instance, token, 'failed')
    await moveInstance(ctx, instance, { type: 'failed', token, failure }, { failure })
  }
}

async function carryOut(
  ctx: Context,
  executor: Executors[string] | undefined,
  work: Work,
): Promise<Outcome> {
  if (!executor) return { type: 'done', result: null }
  const signal = AbortSignal.timeout(60_000)
  return executor(work, { ctx, write: (act) => act(ctx), publicUrl: '', signal })
}
