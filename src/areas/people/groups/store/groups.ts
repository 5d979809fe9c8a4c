import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { build, type Db } from '../../../../platform/db/db.ts'
import type { Tables } from '../../../../platform/db/tables.ts'

export type GroupRow = Selectable<Tables['kontor.groups']>

export const findGroup = (db: Db, id: string): Promise<GroupRow | undefined> =>
  db.first(build.selectFrom('kontor.groups').selectAll().where('id', '=', id))

/** Holds the row until the transaction ends, so that a check and its write see one state. */
export const lockGroup = (db: Db, id: string): Promise<GroupRow | undefined> =>
  db.first(build.selectFrom('kontor.groups').selectAll().where('id', '=', id).forUpdate())

/** Live groups with this code, in any workspace. */
export const listByCode = (db: Db, code: string) =>
  db.all(
    build
      .selectFrom('kontor.groups')
      .select(['id', 'namespace'])
      .where('code', '=', code)
      .where('deleted_at', 'is', null)
      .orderBy('namespace'),
  )

export const insertGroup = (db: Db, group: Insertable<Tables['kontor.groups']>) =>
  db.run(build.insertInto('kontor.groups').values(group))

export const saveGroup = (db: Db, id: string, changes: Updateable<Tables['kontor.groups']>) =>
  db.run(
    build
      .updateTable('kontor.groups')
      .set({ ...changes, version: sql`version + 1` })
      .where('id', '=', id),
  )
