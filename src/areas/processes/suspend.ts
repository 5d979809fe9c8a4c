import { startsOf } from '../../engine/starts.ts'
import { conflict } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { subtractSuspension } from './clocks/suspension.ts'
import { type Held, requireActive } from './hold.ts'
import { beginMove, finishMove, PROCESS_JOBS, PROCESS_TIMERS, WORKER_JOBS } from './move.ts'
import { getNewest, type Template } from './published.ts'
import * as store from './store/suspensions.ts'

/** What happens to timers: overdue ones fire, or all move by the time of the suspension. */
export type Resuming = { timers: 'fire' | 'shift'; comment: string }

export async function suspendInstance(
  ctx: Context,
  { instance, published }: Held,
  comment: string,
): Promise<void> {
  requireActive(instance)
  await insert(ctx, instance.id, comment, 'the instance is already suspended')
  const suspended_at = instance.suspended_at ?? ctx.now()
  const suspended = { ...instance, suspended_at, is_suspended_itself: true }
  await finishMove(beginMove(ctx, published, suspended), 'suspend', { comment })
}

async function insert(ctx: Context, id: string, comment: string, refusal: string): Promise<void> {
  const row = { suspended_at: ctx.now(), suspended_by: ctx.user.id, comment }
  if ((await store.insertSuspension(ctx.db, id, row)) === 0) throw conflict(refusal)
}

export async function resumeInstance(
  ctx: Context,
  { instance, published }: Held,
  { timers, comment }: Resuming,
): Promise<void> {
  const suspended = await store.deleteSuspension(ctx.db, instance.id)
  if (!suspended) {
    throw conflict(
      instance.suspended_at
        ? `the process "${published.body.name}" is suspended: resume the process`
        : 'the instance is not suspended',
    )
  }
  await goOn(ctx, { instance: instance.id }, { suspended, timers })
  const resumed = { ...instance, suspended_at: null, is_suspended_itself: false }
  await finishMove(beginMove(ctx, published, resumed), 'resume', { comment, timers })
}

type GoingOn = { suspended: store.Suspension; timers: Resuming['timers']; names?: string[] }

async function goOn(
  ctx: Context,
  owner: store.Owner,
  { suspended, timers, names = [] }: GoingOn,
): Promise<void> {
  const seconds = (ctx.now().getTime() - suspended.suspended_at.getTime()) / 1000
  if (timers === 'shift') await store.shiftTimes(ctx.db, owner, seconds)
  await store.releaseJobs(ctx.db, owner)
  await store.wakeMessages(ctx.db, owner, names)
  for (const topic of [PROCESS_JOBS, PROCESS_TIMERS, WORKER_JOBS]) ctx.nudge(topic)
}

/** No instance of the process moves, and none starts. */
export async function suspendProcess(
  ctx: Context,
  template: Template,
  comment: string,
): Promise<void> {
  await insert(ctx, template.id, comment, 'the process is already suspended')
  await tell(ctx, template, 'bpm.process.suspended', { comment })
}

export async function resumeProcess(
  ctx: Context,
  template: Template,
  { timers, comment }: Resuming,
): Promise<void> {
  const suspended = await store.deleteSuspension(ctx.db, template.id)
  if (!suspended) throw conflict('the process is not suspended')
  const { program } = await getNewest(ctx, template)
  const names = startsOf(program.model).flatMap((start) =>
    start.kind === 'message' ? [start.name] : [],
  )
  await goOn(ctx, { template: template.id }, { suspended, timers, names })
  await subtractSuspension(ctx, template.id, suspended.suspended_at)
  await tell(ctx, template, 'bpm.process.resumed', { comment, timers })
}

const tell = (
  ctx: Context,
  { id, namespace, code }: Template,
  type: 'bpm.process.suspended' | 'bpm.process.resumed',
  data: Record<string, unknown>,
): Promise<void> => ctx.emit({ type, object: `process:${id}`, namespace, code, data })
