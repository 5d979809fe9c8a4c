import { invalid } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { Jobs } from '../../../platform/jobs/runner.ts'
import { listCallers } from '../../access/service.ts'
import { notify } from '../../notifications/service.ts'
import * as store from '../store/task-reminders.ts'
import { findTask } from '../store/tasks.ts'
import { requireOpen } from '../submit.ts'
import { getTask } from '../tasks.ts'

/** What is absent stays, what is null goes. */
export type ReminderInput = {
  snoozedUntil?: string | null | undefined
  followUpAt?: string | null | undefined
}

const FOLLOW_UP = 'tasks.follow_up'

/** Sets when the caller, and nobody else, sees a task again and is notified of it. */
export async function remind(ctx: Context, task: string, wanted: ReminderInput): Promise<void> {
  if (wanted.snoozedUntil === undefined && wanted.followUpAt === undefined) {
    throw invalid('expected "snoozedUntil" or "followUpAt"')
  }
  requireOpen(await getTask(ctx, task))
  const place = { user: ctx.user.id, task }
  const before = await store.findReminder(ctx.db, place)
  const after = {
    snoozed_until: merge(before.snoozed_until, wanted.snoozedUntil),
    follow_up_at: merge(before.follow_up_at, wanted.followUpAt),
  }
  if (isSame(before, after)) return
  if (after.snoozed_until ?? after.follow_up_at) await store.saveReminder(ctx.db, place, after)
  else await store.deleteReminder(ctx.db, place)
  if (after.follow_up_at) {
    const key = `${FOLLOW_UP}:${place.user}:${task}`
    await ctx.addJob(FOLLOW_UP, place, { key, runAt: after.follow_up_at })
  }
  const data = { task, snoozedUntil: after.snoozed_until, followUpAt: after.follow_up_at }
  await ctx.emit({ type: 'task_reminder.changed', object: `user:${ctx.user.id}`, data })
}

const merge = (before: Date | null, wanted: string | null | undefined): Date | null => {
  if (wanted === undefined) return before
  return wanted === null ? null : new Date(wanted)
}

const isSame = (a: store.Reminder, b: store.Reminder): boolean =>
  a.snoozed_until?.getTime() === b.snoozed_until?.getTime() &&
  a.follow_up_at?.getTime() === b.follow_up_at?.getTime()

/** The time may have been changed since, or the task may have ended. */
async function followUp(ctx: Context, place: { user: string; task: string }): Promise<void> {
  const [reminder, task] = await Promise.all([
    store.findReminder(ctx.db, place),
    findTask(ctx.db, place.task),
  ])
  if (!reminder.follow_up_at || reminder.follow_up_at > ctx.now()) return
  const rest = { ...reminder, follow_up_at: null }
  if (rest.snoozed_until) await store.saveReminder(ctx.db, place, rest)
  else await store.deleteReminder(ctx.db, place)
  const isOpen = task?.state === 'assignment' || task?.state === 'in_progress'
  if (!task || !isOpen) return
  const object = `task:${place.task}`
  // A user who handed the task over may no longer be able to read it.
  const readers = await ctx.kinds.listReaders(ctx, object, await listCallers(ctx, [place.user]))
  if (!readers.has(place.user)) return
  await notify(ctx, { kind: 'task', object, to: [{ user: place.user, text: task.name }] })
}

export const taskJobs: Jobs = {
  handlers: {
    [FOLLOW_UP]: (job, payload) =>
      job.write((ctx) => followUp(ctx, payload as { user: string; task: string })),
  },
  schedule: {},
}
