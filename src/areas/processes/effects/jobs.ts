import { randomUUID } from 'node:crypto'
import type { Job } from '../../../engine/effects.ts'
import { retryOf } from '../../../engine/retry.ts'
import { isAsking } from '../../../platform/scripts/source.ts'
import { deliveryJob, newOwnMessage } from '../messages/new-message.ts'
import { findModule } from '../modules/module.ts'
import type { Move } from '../move.ts'
import { dropJobs } from '../rows.ts'
import type { EffectOf } from './carry-out.ts'

/** How often work outside is tried before it becomes an incident. */
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
  // Only a random id keeps others from answering in the place of the one who was asked.
  if (kind === 'action') rows.callbacks.set(token, { id: randomUUID(), token, node })
}

/** Scripts that wait for answers wait apart: nobody who only computes waits for them. */
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

/** Who gets it is found out afterwards: nobody else is held here. */
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
