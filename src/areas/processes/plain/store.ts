import { NIL_ID } from '../../../lib/ids.ts'
import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import type { ItemReference } from '../store/instances.ts'
import type { Stamp } from '../store/tasks.ts'

/** A line of the checklist; its number never changes. */
export type Entry = { number: number; text: string; doneAt: string | null; doneBy: string | null }

/** Columns that only plain tasks have. */
export type Plain = {
  description: string
  checklist: Entry[]
  files: string[]
  repeats: string | null
}

export type NewPlain = Plain & {
  id: string
  name: string
  author: string
  performer: string
  watchers: string[]
  item: [ItemReference] | null
  due_at: Date | null
  priority: number
}

const NOWHERE = raw(`'${NIL_ID}'::uuid`)

export const insertPlain = (db: Db, task: NewPlain, { at, by }: Stamp) =>
  Promise.all([
    db.run(sql`
      insert into kontor.process_tasks (id, token, node, kind, state, name, template_name,
        template_namespace, template_code, instance_name, path, branch, performers,
        original_performers, participants, item, due_at, priority, description, created_at,
        created_by, updated_at, updated_by)
      values (${task.id}, 0, '', 'plain', 'in_progress', ${task.name}, '', '', '', '', '',
        ${NOWHERE}, array[${task.performer}::uuid], array[${task.performer}::uuid],
        ${task.watchers}, ${task.item && toJsonb(task.item)}, ${task.due_at}, ${task.priority},
        ${task.description}, ${at}, ${task.author}, ${at}, ${by})`),
    db.run(sql`
      insert into kontor.plain_tasks (task_id, checklist, files, repeats)
      values (${task.id}, ${toJsonb(task.checklist)}, ${task.files}, ${task.repeats})`),
  ])

export const getPlain = (db: Db, id: string): Promise<Plain> =>
  db.one(sql<Plain>`
    select t.description, p.checklist, p.files, p.repeats
    from kontor.plain_tasks p join kontor.process_tasks t on t.id = p.task_id
    where p.task_id = ${id}`)

/** Locks the task. */
export const lockPlain = (db: Db, id: string) =>
  db.run(
    sql`select from kontor.process_tasks where id = ${id} and kind = 'plain' for no key update`,
  )

export type Changed = Plain & { name: string; priority: number; watchers: string[] }

export const savePlain = (db: Db, id: string, task: Changed, { at, by }: Stamp) =>
  Promise.all([
    db.run(sql`
      update kontor.process_tasks set name = ${task.name}, description = ${task.description},
        priority = ${task.priority}, participants = ${task.watchers}, revision = revision + 1,
        updated_at = ${at}, updated_by = ${by}
      where id = ${id}`),
    db.run(sql`
      update kontor.plain_tasks set checklist = ${toJsonb(task.checklist)}, files = ${task.files},
        repeats = ${task.repeats}
      where task_id = ${id}`),
  ])

export const endPlain = (
  db: Db,
  id: string,
  { state, comment, at, by }: { state: 'closed' | 'cancel'; comment: string } & Stamp,
) =>
  db.run(sql`
    update kontor.process_tasks set state = ${state}, comment = ${comment},
      exit = case when ${state} = 'closed' then 'done' end,
      percent = case when ${state} = 'closed' then 100 else percent end,
      revision = revision + 1, updated_at = ${at}, updated_by = ${by}, ended_at = ${at}
    where id = ${id}`)
