import type { Db } from '../../../../platform/db/db.ts'
import { advisoryLock } from '../../../../platform/db/locks.ts'
import { assign, sql, valuesOf } from '../../../../platform/db/sql.ts'

export type DirectoryRow = {
  id: string
  name: string
  parent_id: string | null
  path: string | null
  solution: string | null
  version: number
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  deleted_at: Date | null
}

/** Serializes changes of the tree: two concurrent ones could create a cycle that neither sees. */
export const lockTree = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(${advisoryLock('nomenclature')})`)

export const findDirectory = (db: Db, id: string): Promise<DirectoryRow | undefined> =>
  db.first(sql<DirectoryRow>`select * from kontor.nomenclature_directories where id = ${id}`)

/** Those of solutions, deleted ones included. */
export const listDefined = (db: Db): Promise<DirectoryRow[]> =>
  // What is inside goes before what is around it.
  db.all(sql<DirectoryRow>`
    select * from kontor.nomenclature_directories where path is not null order by path desc`)

export const insertDirectory = (db: Db, directory: Omit<DirectoryRow, 'version' | 'deleted_at'>) =>
  db.run(sql`insert into kontor.nomenclature_directories ${valuesOf(directory)}`)

export const saveDirectory = (db: Db, id: string, changes: Partial<DirectoryRow>) =>
  db.run(sql`
    update kontor.nomenclature_directories set ${assign(changes)}, version = version + 1
    where id = ${id}`)

/** A directory and everything it is in. */
export const listAround = async (db: Db, id: string): Promise<string[]> => {
  const rows = await db.all(sql<{ id: string }>`with recursive around as (
      select id, parent_id from kontor.nomenclature_directories where id = ${id}
      union select d.id, d.parent_id
      from kontor.nomenclature_directories d join around a on d.id = a.parent_id)
    select id from around`)
  return rows.map((each) => each.id)
}
