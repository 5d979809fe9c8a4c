import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Which of these objects the database knows, whether it needs them, and the size it has recorded. */
export const findKnown = (db: Db, names: readonly string[]) =>
  db.all(sql<{ name: string; is_used: boolean; size: number | null }>`
    select object as name, true as is_used, case when state = 'stored' then size end as size
    from kontor.file_bodies where object = any(${names})
    union all select object, true, ends - starts from kontor.file_parts where object = any(${names})
    union all select object, false, null from kontor.file_garbage where object = any(${names})`)

/** The file that has this object as its body, or had it in a former version. */
export async function findFile(db: Db, object: string): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    with body as (select id from kontor.file_bodies where object = ${object})
    select id from kontor.files where body_id in (select id from body)
    union all select file_id from kontor.file_versions where body_id in (select id from body)
    limit 1`)
  return row?.id
}

/** How many objects are needed. */
export async function countUsed(db: Db): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select (select count(*) from kontor.file_bodies where object is not null)
      + (select count(*) from kontor.file_parts) as count`)
  return row?.count ?? 0
}

/** Needed objects in the order of their names, after one of them. */
export async function listUsed(db: Db, after: string, most: number): Promise<string[]> {
  const rows = await db.all(sql<{ name: string }>`
    select object as name from (
      select object from kontor.file_bodies where object is not null
      union all select object from kontor.file_parts) o
    where object > ${after} order by object limit ${most}`)
  return rows.map(({ name }) => name)
}
