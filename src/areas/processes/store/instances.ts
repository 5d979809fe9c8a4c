import type { Control, Status, Values } from '../../../engine/state.ts'
import { toJsonb, toStorable } from '../../../lib/storable.ts'
import { type Db, statement } from '../../../platform/db/db.ts'

/** An item of any app. */
export type ItemReference = { namespace: string; code: string; id: string }

export type Instance = {
  id: string
  template_id: string
  version: number
  state: Status
  /** How many moves there were: the number of the last line of its history. */
  revision: number
  name: string
  control: Control
  context: Values
  item: [ItemReference] | null
  target: string
  parent_id: string | null
  parent_token: number | null
  /** How many processes called one another to get here. */
  depth: number
  subscribers: string[]
  created_at: Date
  created_by: string
}

const COLUMNS = `id, template_id, version, state, revision, name, control, context, item, target,
  parent_id, parent_token, depth, subscribers, created_at, created_by`

/** Not `for update`: others may write down jobs for an instance while it is moved. */
const HELD = 'for no key update'

const byId = statement<Instance>(
  `select ${COLUMNS} from kontor.process_instances where id = $1 ${HELD}`,
)
const byTask = statement<Instance>(`select ${COLUMNS} from kontor.process_instances
  where id = (select instance_id from kontor.process_tasks where id = $1) ${HELD}`)
const byCallback = statement<Instance>(`select ${COLUMNS} from kontor.process_instances
  where id = (select instance_id from kontor.process_callbacks where id = $1) ${HELD}`)

const BY = { instance: byId, task: byTask, callback: byCallback }

/** Holds the instance to the end of the transaction. What else is read about it is read afterwards. */
export async function lockInstance(
  db: Db,
  by: keyof typeof BY,
  id: string,
): Promise<Instance | undefined> {
  const [row] = await db.query(BY[by], [id])
  return row
}

const insert = statement(`
  insert into kontor.process_instances (${COLUMNS}, updated_at, updated_by, ended_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $15, $16, $17)`)

export const insertInstance = (db: Db, row: Instance, endedAt: Date | null) =>
  db.query(insert, [
    row.id,
    row.template_id,
    row.version,
    row.state,
    row.revision,
    toStorable(row.name),
    toJsonb(row.control),
    toJsonb(row.context),
    row.item && toJsonb(row.item),
    row.target,
    row.parent_id,
    row.parent_token,
    row.depth,
    row.subscribers,
    row.created_at,
    row.created_by,
    endedAt,
  ])

const saveWhole = statement(`
  update kontor.process_instances set version = $2, state = $3, revision = $4, control = $5,
    updated_at = $6, updated_by = $7, ended_at = $8, context = $9
  where id = $1`)

/** Variables may be large: a move that leaves them alone does not write them. */
const saveControl = statement(`
  update kontor.process_instances set version = $2, state = $3, revision = $4, control = $5,
    updated_at = $6, updated_by = $7, ended_at = $8
  where id = $1`)

export type Saving = { at: Date; by: string; endedAt: Date | null; isContextChanged: boolean }

export function saveInstance(db: Db, row: Instance, { at, by, endedAt, isContextChanged }: Saving) {
  const { id, version, state, revision } = row
  const values = [id, version, state, revision, toJsonb(row.control), at, by, endedAt]
  return isContextChanged
    ? db.query(saveWhole, [...values, toJsonb(row.context)])
    : db.query(saveControl, values)
}

const selectWaiting = statement<{ id: string }>(`
  select id from kontor.process_instances
  where template_id = $1 and version < $2 and state = 'wait' and id <> all($3::uuid[])
  order by created_at, id`)

export const listWaiting = async (
  db: Db,
  { template, before, but }: { template: string; before: number; but: readonly string[] },
): Promise<string[]> => (await db.query(selectWaiting, [template, before, but])).map(({ id }) => id)

const selectVersion = statement<Pick<Instance, 'template_id' | 'version'>>(
  'select template_id, version from kontor.process_instances where id = $1',
)

export async function findVersionOf(db: Db, id: string) {
  const [found] = await db.query(selectVersion, [id])
  return found
}

const selectState = statement<{ state: Instance['state'] }>(
  'select state from kontor.process_instances where id = $1',
)

export async function findState(db: Db, id: string): Promise<Instance['state'] | undefined> {
  const [found] = await db.query(selectState, [id])
  return found?.state
}
