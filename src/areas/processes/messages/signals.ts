import type { Values } from '../../../engine/state.ts'
import type { Context } from '../../../platform/context.ts'
import { PROCESS_JOBS } from '../move.ts'
import { insertJobs } from '../store/jobs.ts'
import { listSubscribers } from '../store/waits.ts'
import { findStarters, startWith } from './starters.ts'
import type { Receiver } from './store.ts'

type Signal = { name: string; values: Values; but?: string }

/** Delivers to all instances that wait for it now, except the sender, and starts all processes that begin with it. */
export async function broadcast(
  ctx: Context,
  { name, values, but }: Signal,
  beforeStart: (templateId: string) => void = () => {},
): Promise<Receiver[]> {
  const receivers: Receiver[] = []
  for (const starter of await findStarters(ctx, 'signal', name)) {
    beforeStart(starter.published.templateId)
    receivers.push(await startWith(ctx, starter, values))
  }
  const started = new Set(receivers.map(({ instance }) => instance))
  const subscribers = await listSubscribers(ctx.db, 'signal', name)
  const waiting = subscribers.filter(({ instance_id: id }) => id !== but && !started.has(id))
  if (waiting.length === 0) return receivers
  const payload = { name, values }
  const job = { token: 0, kind: 'signal', max_attempts: 1, payload }
  await insertJobs(
    ctx.db,
    waiting.map(({ instance_id }) => ({ instance_id, ...job })),
  )
  ctx.nudge(PROCESS_JOBS)
  const reached = waiting.map((each) => ({
    instance: each.instance_id,
    element: '',
    isStarted: false,
  }))
  return [...receivers, ...reached]
}
