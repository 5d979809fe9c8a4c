import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { ItemReference } from './instances.ts'

/** What a task or an instance belongs to; a plain task has no instance. */
export type ProcessContext = {
  instance: string | null
  template: string | null
  item: [ItemReference] | null
}

export const findContextOfTask = (db: Db, id: string): Promise<ProcessContext | undefined> =>
  db.first(sql<ProcessContext>`
    select t.instance_id as instance, i.template_id as template, t.item
    from kontor.process_tasks t left join kontor.process_instances i on i.id = t.instance_id
    where t.id = ${id}::uuid`)

export const findContextOfInstance = (db: Db, id: string): Promise<ProcessContext | undefined> =>
  db.first(sql<ProcessContext>`
    select id as instance, template_id as template, item
    from kontor.process_instances where id = ${id}::uuid`)
