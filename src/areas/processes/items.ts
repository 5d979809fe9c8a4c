import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { showTasks } from '../apps/on-behalf.ts'
import type { Move } from './move.ts'
import type { ItemReference } from './store/instances.ts'
import { taskJson } from './task-source.ts'

/** Items carry copies of their open tasks, in the same transaction as the tasks themselves. */
export async function showTasksOnItems({ ctx, items }: Move): Promise<void> {
  // Everybody takes items in the same order, so that two moves never wait for each other.
  const sorted = [...items.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const item of sorted) await showTasksOn(ctx, item)
}

/** Called by whoever changed an open task of an item, after the change. */
export const showTasksOn = (ctx: Context, item: ItemReference): Promise<void> =>
  showTasks(ctx, item, openTasksOf(item))

const openTasksOf = (item: ItemReference) => sql`
  select jsonb_agg(${taskJson} order by t.created_at, t.id) as tasks,
    array(select distinct p from kontor.process_tasks o, unnest(o.performers) p
      where o.item @> ${JSON.stringify([item])}::jsonb and o.ended_at is null) as performers,
    min(t.due_at) as due
  from kontor.process_tasks t
  where t.item @> ${JSON.stringify([item])}::jsonb and t.ended_at is null`
