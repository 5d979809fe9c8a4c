import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { build, type Db, statement } from '../../../../platform/db/db.ts'
import type { Tables } from '../../../../platform/db/tables.ts'
import type { SerialRow } from './serials.ts'

type Folders = Tables['kontor.nomenclature_folders']
export type FolderColumns = Selectable<Folders>

/** A folder together with its own counter. */
export type FolderRow = FolderColumns & Omit<SerialRow, 'id'>

const selectFolder = build
  .selectFrom('kontor.nomenclature_folders as f')
  .innerJoin('kontor.serials as s', 's.id', 'f.serial_id')
  .selectAll('f')
  .select([
    's.next_value',
    's.iteration_step',
    's.use_released',
    's.period',
    's.reset_in_period',
    's.reset_period',
    's.reset_period_count',
    's.next_reset_at',
  ])

export const findFolder = (db: Db, id: string): Promise<FolderRow | undefined> =>
  db.first(selectFolder.where('f.id', '=', id))

const selectNames = statement<{ id: string; name: string }>(
  'select id, name from kontor.nomenclature_folders where id = any($1::uuid[])',
)

/** The deleted ones, too. */
export const listNames = (db: Db, ids: readonly string[]) => db.query(selectNames, [ids])

export const findFolderAt = (db: Db, path: string): Promise<FolderRow | undefined> =>
  db.first(selectFolder.where('f.path', '=', path))

/** Holds the folder and its counter to the end, so that a check and its write see one state. */
export const lockFolder = (db: Db, id: string): Promise<FolderRow | undefined> =>
  db.first(selectFolder.where('f.id', '=', id).forUpdate())

/** Those of solutions, deleted ones included. */
export const listDefined = (db: Db): Promise<FolderRow[]> =>
  db.all(selectFolder.where('f.path', 'is not', null).orderBy('f.path'))

export const hasSerial = async (db: Db, id: string): Promise<boolean> =>
  (await db.first(
    build
      .selectFrom('kontor.nomenclature_folders')
      .select('id')
      .where('serial_id', '=', id)
      .where('deleted_at', 'is', null),
  )) !== undefined

export const insertFolder = (db: Db, folder: Insertable<Folders>) =>
  db.run(build.insertInto('kontor.nomenclature_folders').values(folder))

export const saveFolder = (db: Db, id: string, changes: Updateable<Folders>) =>
  db.run(
    build
      .updateTable('kontor.nomenclature_folders')
      .set({ ...changes, version: sql`version + 1` })
      .where('id', '=', id),
  )
