import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { type Instance, insertInstance } from './instances.ts'
import type { Stamp } from './tasks.ts'

export async function findState(db: Db, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ state: string }>`
    select state from kontor.process_instances where id = ${id}`)
  return row?.state
}

/** An instance of another system that is over. */
export async function insertEnded(db: Db, instance: Instance, { at, by }: Stamp): Promise<void> {
  await insertInstance(db, instance, at)
  await db.run(sql`
    update kontor.process_instances set updated_at = ${at}, updated_by = ${by}
    where id = ${instance.id}`)
}

export type EndedTask = {
  id: string
  token: number
  node: string
  name: string
  state: 'closed' | 'cancel'
  template_name: string
  template_namespace: string
  template_code: string
  path: string
  branch: string
  performers: readonly string[]
  original_performers: readonly string[]
  former_performers: readonly string[]
  due_at: string | null
  description: string
  exit: string | null
  can_reassign: boolean
  timer_id: string
  created_at: string
  created_by: string
  updated_at: string
  updated_by: string
}

export const insertEndedTasks = (
  db: Db,
  { id, name, item, target }: Instance,
  tasks: readonly EndedTask[],
) =>
  db.run(sql`
    insert into kontor.process_tasks (id, instance_id, token, node, kind, state, name, description,
      template_name, template_namespace, template_code, instance_name, path, branch, performers,
      original_performers, former_performers, item, target, due_at, exit, can_reassign, timer_id, percent, created_at,
      created_by, updated_at, updated_by, ended_at)
    select t.id, ${id}, t.token, t.node, 'user', t.state, t.name, t.description, t.template_name,
      t.template_namespace, t.template_code, ${name}, t.path, t.branch, t.performers,
      t.original_performers, t.former_performers, ${item && toJsonb(item)}, ${target}, t.due_at,
      t.exit, t.can_reassign, t.timer_id, case when t.state = 'closed' then 100 else 0 end, t.created_at, t.created_by,
      t.updated_at, t.updated_by, t.updated_at
    from jsonb_to_recordset(${toJsonb(tasks)}::jsonb) as t(id uuid, token integer, node text, state text, name text,
      description text, template_name text, template_namespace text, template_code text,
      path text, branch uuid, performers uuid[], original_performers uuid[],
      former_performers uuid[], due_at timestamptz, exit text, can_reassign boolean,
      timer_id uuid, created_at timestamptz,
      created_by uuid, updated_at timestamptz, updated_by uuid)
    on conflict (id) do nothing`)
