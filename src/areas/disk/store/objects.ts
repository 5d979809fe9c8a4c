import { type Db, statement } from '../../../platform/db/db.ts'

const selectKnown = statement<{ name: string; is_used: boolean }>(`
  select object as name, true as is_used from kontor.file_bodies where object = any($1)
  union all select object, true from kontor.file_parts where object = any($1)
  union all select object, false from kontor.file_garbage where object = any($1)`)

/** Which of these objects the database knows, and whether it needs them. */
export const findKnown = (db: Db, names: readonly string[]) => db.query(selectKnown, [names])

const selectCount = statement<{ count: number }>(`
  select (select count(*) from kontor.file_bodies where object is not null)
    + (select count(*) from kontor.file_parts) as count`)

/** How many objects are needed. */
export async function countUsed(db: Db): Promise<number> {
  return (await db.query(selectCount, []))[0]?.count ?? 0
}

const selectUsed = statement<{ name: string }>(`
  select object as name from (
    select object from kontor.file_bodies where object is not null
    union all select object from kontor.file_parts) o
  where object > $1 order by object limit $2`)

/** Needed objects in the order of their names, after one of them. */
export async function listUsed(db: Db, after: string, most: number): Promise<string[]> {
  return (await db.query(selectUsed, [after, most])).map(({ name }) => name)
}
