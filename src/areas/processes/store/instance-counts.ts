import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

const RUNNING = sql`t.state in ('exec', 'wait', 'error')`

/** The number of instances of a process, by state. */
export type Counts = {
  id: string
  running: number
  total: number
  incidents: number
  last: Date | null
}

/** Uses indexes only: rows of instances are wide, and there may be a million. */
export const countAll = async (db: Db, processes: readonly string[]): Promise<Counts[]> =>
  processes.length === 0
    ? []
    : db.all(sql<Counts>`
      with failed as (select t.template_id, count(*) as incidents
        from kontor.process_incidents n join kontor.process_instances t on t.id = n.instance_id
        where n.closed_at is null group by 1)
      select x.id, r.running, a.total, a.last, coalesce(s.incidents, 0) as incidents
      from unnest(${processes}::uuid[]) x(id)
      cross join lateral (select count(*) as running from kontor.process_instances t
        where t.template_id = x.id and ${RUNNING}) r
      cross join lateral (select count(*) as total, max(t.created_at) as last
        from kontor.process_instances t where t.template_id = x.id) a
      left join failed s on s.template_id = x.id`)

/** Counts instances that the user started, or in which one of the actors was asked to do something. */
export const countOwn = async (
  db: Db,
  processes: readonly string[],
  { user, actors }: { user: string; actors: readonly string[] },
): Promise<Counts[]> =>
  processes.length === 0
    ? []
    : db.all(sql<Counts>`
      with own as (
        select id from kontor.process_instances where created_by = ${user}::uuid
        union select instance_id from kontor.process_tasks where performers && ${actors}::uuid[])
      select t.template_id as id, count(*) filter (where ${RUNNING}) as running, count(*) as total,
        max(t.created_at) as last,
        sum((select count(*) from kontor.process_incidents n
          where n.instance_id = t.id and n.closed_at is null))::integer as incidents
      from own join kontor.process_instances t on t.id = own.id
      where t.template_id = any(${processes}::uuid[]) group by 1`)

/** How many instances run in each version of a process. */
export async function countVersions(db: Db, process: string): Promise<Map<number, number>> {
  const rows = await db.all(sql<{ version: number; running: number }>`
    select t.version, count(*) as running from kontor.process_instances t
    where t.template_id = ${process}::uuid and ${RUNNING} group by 1`)
  return new Map(rows.map(({ version, running }) => [version, running]))
}
