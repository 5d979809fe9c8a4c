import { NIL_ID } from '../../../lib/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { raw, type Sql, sql } from '../../../platform/db/sql.ts'
import type { TaskOfItem } from '../tasks/form-operations.ts'
import type { ItemReference } from './instances.ts'
import { taskJson } from './task-source.ts'

/**
 * The open tasks of an item as stored on the item, their performers, and the earliest due date. Plain tasks only
 * link to the item: they are for their participants.
 */
export const openTasksOf = (item: ItemReference): Sql => sql`
  select jsonb_agg(${taskJson} order by t.created_at, t.id) as tasks,
    array(select distinct p from kontor.process_tasks o, unnest(o.performers) p
      where o.item @> ${JSON.stringify([item])}::jsonb and o.ended_at is null
        and o.kind <> 'plain') as performers,
    min(t.due_at) as due
  from kontor.process_tasks t
  where t.item @> ${JSON.stringify([item])}::jsonb and t.ended_at is null and t.kind <> 'plain'`

type TaskOfItemRow = {
  id: string
  name: string
  state: TaskOfItem['state']
  due_at: Date | null
  performers: string[]
  instance_id: string
  template_namespace: string
  template_code: string
}

const MOST = 200
const NIL = raw(`'${NIL_ID}'::uuid`)

/** The tasks of processes about an item, and linked plain tasks that the caller may see; newest first. */
export const listTasksOf = (
  db: Db,
  item: ItemReference,
  isVisible: Sql,
): Promise<TaskOfItemRow[]> =>
  db.all(sql<TaskOfItemRow>`
    select id, name, state, due_at, performers, coalesce(instance_id, ${NIL}) as instance_id,
      template_namespace, template_code
    from kontor.process_tasks where deleted_at is null and id in (
      select k.id from kontor.process_instances i join kontor.process_tasks k on k.instance_id = i.id
      where i.item @> ${JSON.stringify([item])}::jsonb
      union all
      select t.id from kontor.process_tasks t
      where t.item @> ${JSON.stringify([item])}::jsonb and t.kind = 'plain' and ${isVisible})
    order by created_at desc, id desc limit ${MOST}`)
