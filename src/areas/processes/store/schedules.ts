import { toJsonb } from '../../../lib/storable.ts'
import { type Db, statement } from '../../../platform/db/db.ts'

export type Schedule = {
  template_id: string
  node: string
  version: number
  run_at: Date
  /** How often again after the next time; null = for ever. */
  remaining: number | null
}

type Next = Pick<Schedule, 'run_at' | 'remaining'>

/** A schedule that has come to its end stays, so that it does not begin again. */
const upsert = statement(`
  insert into kontor.process_schedules as s (template_id, node, version, run_at, remaining)
  select n.template_id, n.node, n.version, n.run_at, n.remaining
  from jsonb_to_recordset($1::jsonb)
    as n(template_id uuid, node text, version integer, run_at timestamptz, remaining integer)
  on conflict (template_id, node) do update set
    version = excluded.version, run_at = excluded.run_at, remaining = excluded.remaining
  where s.version < excluded.version`)

const dropOthers = statement(`
  delete from kontor.process_schedules s
  where not exists (select from jsonb_to_recordset($1::jsonb) as n(template_id uuid, node text)
    where n.template_id = s.template_id and n.node = s.node)`)

export async function replaceSchedules(db: Db, wanted: readonly Schedule[]): Promise<void> {
  const json = toJsonb(wanted)
  await Promise.all([db.query(dropOthers, [json]), db.query(upsert, [json])])
}

const selectDue = statement<Schedule>(`
  select template_id, node, version, run_at, remaining from kontor.process_schedules
  where run_at <= now() order by run_at limit $1`)

export const listDue = (db: Db, limit: number): Promise<Schedule[]> => db.query(selectDue, [limit])

const save = statement<{ node: string }>(`
  update kontor.process_schedules set run_at = $4, remaining = $5
  where template_id = $1 and node = $2 and run_at = $3 returning node`)

/** True for the one who did: the others find another time there. */
export async function moveOn(
  db: Db,
  { template_id, node, run_at }: Schedule,
  next: Next | undefined,
): Promise<boolean> {
  const after = next ?? { run_at: 'infinity', remaining: 0 }
  const values = [template_id, node, run_at, after.run_at, after.remaining]
  return (await db.query(save, values)).length > 0
}
