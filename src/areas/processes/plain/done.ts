import { occurrence, parseCycle } from '../../../engine/time/cycle.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { notify } from '../../notifications/service.ts'
import { usersBehind } from '../../people/groups/membership.ts'
import { unknownExit } from '../exits.ts'
import type { Task } from '../store/tasks.ts'
import { isPlainExit } from './exits.ts'
import { addPlain } from './new.ts'
import * as store from './store.ts'

/** Completes a plain task; a repeating one is created again. */
export async function submitPlain(
  ctx: Context,
  task: Task,
  { exitId, comment }: { exitId?: string | undefined; comment: string },
): Promise<void> {
  if (exitId !== undefined && !isPlainExit(task, exitId)) {
    throw unknownExit([{ id: 'done', name: 'Done' }])
  }
  await endTask(ctx, task, { state: 'closed', comment })
  await repeat(ctx, task)
}

export async function endTask(
  ctx: Context,
  { id, name, performers, participants, created_by }: Task,
  { state, comment }: { state: 'closed' | 'cancel'; comment: string },
): Promise<void> {
  const isDone = state === 'closed'
  await store.endPlain(ctx.db, id, { state, comment, at: ctx.now(), by: ctx.user.id })
  await ctx.emit({
    type: isDone ? 'task.closed' : 'task.cancelled',
    object: `task:${id}`,
    data: { name, performers, comment, ...(isDone && { exit: 'done' }) },
  })
  const told = new Set([created_by, ...participants, ...(isDone ? [] : performers)])
  const text = `${isDone ? '✓' : '✕'} ${name}`
  const to = [...told].map((user) => ({ user, text }))
  await notify(ctx, { kind: 'system', object: `task:${id}`, to })
}

/**
 * The next task is due at the next time of the calendar; missed times are skipped. The author replaces performers
 * who left, and without the author it ends.
 */
async function repeat(ctx: Context, task: Task): Promise<void> {
  const plain = await store.getPlain(ctx.db, task.id)
  const cycle = plain.repeats === null ? undefined : parseCycle(plain.repeats)
  const now = ctx.now()
  const due = cycle && occurrence(cycle, task.due_at && task.due_at > now ? task.due_at : now)
  if (!due) return
  const asked = task.original_performers[0] ?? task.created_by
  const here = new Set(await usersBehind(ctx, [asked, task.created_by, ...task.participants]))
  const performer = [asked, task.created_by].find((user) => here.has(user))
  if (performer === undefined) return
  await addPlain(ctx, {
    ...plain,
    id: newId(),
    name: task.name,
    author: task.created_by,
    performer,
    watchers: task.participants.filter((user) => here.has(user)),
    item: task.item,
    due_at: due,
    priority: task.priority,
    checklist: plain.checklist.map((entry) => ({ ...entry, doneAt: null, doneBy: null })),
  })
}
