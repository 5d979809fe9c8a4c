import type { Control } from '../../engine/state.ts'
import { tokensIn } from '../../engine/tokens.ts'
import { forbidden, invalid } from '../../lib/errors.ts'
import type { EventTypeOf } from '../../lib/event-types.ts'
import type { Context } from '../../platform/context.ts'
import { notify } from '../notifications/service.ts'
import { usersBehind } from '../people/groups/membership.ts'
import { beginMove, finishMove, PROCESS_TIMERS } from './move.ts'
import { originOf } from './move-events.ts'
import { getPublished } from './published.ts'
import type { Instance } from './store/instances.ts'
import * as store from './store/task-changes.ts'
import type { Task } from './store/tasks.ts'
import { type Locked, lockTask, requireOpen } from './submit.ts'

/** The task, and the comment on the change. */
export type TaskChange = { id: string; instanceId: string | undefined; comment: string }

/** Reassigns a task. Its previous performers are recorded. */
export async function reassignTask(
  ctx: Context,
  change: TaskChange,
  userId: string,
): Promise<void> {
  const locked = await lockForChange(ctx, change)
  const { id, can_reassign, performers, former_performers, state } = locked.task
  if (!can_reassign) throw forbidden('this task cannot be reassigned')
  await requireUser(ctx, userId)
  const isHeld = state === 'in_progress'
  if (isHeld && performers.length === 1 && performers[0] === userId) return
  // A task offered to several users has no performer yet.
  const former = isHeld ? [...former_performers, ...performers] : former_performers
  await store.savePerformerOf(ctx.db, id, { performer: userId, former, ...stamp(ctx) })
  await noteDown(ctx, locked, {
    event: 'reassign',
    type: 'task.reassigned',
    data: { from: performers, to: userId, comment: change.comment },
  })
  const to = [{ user: userId, text: locked.task.name }]
  await notify(ctx, { kind: 'task', object: `task:${id}`, to })
}

async function requireUser(ctx: Context, id: string): Promise<void> {
  const [found, ...others] = await usersBehind(ctx, [id])
  if (found === id && others.length === 0) return
  throw invalid('field "userId": no user who can sign in has this id')
}

/** Sets the progress of a task; 100 does not close it. */
export async function changePercent(
  ctx: Context,
  change: TaskChange,
  percent: number,
): Promise<void> {
  const locked = await lockForChange(ctx, change)
  const { id, percent: before } = locked.task
  if (percent === before) return
  await store.savePercentOf(ctx.db, id, { percent, ...stamp(ctx) })
  await noteDown(ctx, locked, {
    event: 'percent',
    type: 'task.percent_changed',
    data: { from: before, to: percent, comment: change.comment },
  })
}

/** Absent keys stay unchanged, null clears. */
export type NewDates = { [Name in keyof store.Dates]?: Date | null | undefined }

/** Changes the planned times and the deadline of a task, and moves timers set to the deadline. */
export async function changeDates(
  ctx: Context,
  change: TaskChange,
  wanted: NewDates,
): Promise<void> {
  const locked = await lockForChange(ctx, change)
  if (Object.values(wanted).every((date) => date === undefined)) {
    throw invalid('expected "planStart", "planEnd" or "dueDate"')
  }
  const { task, instance } = locked
  const before = pick(task)
  const after = merge(before, wanted)
  if (after.plan_start && after.plan_end && after.plan_start > after.plan_end) {
    throw invalid('field "planEnd": before the planned start')
  }
  if (isSame(before, after)) return
  const save = () => store.saveDatesOf(ctx.db, task.id, { ...after, ...stamp(ctx) })
  if (instance) await moveDeadline(ctx, { task, instance }, save)
  else await save()
  await noteDown(ctx, locked, {
    event: 'dates',
    type: 'task.dates_changed',
    data: { from: before, to: after, comment: change.comment },
  })
}

/** Timers set to the last deadline of a group move with it. */
async function moveDeadline(
  ctx: Context,
  { task, instance }: { task: Task; instance: Instance },
  save: () => Promise<unknown>,
): Promise<void> {
  const group = deadlineGroup(instance.control, task)
  const from = await store.findDeadline(ctx.db, instance.id, group.tasks)
  await save()
  const to = await store.findDeadline(ctx.db, instance.id, group.tasks)
  if (from === null || to === null || from === to || group.timers.length === 0) return
  await store.moveTimersOf(ctx.db, instance.id, { timers: group.timers, from, to })
  ctx.nudge(PROCESS_TIMERS)
}

const pick = ({ plan_start, plan_end, due_at }: store.Dates): store.Dates => ({
  plan_start,
  plan_end,
  due_at,
})

const merge = (before: store.Dates, wanted: NewDates): store.Dates => ({
  plan_start: wanted.plan_start === undefined ? before.plan_start : wanted.plan_start,
  plan_end: wanted.plan_end === undefined ? before.plan_end : wanted.plan_end,
  due_at: wanted.due_at === undefined ? before.due_at : wanted.due_at,
})

const isSame = (a: store.Dates, b: store.Dates): boolean =>
  a.plan_start?.getTime() === b.plan_start?.getTime() &&
  a.plan_end?.getTime() === b.plan_end?.getTime() &&
  a.due_at?.getTime() === b.due_at?.getTime()

/**
 * The boundary timers of a task, and the tasks they depend on: all tasks of a sheet share one timer. Repeating
 * timers are not moved.
 */
function deadlineGroup(control: Control, { token }: Task): { tasks: number[]; timers: number[] } {
  const tokens = tokensIn(control)
  const { respondent, scope = 0 } = tokens[token] ?? {}
  const watched = respondent === undefined ? token : scope
  const all = Object.entries(tokens)
  const isAsked = (each: { respondent?: string; scope: number }) =>
    each.respondent !== undefined && each.scope === watched
  const numbers = (found: typeof all) => found.map(([no]) => Number(no))
  return {
    tasks: respondent === undefined ? [token] : numbers(all.filter(([, each]) => isAsked(each))),
    timers: numbers(
      all.filter(
        ([, { watches, waits, repeats }]) =>
          watches === watched && waits === 'timer' && repeats === undefined,
      ),
    ),
  }
}

async function lockForChange(ctx: Context, { id, instanceId }: TaskChange): Promise<Locked> {
  const locked = await lockTask(ctx, id, instanceId)
  requireOpen(locked.task)
  return locked
}

const stamp = (ctx: Context) => ({ at: ctx.now(), by: ctx.user.id })

type Note = { event: string; type: EventTypeOf<'task'>; data: Record<string, unknown> }

/** Adds a line to the history and an event, and updates the task on its item. */
async function noteDown(ctx: Context, { task, instance }: Locked, note: Note): Promise<void> {
  if (!instance) {
    const data = { name: task.name, ...note.data }
    return ctx.emit({ type: note.type, object: `task:${task.id}`, data })
  }
  const published = await getPublished(ctx, instance.template_id, instance.version)
  const move = beginMove(ctx, published, instance)
  const [item] = instance.item ?? []
  if (item) move.items.set(item.id, item)
  await finishMove(move, note.event, { task: task.id, ...note.data })
  const { namespace, code } = published
  const data = { ...originOf(instance), name: task.name, ...note.data }
  await ctx.emit({ type: note.type, object: `task:${task.id}`, namespace, code, data })
}
