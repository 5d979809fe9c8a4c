import { NIL_ID } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { listSubordinates } from '../people/org-chart/service.ts'
import { actors } from '../people/substitutions/service.ts'
import type { Task } from './store/tasks.ts'

/** Of a task what decides who may read it and act in it. */
export type Involved = Pick<
  Task,
  'state' | 'performers' | 'original_performers' | 'participants' | 'created_by'
>

export const NOBODYS_TASK: Involved = {
  state: 'in_progress',
  performers: [NIL_ID],
  original_performers: [],
  participants: [],
  created_by: NIL_ID,
}

/** Those whose tasks the caller may read and act in: their own, whom they stand in for, and who answers to them. */
export async function peopleOf(ctx: Context): Promise<string[]> {
  const [people, below] = await Promise.all([actors(ctx), listSubordinates(ctx, ctx.user.id)])
  return [...new Set([...people, ...below.map(({ id }) => id)])]
}

/**
 * Performers read and act, and who stands in for them, their superiors and administrators; authors
 * and helpers only read.
 */
export async function mayOnTask(ctx: Context, right: string, task: Involved): Promise<boolean> {
  const { user } = ctx
  if (user.isAdministrator) return true
  const isReader = task.created_by === user.id || task.participants.includes(user.id)
  if (right === 'read' && isReader) return true
  const people = new Set(await peopleOf(ctx))
  return performersOf(task).some((id) => people.has(id))
}

/** Whoever was asked first is told that a task is closed, not that it was never theirs. */
function performersOf({ state, performers, original_performers }: Involved): string[] {
  const isOver = state === 'closed' || state === 'cancel'
  return [...new Set([...performers, ...(isOver ? original_performers : [])])]
}
