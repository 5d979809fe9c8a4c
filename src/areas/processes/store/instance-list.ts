import type { Control, Values } from '../../../engine/state.ts'
import { containing } from '../../../fields/kinds/like.ts'
import { descending, type Next, type PageRequest, readPage } from '../../../lists/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { and, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import type { InstanceState, SlaState } from '../instances/manage-operations.ts'
import { withFirstPages } from './pages.ts'
import { suspendedSince } from './suspensions.ts'

export type InstanceListRow = {
  id: string
  name: string
  template_id: string
  version: number
  state: string
  control: Control
  item: [Reference] | null
  created_at: Date
  created_by: string
  ended_at: Date | null
  suspended_at: Date | null
  is_process_suspended: boolean
}

const COLUMNS = sql`t.id, t.name, t.template_id, t.version, t.state, t.control, t.item, t.created_at,
  t.created_by, t.ended_at,
  case when t.ended_at is null then ${suspendedSince(raw('t.id'), raw('t.template_id'))} end
    as suspended_at,
  exists (select from kontor.process_suspensions s where s.id = t.template_id) as is_process_suspended`

export type InstanceFilter = {
  process?: string | undefined
  state?: InstanceState | undefined
  item?: Reference | undefined
  sla?: SlaState | undefined
  q?: string | undefined
} & PageRequest

/** Counting stops here: nobody reads that far, and an exact count of a million is not worth it. */
const MOST_COUNTED = 10_000

const STATES: Record<InstanceState, Sql> = {
  running: raw(`t.state in ('exec', 'wait', 'error')`),
  ended: raw(`t.state = 'done'`),
  interrupted: raw(`t.state = 'cancel'`),
  incident: raw(`t.state = 'error'`),
}

/** Instances with a running clock, by its state. */
const SLA: Record<SlaState, Sql> = {
  breached: raw('c.breached_at is not null'),
  atRisk: raw('c.breached_at is null and c.warned_at is not null'),
}
const hasClock = (sla: SlaState): Sql => sql`exists (select from kontor.process_clocks c
  where c.instance_id = t.id and c.stopped_at is null and ${SLA[sla]})`

/** Instances that satisfy the condition, newest first. */
export async function listInstances(
  db: Db,
  { process, state, item, sla, q, ...page }: InstanceFilter,
  isVisible: Sql[],
): Promise<{ rows: InstanceListRow[]; total: number } & Next> {
  const where = [
    ...(process ? [sql`t.template_id = ${process}::uuid`] : []),
    ...(state ? [STATES[state]] : []),
    ...(item ? [sql`t.item @> ${JSON.stringify([item])}::jsonb`] : []),
    ...(sla ? [hasClock(sla)] : []),
    ...(q ? [sql`t.name ilike ${containing(q)}`] : []),
    ...isVisible,
  ]
  const order = [descending('t.created_at', 'timestamptz'), descending('t.id', 'uuid')]
  const list = { columns: COLUMNS, from: sql`kontor.process_instances t`, where, order }
  const found = await readPage<InstanceListRow>(db, list, page)
  const rows = await withFirstPages(db, found.rows)
  const counted = await db.first(sql<{ total: number }>`
    select count(*) as total from (select from kontor.process_instances t
      where ${and(where)} limit ${MOST_COUNTED}) c`)
  return { ...found, rows, total: counted?.total ?? 0 }
}

export type FoundInstance = InstanceListRow & {
  context: Values
  /** The id and the name of the calling instance. */
  parent: [string, string] | null
}

export async function findInstance(db: Db, id: string): Promise<FoundInstance | undefined> {
  const row = await db.first(sql<FoundInstance>`
    select ${COLUMNS}, t.context, (select array[p.id::text, p.name]
      from kontor.process_instances p where p.id = t.parent_id) as parent
    from kontor.process_instances t where t.id = ${id}::uuid`)
  return row && (await withFirstPages(db, [row]))[0]
}

/** Whether an instance satisfies the condition. */
export const isAmong = async (db: Db, id: string, where: Sql[]): Promise<boolean> =>
  (await db.run(sql`
    select from kontor.process_instances t where t.id = ${id}::uuid and ${and(where)}`)) > 0
