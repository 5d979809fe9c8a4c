import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Which of these objects the database knows, and whether it needs them. */
export const findKnown = (db: Db, names: readonly string[]) =>
  db.all(sql<{ name: string; is_used: boolean }>`
    select object as name, true as is_used from kontor.file_bodies where object = any(${names})
    union all select object, true from kontor.file_parts where object = any(${names})
    union all select object, false from kontor.file_garbage where object = any(${names})`)

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
