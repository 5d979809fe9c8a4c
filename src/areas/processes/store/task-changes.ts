import type { Values } from '../../../engine/state.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { Instance } from './instances.ts'
import { type ControlColumn, readWhole, SMALL_CONTEXT } from './pages.ts'
import type { Stamp } from './tasks.ts'

const changed = ({ at, by }: Stamp): Sql =>
  sql`revision = revision + 1, updated_at = ${at}, updated_by = ${by}`

export const savePerformerOf = (
  db: Db,
  id: string,
  { performer, former, ...stamp }: { performer: string; former: readonly string[] } & Stamp,
) =>
  db.run(sql`
    update kontor.process_tasks set performers = array[${performer}::uuid],
      former_performers = ${former}, state = 'in_progress', ${changed(stamp)}
    where id = ${id}`)

export const savePercentOf = (
  db: Db,
  id: string,
  { percent, ...stamp }: { percent: number } & Stamp,
) =>
  db.run(sql`
    update kontor.process_tasks set percent = ${percent}, ${changed(stamp)} where id = ${id}`)

/** The planned times of a task, and its deadline. */
export type Dates = { plan_start: Date | null; plan_end: Date | null; due_at: Date | null }

export const saveDatesOf = (
  db: Db,
  id: string,
  { plan_start, plan_end, due_at, ...stamp }: Dates & Stamp,
) =>
  db.run(sql`
    update kontor.process_tasks set plan_start = ${plan_start}, plan_end = ${plan_end},
      due_at = ${due_at}, ${changed(stamp)}
    where id = ${id}`)

/** When the last of these open tasks is due: `infinity` if one of them has no deadline. */
export async function findDeadline(
  db: Db,
  instanceId: string,
  tokens: readonly number[],
): Promise<string | null> {
  const found = await db.first(sql<{ due: string | null }>`
    select max(coalesce(due_at, 'infinity'))::text as due from kontor.process_tasks
    where instance_id = ${instanceId} and token = any(${tokens}::integer[]) and ended_at is null`)
  return found?.due ?? null
}

/** Only timers set to the old time; a timer that is already running is not moved. */
export const moveTimersOf = (
  db: Db,
  instanceId: string,
  { timers, from, to }: { timers: readonly number[]; from: string; to: string },
) =>
  db.run(sql`
    update kontor.process_jobs set run_at = ${to}::timestamptz
    where instance_id = ${instanceId} and kind = 'timer' and token = any(${timers}::integer[])
      and run_at = ${from}::timestamptz`)

/** The state of an instance, for display. */
export type InstanceProgress = Pick<Instance, 'template_id' | 'version' | 'control' | 'context'>

export async function findProgress(
  db: Db,
  instanceId: string,
): Promise<InstanceProgress | undefined> {
  const row = await db.first(sql<StandingRow>`
    select id, template_id, version, revision, control, ${SMALL_CONTEXT} as context
    from kontor.process_instances where id = ${instanceId}`)
  return row && { ...row, ...(await readWhole(db, row)) }
}

type StandingRow = Pick<Instance, 'id' | 'template_id' | 'version' | 'revision'> & {
  control: ControlColumn
  context: Values | null
}
