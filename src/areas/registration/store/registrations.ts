import type { Insertable, Selectable, Updateable } from 'kysely'
import { conflict } from '../../../lib/errors.ts'
import { build, type Db, statement } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Tables } from '../../../platform/db/tables.ts'

type Registrations = Tables['kontor.registrations']
export type RegistrationRow = Selectable<Registrations>

const select = build.selectFrom('kontor.registrations').selectAll()

export const findRegistration = (db: Db, id: string): Promise<RegistrationRow | undefined> =>
  db.first(select.where('id', '=', id))

export const listOfItem = (
  db: Db,
  { namespace, code, id }: { namespace: string; code: string; id: string },
): Promise<RegistrationRow[]> =>
  db.all(
    select
      .where('item_id', '=', id)
      .where('namespace', '=', namespace)
      .where('code', '=', code)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
  )

/** The one that is not cancelled: an item is registered once in a folder. */
export const findLive = (
  db: Db,
  itemId: string,
  folderId: string,
): Promise<RegistrationRow | undefined> =>
  db.first(
    select
      .where('item_id', '=', itemId)
      .where('folder_id', '=', folderId)
      .where('deleted_at', 'is', null),
  )

const isTaken = statement<{ taken: boolean }>(
  `select exists (select from kontor.registrations
     where serial_id = $1 and period = $2 and number = $3 and not is_released) as taken`,
)

/** Sure while the counter is held. */
export const isNumberTaken = async (
  db: Db,
  { serialId, period, number }: { serialId: string; period: number; number: string },
): Promise<boolean> => (await db.query(isTaken, [serialId, period, number]))[0]?.taken ?? false

export const insertRegistration = (
  db: Db,
  row: Insertable<Registrations>,
): Promise<RegistrationRow> =>
  once(() => db.one(build.insertInto('kontor.registrations').values(row).returningAll()))

export const saveRegistration = (
  db: Db,
  id: string,
  changes: Updateable<Registrations>,
): Promise<RegistrationRow> =>
  once(() =>
    db.one(
      build.updateTable('kontor.registrations').set(changes).where('id', '=', id).returningAll(),
    ),
  )

async function once(write: () => Promise<RegistrationRow>): Promise<RegistrationRow> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'registrations_once')) throw error
    throw conflict('the item is registered in this folder already', error)
  }
}
