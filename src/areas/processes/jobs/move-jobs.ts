import type { EngineEvent } from '../../../engine/events.ts'
import type { Values } from '../../../engine/state.ts'
import { parsePath } from '../../../lib/app-path.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { inSavepoint } from '../../../platform/db/savepoint.ts'
import { runClocks } from '../clocks/fire.ts'
import { recheckClocks } from '../clocks/item-statuses.ts'
import { deliverWaiting } from '../messages/deliver.ts'
import { broadcast } from '../messages/signals.ts'
import { type Happening, moveInstance, ProcessSuspended } from '../move.ts'
import { getNewest, getTemplate } from '../published.ts'
import { moveQueued } from '../queued-move.ts'
import { startInstance } from '../start.ts'
import type { Instance } from '../store/instances.ts'
import type { Leased } from '../store/jobs.ts'
import { notify } from './notifications.ts'
import { Suspended } from './outcome.ts'

/** A job that only moves its instance, in one transaction that also deletes the job. */
type MoveJob = (ctx: Context, instance: Instance, job: Leased) => Promise<void>

/** Feeds the event of the same name to the engine. */
const feed =
  (type: EngineEvent['type'] = 'due'): MoveJob =>
  async (ctx, instance, { token, payload }) => {
    const event = { ...payload, type, token } as Happening
    const refused = await moveInstance(ctx, instance, event)
    if (refused !== undefined) ctx.log.debug({ instance: instance.id, type, refused }, 'too late')
  }

export const moveJobs: Record<string, MoveJob> = {
  timer: feed('due'),
  continue: feed('continue'),
  status: feed('status'),
  'child.ended': feed('child.ended'),
  'child.failed': feed('child.failed'),
  'child.escalated': feed('child.escalated'),
  'child.start': startChild,
  interrupt: async (ctx, instance, { payload }) => {
    const { reason = 'the process that called it goes on without it' } = payload as {
      reason?: string
    }
    await moveInstance(ctx, instance, { type: 'interrupt', reason }, { reason })
  },
  signal: feed('signal'),
  'message.deliver': (ctx, _, job) => deliverWaiting(ctx, job),
  'signal.send': async (ctx, { id: but }, { payload }) => {
    const { name, values = {} } = payload as { name: string; values?: Values }
    await broadcast(ctx, { name, values, but })
  },
  notification: notify,
  sla: runClocks,
  'sla.status': recheckClocks,
  version: moveQueued,
}

type Call = { process: string; values: Record<string, unknown>; isWaiting: boolean }

async function startChild(ctx: Context, instance: Instance, job: Leased): Promise<void> {
  const { process, values, isWaiting } = job.payload as Call
  const { token } = job
  try {
    await inSavepoint(ctx.db, () => start(ctx, instance, { token, process, values }))
  } catch (error) {
    if (error instanceof ProcessSuspended) throw new Suspended({ template: error.template })
    if (!(error instanceof AppError)) throw error
    const message = `the process ${process} cannot be started: ${error.message}`
    const failure = { message, code: 'not-started' }
    if (isWaiting) await moveInstance(ctx, instance, { type: 'child.failed', token, failure })
    else ctx.log.warn({ instance: instance.id, failure }, 'a called process was not started')
  }
}

type Start = { token: number; process: string; values: Record<string, unknown> }

async function start(ctx: Context, instance: Instance, call: Start): Promise<void> {
  const { id, created_by: by, item, target } = instance
  const { namespace, code } = parsePath(call.process)
  const published = await getNewest(ctx, await getTemplate(ctx, { namespace, code }))
  await startInstance(ctx, published, {
    context: call.values,
    by,
    target,
    parent: { id, token: call.token },
    depth: instance.depth + 1,
    ...(item && { item: item[0] }),
  })
}
