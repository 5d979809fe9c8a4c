import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { build, type Db, statement } from '../../../../platform/db/db.ts'
import type { Tables } from '../../../../platform/db/tables.ts'

export type DirectoryRow = Selectable<Tables['kontor.nomenclature_directories']>

const lock = statement(`select pg_advisory_xact_lock(hashtext('kontor nomenclature'))`)

/** Who changes the tree does so alone: two changes could close a loop that neither sees. */
export const lockTree = (db: Db) => db.query(lock, [])

export const findDirectory = (db: Db, id: string): Promise<DirectoryRow | undefined> =>
  db.first(build.selectFrom('kontor.nomenclature_directories').selectAll().where('id', '=', id))

/** Those of solutions, deleted ones included. */
export const listDefined = (db: Db): Promise<DirectoryRow[]> =>
  db.all(
    build
      .selectFrom('kontor.nomenclature_directories')
      .selectAll()
      .where('path', 'is not', null)
      // What is inside goes before what is around it.
      .orderBy('path', 'desc'),
  )

export const insertDirectory = (
  db: Db,
  directory: Insertable<Tables['kontor.nomenclature_directories']>,
) => db.run(build.insertInto('kontor.nomenclature_directories').values(directory))

export const saveDirectory = (
  db: Db,
  id: string,
  changes: Updateable<Tables['kontor.nomenclature_directories']>,
) =>
  db.run(
    build
      .updateTable('kontor.nomenclature_directories')
      .set({ ...changes, version: sql`version + 1` })
      .where('id', '=', id),
  )

const selectAround = statement<{ id: string }>(
  `with recursive around as (
     select id, parent_id from kontor.nomenclature_directories where id = $1
     union select d.id, d.parent_id
     from kontor.nomenclature_directories d join around a on d.id = a.parent_id)
   select id from around`,
)

/** A directory and everything it is in. */
export const listAround = async (db: Db, id: string): Promise<string[]> =>
  (await db.query(selectAround, [id])).map((each) => each.id)
