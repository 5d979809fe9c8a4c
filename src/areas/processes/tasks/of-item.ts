import { everything, toSql } from '../../../kinds/condition.ts'
import { readerOf } from '../../../kinds/kind.ts'
import type { Context } from '../../../platform/context.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import { getItem } from '../../apps/service.ts'
import { listPeopleByName } from '../../people/users/service.ts'
import { listTasksOf } from '../store/open-tasks.ts'
import { taskFacts } from '../store/task-rows.ts'
import { listTranslators } from '../texts.ts'
import type { TaskOfItem } from './form-operations.ts'
import { visibleTasks } from './visibility.ts'

/**
 * Readers of an item may see its process tasks, which the item shows anyway. Plain tasks are for their
 * participants.
 */
export async function listOfItem(ctx: Context, item: Reference): Promise<TaskOfItem[]> {
  await getItem(ctx, item, item.id)
  const visible = ctx.user.isAdministrator ? everything : await visibleTasks(readerOf(ctx))
  const rows = await listTasksOf(ctx.db, item, toSql(visible, taskFacts))
  const people = await listPeopleByName(
    ctx,
    rows.flatMap(({ performers }) => performers),
  )
  const sayings = await listTranslators(ctx)
  return rows.map(({ id, name, state, due_at, performers, instance_id, ...of }) => ({
    id,
    name: sayings(of.template_namespace, of.template_code).say(name),
    state,
    dueAt: due_at?.toISOString() ?? null,
    performers: performers.map((id) => ({ id, name: people.get(id) ?? '' })),
    instanceId: instance_id,
  }))
}
