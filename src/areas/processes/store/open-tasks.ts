import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { TaskOfItem } from '../tasks/form-operations.ts'
import type { ItemReference } from './instances.ts'
import { taskJson } from './task-source.ts'

/** The open tasks of an item as the item carries them, who has them, and when the first is due. */
export const openTasksOf = (item: ItemReference): Sql => sql`
  select jsonb_agg(${taskJson} order by t.created_at, t.id) as tasks,
    array(select distinct p from kontor.process_tasks o, unnest(o.performers) p
      where o.item @> ${JSON.stringify([item])}::jsonb and o.ended_at is null) as performers,
    min(t.due_at) as due
  from kontor.process_tasks t
  where t.item @> ${JSON.stringify([item])}::jsonb and t.ended_at is null`

type TaskOfItemRow = {
  id: string
  name: string
  state: TaskOfItem['state']
  due_at: Date | null
  performers: string[]
  instance_id: string
}

const MOST = 200

/** All tasks of the processes about an item, the newest first. */
export const listTasksOf = (db: Db, item: ItemReference): Promise<TaskOfItemRow[]> =>
  db.all(sql<TaskOfItemRow>`
    select k.id, k.name, k.state, k.due_at, k.performers, k.instance_id
    from kontor.process_instances t join kontor.process_tasks k on k.instance_id = t.id
    where t.item @> ${JSON.stringify([item])}::jsonb and k.deleted_at is null
    order by k.created_at desc, k.id desc limit ${MOST}`)
