import { toJsonb } from '../../../lib/storable.ts'
import { type Db, statement } from '../../../platform/db/db.ts'
import type { ItemReference } from './instances.ts'

export type TaskKind = 'user' | 'approval' | 'inform' | 'sign' | 'registration'
export type TaskState = 'assignment' | 'in_progress' | 'closed' | 'cancel'

export type NewTask = {
  id: string
  token: number
  node: string
  kind: TaskKind
  state: TaskState
  name: string
  path: string
  branch: string
  performers: string[]
  participants: string[]
  can_reassign: boolean
  due_at: string | null
  timer_id: string
  locals: Record<string, unknown>
  /** Set when it ends in the move that made it. */
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

const insertAll = statement(`
  insert into kontor.process_tasks (id, instance_id, token, node, kind, state, name, template_name,
    template_namespace, template_code, instance_name, path, branch, performers,
    original_performers, participants, can_reassign, item, target, due_at, timer_id, locals, exit, comment,
    percent, created_at, created_by, updated_at, updated_by, ended_at)
  select t.id, $2, t.token, t.node, t.kind, t.state, t.name, $3, $4, $5, $6, t.path, t.branch,
    t.performers, t.performers, t.participants, t.can_reassign, $7, $8, t.due_at, t.timer_id, t.locals,
    t.exit, t.comment,
    case when t.state = 'closed' then 100 else 0 end, $9, $10, $9, $11, t.ended_at
  from jsonb_to_recordset($1::jsonb) as t(id uuid, token integer, node text, kind text, state text,
    name text, path text, branch uuid, performers uuid[], participants uuid[],
    can_reassign boolean, due_at timestamptz, timer_id uuid, locals jsonb,
    exit text, comment text, ended_at timestamptz)`)

export const insertTasks = (
  db: Db,
  tasks: readonly NewTask[],
  origin: TaskOrigin,
  { at, by }: Stamp,
) =>
  db.query(insertAll, [
    toJsonb(tasks),
    origin.instanceId,
    origin.templateName,
    origin.namespace,
    origin.code,
    origin.instanceName,
    origin.item && toJsonb(origin.item),
    origin.target,
    at,
    origin.author,
    by,
  ])

export type EndedTask = {
  token: number
  state: 'closed' | 'cancel'
  exit: string | null
  comment: string
}

/** With those who had it until then. */
export type Ended = { id: string; token: number; name: string; performers: string[] }

const endAll = statement<Ended>(`
  update kontor.process_tasks t set state = e.state, exit = e.exit, comment = e.comment,
    percent = case when e.state = 'closed' then 100 else t.percent end,
    performers = case when e.state = 'closed' and t.state = 'assignment' then array[$4::uuid]
      else t.performers end,
    revision = t.revision + 1, updated_at = $3, updated_by = $4, ended_at = $3
  from jsonb_to_recordset($2::jsonb) as e(token integer, state text, exit text, comment text)
  join kontor.process_tasks o on o.instance_id = $1 and o.token = e.token
  where t.id = o.id and t.ended_at is null
  returning t.id, t.token, t.name, o.performers`)

export const endTasks = (
  db: Db,
  instanceId: string,
  ended: readonly EndedTask[],
  { at, by }: Stamp,
) => db.query(endAll, [instanceId, toJsonb(ended), at, by])

/** What a decision about a task needs to know of it. */
export type Task = {
  id: string
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
  locals: Record<string, unknown>
  created_by: string
}

const COLUMNS = `id, instance_id, token, node, kind, state, name, revision, performers,
  original_performers, former_performers, participants, can_reassign, item, due_at, plan_start,
  plan_end, percent, locals, created_by`
const select = statement<Task>(
  `select ${COLUMNS} from kontor.process_tasks where id = $1 and deleted_at is null`,
)
const selectAll = statement<Task>(
  `select ${COLUMNS} from kontor.process_tasks where id = any($1::uuid[]) and deleted_at is null`,
)

export const listTasks = (db: Db, ids: readonly string[]): Promise<Task[]> =>
  db.query(selectAll, [ids])

export async function findTask(db: Db, id: string): Promise<Task | undefined> {
  const [task] = await db.query(select, [id])
  return task
}

const saveNodes = statement(`
  update kontor.process_tasks t set node = n.node, path = n.path
  from jsonb_to_recordset($2::jsonb) as n(token integer, node text, path text)
  where t.instance_id = $1 and t.token = n.token and t.ended_at is null`)

/** In another version of a process its tasks may stand at elements of other names. */
export const saveTaskNodes = (
  db: Db,
  instanceId: string,
  nodes: readonly { token: number; node: string; path: string }[],
) => db.query(saveNodes, [instanceId, toJsonb(nodes)])

const selectOf = statement<{ id: string }>(
  'select id from kontor.process_tasks where instance_id = $1 and deleted_at is null',
)

export const findTasksOf = async (db: Db, instance: string): Promise<string[]> =>
  (await db.query(selectOf, [instance])).map(({ id }) => id)
