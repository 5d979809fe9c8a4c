import type { Db } from '../../../../platform/db/db.ts'
import { assign, type Sql, sql, valuesOf } from '../../../../platform/db/sql.ts'
import type { SerialRow } from './serials.ts'

export type FolderColumns = {
  id: string
  directory_id: string
  name: string
  docflow: string
  serial_id: string
  template_enabled: boolean
  template: string
  min_length: number
  reserve_enabled: boolean
  edit_after_registration: boolean
  through_serial_id: string | null
  path: string | null
  solution: string | null
  version: number
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  deleted_at: Date | null
}

/** A folder together with its own counter. */
export type FolderRow = FolderColumns & Omit<SerialRow, 'id'>

const folders = (rest: Sql) => sql<FolderRow>`
  select f.*, s.next_value, s.iteration_step, s.use_released, s.period, s.reset_in_period,
    s.reset_period, s.reset_period_count, s.next_reset_at
  from kontor.nomenclature_folders f join kontor.serials s on s.id = f.serial_id ${rest}`

export const findFolder = (db: Db, id: string): Promise<FolderRow | undefined> =>
  db.first(folders(sql`where f.id = ${id}`))

/** The deleted ones, too. */
export const listNames = (db: Db, ids: readonly string[]) =>
  db.all(
    sql<{
      id: string
      name: string
    }>`select id, name from kontor.nomenclature_folders where id = any(${ids}::uuid[])`,
  )

export const findFolderAt = (db: Db, path: string): Promise<FolderRow | undefined> =>
  db.first(folders(sql`where f.path = ${path}`))

/** Locks the folder and its counter until the end of the transaction. */
export const lockFolder = (db: Db, id: string): Promise<FolderRow | undefined> =>
  db.first(folders(sql`where f.id = ${id} for update`))

/** Those of solutions, deleted ones included. */
export const listDefined = (db: Db): Promise<FolderRow[]> =>
  db.all(folders(sql`where f.path is not null order by f.path`))

export const hasSerial = async (db: Db, id: string): Promise<boolean> =>
  (await db.run(sql`
    select from kontor.nomenclature_folders where serial_id = ${id} and deleted_at is null`)) > 0

type NewFolder = Partial<FolderColumns> &
  Pick<FolderColumns, 'id' | 'directory_id' | 'name' | 'docflow' | 'serial_id'>

export const insertFolder = (db: Db, folder: NewFolder) =>
  db.run(sql`insert into kontor.nomenclature_folders ${valuesOf(folder)}`)

export const saveFolder = (db: Db, id: string, changes: Partial<FolderColumns>) =>
  db.run(sql`
    update kontor.nomenclature_folders set ${assign(changes)}, version = version + 1
    where id = ${id}`)
