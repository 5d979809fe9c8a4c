import type { Context } from '../../platform/context.ts'
import { showTasks } from '../apps/on-behalf.ts'
import type { Move } from './move.ts'
import type { ItemReference } from './store/instances.ts'
import { openTasksOf } from './store/open-tasks.ts'

/** Items store copies of their open tasks, updated in the transaction of the tasks. */
export async function showTasksOnItems({ ctx, items }: Move): Promise<void> {
  // Items are always locked in the same order, so that two moves never deadlock.
  const sorted = [...items.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const item of sorted) await showTasksOn(ctx, item)
}

/** Called after a change of an open task of an item. */
export const showTasksOn = (ctx: Context, item: ItemReference): Promise<void> =>
  showTasks(ctx, item, openTasksOf(item))
