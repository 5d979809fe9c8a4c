import { holds } from '../../kinds/condition.ts'
import { readerOf } from '../../kinds/kind.ts'
import { NIL_ID } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Task } from './store/tasks.ts'
import { peopleOf, visibleTasks } from './tasks/visibility.ts'

/** The facts of a task that decide who may read it and act on it. */
export type Involved = Pick<
  Task,
  'kind' | 'state' | 'performers' | 'original_performers' | 'participants' | 'created_by'
>

export const NOBODYS_TASK: Involved = {
  kind: 'user',
  state: 'in_progress',
  performers: [NIL_ID],
  original_performers: [],
  participants: [],
  created_by: NIL_ID,
}

/**
 * Performers, their substitutes, managers and administrators may act; for a plain task also its author. A former
 * performer gets "the task is closed" and not "forbidden".
 */
export async function mayOnTask(ctx: Context, right: string, task: Involved): Promise<boolean> {
  if (ctx.user.isAdministrator) return true
  const reader = readerOf(ctx)
  const { performers, original_performers, participants, created_by } = task
  const facts = { performers, author: [created_by], helpers: participants }
  if (right === 'read' && holds(await visibleTasks(reader), facts)) return true
  if (task.kind === 'plain' && created_by === ctx.user.id) return true
  const people = await peopleOf(reader)
  const isOver = task.state === 'closed' || task.state === 'cancel'
  return [...performers, ...(isOver ? original_performers : [])].some((id) => people.includes(id))
}
