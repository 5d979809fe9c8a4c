import { type Db, statement } from '../../../platform/db/db.ts'
import type { Instance } from './instances.ts'
import type { Stamp } from './tasks.ts'

const CHANGED = 'revision = revision + 1, updated_at = $2, updated_by = $3'

const savePerformer = statement(`
  update kontor.process_tasks set performers = array[$4::uuid], former_performers = $5,
    state = 'in_progress', ${CHANGED}
  where id = $1`)

export const savePerformerOf = (
  db: Db,
  id: string,
  { performer, former, at, by }: { performer: string; former: readonly string[] } & Stamp,
) => db.query(savePerformer, [id, at, by, performer, former])

const savePercent = statement(
  `update kontor.process_tasks set percent = $4, ${CHANGED} where id = $1`,
)

export const savePercentOf = (
  db: Db,
  id: string,
  { percent, at, by }: { percent: number } & Stamp,
) => db.query(savePercent, [id, at, by, percent])

/** The plan of a task, and until when it is to be done. */
export type Dates = { plan_start: Date | null; plan_end: Date | null; due_at: Date | null }

const saveDates = statement(`
  update kontor.process_tasks set plan_start = $4, plan_end = $5, due_at = $6, ${CHANGED}
  where id = $1`)

export const saveDatesOf = (
  db: Db,
  id: string,
  { plan_start, plan_end, due_at, at, by }: Dates & Stamp,
) => db.query(saveDates, [id, at, by, plan_start, plan_end, due_at])

const selectDeadline = statement<{ due: string | null }>(`
  select max(coalesce(due_at, 'infinity'))::text as due from kontor.process_tasks
  where instance_id = $1 and token = any($2::integer[]) and ended_at is null`)

/** When the last of these open tasks is due: `infinity` while one of them has no deadline. */
export async function findDeadline(
  db: Db,
  instanceId: string,
  tokens: readonly number[],
): Promise<string | null> {
  const [found] = await db.query(selectDeadline, [instanceId, tokens])
  return found?.due ?? null
}

const moveTimers = statement(`
  update kontor.process_jobs set run_at = $4::timestamptz
  where instance_id = $1 and kind = 'timer' and token = any($2::integer[])
    and run_at = $3::timestamptz`)

/** Only timers that go off at the old time; one that somebody runs already is not moved. */
export const moveTimersOf = (
  db: Db,
  instanceId: string,
  { timers, from, to }: { timers: readonly number[]; from: string; to: string },
) => db.query(moveTimers, [instanceId, timers, from, to])

/** Where an instance stands, for those who only look. */
export type Standing = Pick<Instance, 'template_id' | 'version' | 'control' | 'context'>

const selectStanding = statement<Standing>(`
  select template_id, version, control, context from kontor.process_instances where id = $1`)

export async function findStanding(db: Db, instanceId: string): Promise<Standing | undefined> {
  const [found] = await db.query(selectStanding, [instanceId])
  return found
}
