import { NIL_ID } from '../../../lib/ids.ts'
import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import type { ItemReference } from './instances.ts'

export type TaskKind =
  | 'user'
  | 'approval'
  | 'inform'
  | 'sign'
  | 'registration'
  | 'permission'
  | 'plain'
export type TaskState = 'assignment' | 'in_progress' | 'closed' | 'cancel'

export type NewTask = {
  id: string
  token: number
  node: string
  kind: TaskKind
  state: TaskState
  name: string
  description: string
  path: string
  branch: string
  performers: string[]
  participants: string[]
  can_reassign: boolean
  due_at: string | null
  timer_id: string
  locals: Record<string, unknown>
  /** Set if it ends in the move that created it. */
  exit: string | null
  comment: string
  ended_at: Date | null
}

/** What all tasks of one instance have in common. */
export type TaskOrigin = {
  instanceId: string
  instanceName: string
  templateName: string
  namespace: string
  code: string
  item: [ItemReference] | null
  target: string
  /** Who started the instance: the author of its tasks. */
  author: string
}

export type Stamp = { at: Date; by: string }

export const insertTasks = (
  db: Db,
  tasks: readonly NewTask[],
  origin: TaskOrigin,
  { at, by }: Stamp,
) =>
  db.run(sql`
    insert into kontor.process_tasks (id, instance_id, token, node, kind, state, name, description, template_name,
      template_namespace, template_code, instance_name, path, branch, performers,
      original_performers, participants, can_reassign, item, target, due_at, timer_id, locals,
        exit, comment,
      percent, created_at, created_by, updated_at, updated_by, ended_at)
    select t.id, ${origin.instanceId}, t.token, t.node, t.kind, t.state, t.name, t.description,
      ${origin.templateName}, ${origin.namespace}, ${origin.code}, ${origin.instanceName}, t.path,
      t.branch,
      t.performers, t.performers, t.participants, t.can_reassign,
        ${origin.item && toJsonb(origin.item)}, ${origin.target}, t.due_at, t.timer_id, t.locals,
      t.exit, t.comment,
      case when t.state = 'closed' then 100 else 0 end, ${at}, ${origin.author}, ${at}, ${by},
        t.ended_at
    from jsonb_to_recordset(${toJsonb(tasks)}::jsonb) as t(id uuid, token integer, node text, kind text, state text,
      name text, description text, path text, branch uuid, performers uuid[], participants uuid[],
      can_reassign boolean, due_at timestamptz, timer_id uuid, locals jsonb,
      exit text, comment text, ended_at timestamptz)`)

export type EndedTask = {
  token: number
  state: 'closed' | 'cancel'
  exit: string | null
  comment: string
}

/** With its performers until then. */
export type Ended = { id: string; token: number; name: string; performers: string[] }

export const endTasks = (
  db: Db,
  instanceId: string,
  ended: readonly EndedTask[],
  { at, by }: Stamp,
) =>
  db.all(sql<Ended>`
    update kontor.process_tasks t set state = e.state, exit = e.exit, comment = e.comment,
      percent = case when e.state = 'closed' then 100 else t.percent end,
      performers = case when e.state = 'closed' and t.state = 'assignment' then array[${by}::uuid]
        else t.performers end,
      revision = t.revision + 1, updated_at = ${at}, updated_by = ${by}, ended_at = ${at}
    from jsonb_to_recordset(${toJsonb(ended)}::jsonb) as e(token integer, state text, exit text, comment text)
    join kontor.process_tasks o on o.instance_id = ${instanceId} and o.token = e.token
    where t.id = o.id and t.ended_at is null
    returning t.id, t.token, t.name, o.performers`)

/** The facts of a task that decisions need. */
export type Task = {
  id: string
  /** Zeros for a plain task. */
  instance_id: string
  token: number
  node: string
  kind: TaskKind
  state: TaskState
  name: string
  revision: number
  performers: string[]
  original_performers: string[]
  former_performers: string[]
  participants: string[]
  can_reassign: boolean
  item: [ItemReference] | null
  due_at: Date | null
  plan_start: Date | null
  plan_end: Date | null
  percent: number
  priority: number
  locals: Record<string, unknown>
  created_by: string
}

const COLUMNS = sql`id, coalesce(instance_id, ${raw(`'${NIL_ID}'::uuid`)}) as instance_id, token, node, kind, state, name, revision, performers,
  original_performers, former_performers, participants, can_reassign, item, due_at, plan_start,
  plan_end, percent, priority, locals, created_by`

export const listTasks = (db: Db, ids: readonly string[]): Promise<Task[]> =>
  db.all(sql<Task>`
    select ${COLUMNS} from kontor.process_tasks where id = any(${ids}::uuid[])
      and deleted_at is null`)

export async function findTask(db: Db, id: string): Promise<Task | undefined> {
  return db.first(
    sql<Task>`select ${COLUMNS} from kontor.process_tasks where id = ${id} and deleted_at is null`,
  )
}

/** In another version of a process, tasks may belong to elements with other names. */
export const saveTaskNodes = (
  db: Db,
  instanceId: string,
  nodes: readonly { token: number; node: string; path: string }[],
) =>
  db.run(sql`
    update kontor.process_tasks t set node = n.node, path = n.path
    from jsonb_to_recordset(${toJsonb(nodes)}::jsonb) as n(token integer, node text, path text)
    where t.instance_id = ${instanceId} and t.token = n.token and t.ended_at is null`)

export const findTasksOf = async (db: Db, instance: string): Promise<string[]> => {
  const rows = await db.all(
    sql<{
      id: string
    }>`select id from kontor.process_tasks where instance_id = ${instance} and deleted_at is null`,
  )
  return rows.map(({ id }) => id)
}
