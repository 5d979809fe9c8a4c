import type { Context } from '../../platform/context.ts'
import { showTasks } from '../apps/on-behalf.ts'
import type { Move } from './move.ts'
import type { ItemReference } from './store/instances.ts'
import { openTasksOf } from './store/open-tasks.ts'

/** Items carry copies of their open tasks, in the same transaction as the tasks themselves. */
export async function showTasksOnItems({ ctx, items }: Move): Promise<void> {
  // Everybody takes items in the same order, so that two moves never wait for each other.
  const sorted = [...items.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const item of sorted) await showTasksOn(ctx, item)
}

/** Called by whoever changed an open task of an item, after the change. */
export const showTasksOn = (ctx: Context, item: ItemReference): Promise<void> =>
  showTasks(ctx, item, openTasksOf(item))
