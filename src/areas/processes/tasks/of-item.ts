import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import { getItem } from '../../apps/service.ts'
import { listPeopleByName } from '../../people/users/service.ts'
import type { TaskOfItem } from './operations.ts'

type Row = {
  id: string
  name: string
  state: TaskOfItem['state']
  due_at: Date | null
  performers: string[]
  instance_id: string
}

const MOST = 200

/** Whoever may read an item reads who works on it: items carry their open tasks anyway. */
export async function listOfItem(ctx: Context, item: Reference): Promise<TaskOfItem[]> {
  await getItem(ctx, item, item.id)
  const rows =
    await ctx.db.all(sql<Row>`select k.id, k.name, k.state, k.due_at, k.performers, k.instance_id
      from kontor.process_instances t join kontor.process_tasks k on k.instance_id = t.id
      where t.item @> ${JSON.stringify([item])}::jsonb and k.deleted_at is null
      order by k.created_at desc, k.id desc limit ${MOST}`)
  const people = await listPeopleByName(
    ctx,
    rows.flatMap(({ performers }) => performers),
  )
  return rows.map(({ due_at, performers, instance_id, ...row }) => ({
    ...row,
    dueAt: due_at?.toISOString() ?? null,
    performers: performers.map((id) => ({ id, name: people.get(id) ?? '' })),
    instanceId: instance_id,
  }))
}
