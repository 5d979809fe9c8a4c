import { randomUUID } from 'node:crypto'
import type { Job } from '../../../engine/effects.ts'
import { retryOf } from '../../../engine/retry.ts'
import { isAsking } from '../../../platform/scripts/source.ts'
import { deliveryJob, newOwnMessage } from '../messages/new-message.ts'
import { findModule } from '../modules/module.ts'
import type { Move } from '../move.ts'
import { dropJobs } from '../rows.ts'
import type { EffectOf } from './carry-out.ts'

/** The number of attempts before an incident. */
const MOST_ATTEMPTS = 5

export async function enqueueJob(move: Move, { token, node, job }: EffectOf<'job'>): Promise<void> {
  const { rows, instance, published } = move
  const { kind, ...details } = job
  const { attempts = MOST_ATTEMPTS, ...retry } = retryOf(published.program.node(node))
  rows.jobs.push({
    instance_id: instance.id,
    token,
    kind: await queueOf(move, job),
    ...(job.kind === 'worker' && { topic: job.topic }),
    max_attempts: attempts,
    payload: { node, ...details, ...(Object.keys(retry).length > 0 && { retry }) },
  })
  // A random id, so that nobody else can answer for the program that was called.
  if (kind === 'action') rows.callbacks.set(token, { id: randomUUID(), token, node })
}

/** Scripts that wait for answers have a queue of their own, so that scripts that only compute do not wait for them. */
async function queueOf({ ctx }: Move, job: Job): Promise<string> {
  if (job.kind === 'script') return isAsking(job.script) ? 'script.asking' : job.kind
  if (job.kind !== 'action') return job.kind
  const action = (await findModule(ctx, job.module))?.actions[job.action]
  return action?.script === undefined ? job.kind : 'action.script'
}

export function cancelJob({ rows, instance }: Move, { token }: { token: number }): void {
  dropJobs(rows, instance.id, token)
  if (!rows.callbacks.delete(token)) rows.endedCallbacks.set(token, { token, state: 'cancel' })
}

export function setTimer({ rows, instance }: Move, { token, due }: EffectOf<'timer.arm'>): void {
  const { id } = instance
  rows.jobs.push({
    instance_id: id,
    token,
    kind: 'timer',
    run_at: due,
    max_attempts: 1,
    payload: {},
  })
}

/** The receiver is found by a job, so that no other instance is locked here. */
export function sendMessage(move: Move, { expires, ...message }: EffectOf<'message'>): void {
  const { rows, instance, at, actor } = move
  const times = { at, expires: expires === null ? null : new Date(expires) }
  const row = newOwnMessage({ id: instance.id, by: actor }, message, times)
  rows.messages.push(row)
  rows.jobs.push({ ...deliveryJob(row.id), instance_id: instance.id })
}

export function sendSignal({ rows, instance }: Move, effect: EffectOf<'signal'>): void {
  const { name, values } = effect
  rows.jobs.push({
    instance_id: instance.id,
    token: 0,
    kind: 'signal.send',
    max_attempts: 10,
    payload: { name, values },
  })
}
