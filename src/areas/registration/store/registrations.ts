import { conflict } from '../../../lib/errors.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { assign, sql, valuesOf } from '../../../platform/db/sql.ts'
import { knownEvents } from '../../../platform/event-log/traces.ts'

export type RegistrationRow = {
  id: string
  namespace: string
  code: string
  item_id: string | null
  folder_id: string
  directory_id: string
  docflow: string
  serial_id: string
  period: number
  index: number
  number: string
  date: Date
  registrar_id: string
  status: string
  is_released: boolean
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  deleted_at: Date | null
}

export const findRegistration = (db: Db, id: string): Promise<RegistrationRow | undefined> =>
  db.first(sql<RegistrationRow>`select * from kontor.registrations where id = ${id}`)

/** Whether a number came from another system and nobody has dealt with it here: that would be told. */
export const isAsItCame = async (db: Db, id: string): Promise<boolean> =>
  (await db.run(sql`
    select from ${knownEvents} e where object_id = ${`registration:${id}`} limit 1`)) === 0

export const listOfItem = (
  db: Db,
  { namespace, code, id }: { namespace: string; code: string; id: string },
): Promise<RegistrationRow[]> =>
  db.all(sql<RegistrationRow>`
    select * from kontor.registrations
    where item_id = ${id} and namespace = ${namespace} and code = ${code}
    order by created_at desc, id desc`)

/** The one that is not cancelled: an item is registered once in a folder. */
export const findLive = (
  db: Db,
  itemId: string,
  folderId: string,
): Promise<RegistrationRow | undefined> =>
  db.first(sql<RegistrationRow>`
    select * from kontor.registrations
    where item_id = ${itemId} and folder_id = ${folderId} and deleted_at is null`)

/** Sure while the counter is held. */
export const isNumberTaken = async (
  db: Db,
  { serialId, period, number }: { serialId: string; period: number; number: string },
): Promise<boolean> => {
  const row = await db.first(sql<{ taken: boolean }>`select exists (select from kontor.registrations
    where serial_id = ${serialId} and period = ${period} and number = ${number}
      and not is_released) as taken`)
  return row?.taken ?? false
}

export const insertRegistration = (
  db: Db,
  row: Omit<RegistrationRow, 'is_released' | 'deleted_at'> &
    Partial<Pick<RegistrationRow, 'is_released' | 'deleted_at'>>,
): Promise<RegistrationRow> =>
  once(() =>
    db.one(sql<RegistrationRow>`insert into kontor.registrations ${valuesOf(row)} returning *`),
  )

export const saveRegistration = (
  db: Db,
  id: string,
  changes: Partial<RegistrationRow>,
): Promise<RegistrationRow> =>
  once(() =>
    db.one(sql<RegistrationRow>`
      update kontor.registrations set ${assign(changes)} where id = ${id} returning *`),
  )

async function once(write: () => Promise<RegistrationRow>): Promise<RegistrationRow> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'registrations_once')) throw error
    throw conflict('the item is registered in this folder already', error)
  }
}
