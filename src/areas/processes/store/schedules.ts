import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Schedule = {
  template_id: string
  node: string
  version: number
  run_at: Date
  /** Repetitions left after the next one; null = unlimited. */
  remaining: number | null
}

type Next = Pick<Schedule, 'run_at' | 'remaining'>

/** A finished schedule is kept, so that it does not start again. */
export async function replaceSchedules(db: Db, wanted: readonly Schedule[]): Promise<void> {
  const json = toJsonb(wanted)
  await Promise.all([
    db.run(sql`
      delete from kontor.process_schedules s
      where not exists (select from jsonb_to_recordset(${json}::jsonb) as n(template_id uuid, node text)
        where n.template_id = s.template_id and n.node = s.node)`),
    db.run(sql`
      insert into kontor.process_schedules as s (template_id, node, version, run_at, remaining)
      select n.template_id, n.node, n.version, n.run_at, n.remaining
      from jsonb_to_recordset(${json}::jsonb)
        as n(template_id uuid, node text, version integer, run_at timestamptz, remaining integer)
      on conflict (template_id, node) do update set
        version = excluded.version, run_at = excluded.run_at, remaining = excluded.remaining
      where s.version < excluded.version`),
  ])
}

export const listDue = (db: Db, limit: number): Promise<Schedule[]> =>
  db.all(sql<Schedule>`
    select template_id, node, version, run_at, remaining from kontor.process_schedules
    where run_at <= now() order by run_at limit ${limit}`)

/** True for one caller: others find that the time has changed. */
export async function moveOn(
  db: Db,
  { template_id, node, run_at }: Schedule,
  next: Next | undefined,
): Promise<boolean> {
  const after = next ?? { run_at: 'infinity', remaining: 0 }
  const moved = await db.run(sql`
    update kontor.process_schedules set run_at = ${after.run_at}, remaining = ${after.remaining}
    where template_id = ${template_id} and node = ${node} and run_at = ${run_at}`)
  return moved > 0
}
