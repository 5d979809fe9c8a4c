import type { Control, Status, Values } from '../../../engine/state.ts'
import { toJsonb, toStorable } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { raw, type Sql, sql } from '../../../platform/db/sql.ts'
import {
  type ControlColumn,
  NOT_STORED,
  noteWritten,
  readWhole,
  SMALL_CONTEXT,
  type Stored,
  savePages,
  toColumn,
} from './pages.ts'

/** The token of the job that moves an instance to another version: it belongs to no element. */
export const QUEUED = -1

/** An item of any app. */
export type ItemReference = { namespace: string; code: string; id: string }

export type Instance = {
  id: string
  template_id: string
  version: number
  state: Status
  /** The number of moves, which is the number of the last line of its history. */
  revision: number
  name: string
  control: Control
  context: Values
  item: [ItemReference] | null
  target: string
  parent_id: string | null
  parent_token: number | null
  /** The depth of calling processes. */
  depth: number
  subscribers: string[]
  created_at: Date
  created_by: string
  /** It is to be moved to another version when it waits. */
  has_queued_move: boolean
  /** Since when it or its process is suspended. */
  suspended_at: Date | null
  /** Since when it is suspended itself, whether or not its process is. */
  is_suspended_itself: boolean
  stored: Stored
}

type InstanceRow = Omit<Instance, 'control' | 'context' | 'stored'> & {
  control: ControlColumn
  context: Values | null
}

const COLUMNS = sql`id, template_id, version, state, revision, name, control, item, target,
  parent_id, parent_token, depth, subscribers, created_at, created_by`

/** Columns by which an instance can be found. */
const IDS = {
  instance: (id: string): Sql => sql`${id}`,
  task: (id: string): Sql => sql`(select instance_id from kontor.process_tasks where id = ${id})`,
  callback: (id: string): Sql =>
    sql`(select instance_id from kontor.process_callbacks where id = ${id})`,
}

/**
 * Locks the instance until the end of the transaction; read everything else about it afterwards. Not `for update`:
 * others may add jobs for an instance while it moves.
 */
export async function lockInstance(
  db: Db,
  by: keyof typeof IDS,
  id: string,
): Promise<Instance | undefined> {
  const row = await db.first(sql<InstanceRow>`
    select ${COLUMNS}, ${SMALL_CONTEXT} as context,
      kontor.suspended_since(id, template_id) as suspended_at,
      kontor.suspended_since(id, id) is not null as is_suspended_itself,
      exists (select from kontor.process_jobs j
        where j.instance_id = process_instances.id and j.token = ${raw(String(QUEUED))}) as has_queued_move
    from kontor.process_instances
    where id = ${IDS[by](id)} for no key update`)
  return row && { ...row, ...(await readWhole(db, row)) }
}

export const insertInstance = (db: Db, row: Instance, endedAt: Date | null) =>
  Promise.all([insertRow(db, row, endedAt), savePages(db, row, NOT_STORED)])

const insertRow = (db: Db, row: Instance, endedAt: Date | null) =>
  db.run(sql`
    insert into kontor.process_instances (${COLUMNS}, context, updated_at, updated_by, ended_at)
    values (${row.id}, ${row.template_id}, ${row.version}, ${row.state}, ${row.revision},
      ${toStorable(row.name)}, ${toJsonb(toColumn(row.control, row.stored))},
      ${row.item && toJsonb(row.item)}, ${row.target}, ${row.parent_id}, ${row.parent_token},
      ${row.depth}, ${row.subscribers}, ${row.created_at}, ${row.created_by},
      ${toJsonb(row.context)}, ${row.created_at},
      ${row.created_by}, ${endedAt})`)

export type Saving = {
  at: Date
  by: string
  endedAt: Date | null
  isContextChanged: boolean
  before: Stored
}

/** Variables may be large: a move that does not change them does not write them. */
export function saveInstance(db: Db, row: Instance, { before, ...saving }: Saving) {
  noteWritten(db, row.id)
  return Promise.all([saveRow(db, row, saving), savePages(db, row, before)])
}

function saveRow(
  db: Db,
  row: Instance,
  { at, by, endedAt, isContextChanged }: Omit<Saving, 'before'>,
): Promise<number> {
  const context = isContextChanged ? sql`, context = ${toJsonb(row.context)}` : raw('')
  return db.run(sql`
    update kontor.process_instances set version = ${row.version}, state = ${row.state},
      revision = ${row.revision}, control = ${toJsonb(toColumn(row.control, row.stored))}, updated_at = ${at},
      updated_by = ${by}, ended_at = ${endedAt}${context}
    where id = ${row.id}`)
}

type Movable = { template: string; before: number; but: readonly string[]; isRunning: boolean }

export const listMovableOf = async (
  db: Db,
  { template, before, but, isRunning }: Movable,
): Promise<string[]> => {
  const rows = await db.all(sql<{ id: string }>`
    select id from kontor.process_instances
    where template_id = ${template} and version < ${before} and ended_at is null
      and (state = 'wait' or ${isRunning})
      and id <> all(${but}::uuid[])
    order by created_at, id`)
  return rows.map(({ id }) => id)
}

export async function findVersionOf(db: Db, id: string) {
  return db.first(
    sql<
      Pick<Instance, 'template_id' | 'version' | 'depth' | 'created_by'>
    >`select template_id, version, depth, created_by from kontor.process_instances where id = ${id}`,
  )
}

/** Whether the server has no immediate work left: work of external workers may take days. */
export async function isSettled(db: Db, id: string): Promise<boolean> {
  const { is_settled } = await db.one(sql<{ is_settled: boolean }>`
    select i.state <> 'exec'
      or exists (select from kontor.process_jobs j where j.instance_id = i.id and j.topic is not null)
        and not exists (select from kontor.process_jobs j
          where j.instance_id = i.id and j.topic is null and j.kind not in ('timer', 'sla', 'version')) as is_settled
    from kontor.process_instances i where i.id = ${id}`)
  return is_settled
}

export async function isRunningFor(
  db: Db,
  templateId: string,
  { namespace, code, id }: ItemReference,
): Promise<boolean> {
  const found = await db.first(sql`
    select from kontor.process_instances
    where template_id = ${templateId} and ended_at is null
      and item @> ${toJsonb([{ namespace, code, id }])} limit 1`)
  return found !== undefined
}
