import type { Insertable } from 'kysely'
import { build, type Db } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'

export const findOwner = async (db: Db, hash: Buffer): Promise<string | undefined> =>
  (
    await db.first(
      build.selectFrom('kontor.known_devices').select('user_id').where('hash', '=', hash),
    )
  )?.user_id

export const saveDevice = (db: Db, device: Insertable<Tables['kontor.known_devices']>) =>
  db.run(
    build
      .insertInto('kontor.known_devices')
      .values(device)
      .onConflict((on) => on.column('hash').doUpdateSet({ last_at: device.last_at })),
  )

export const deleteOldDevices = (db: Db, before: Date) =>
  db.run(build.deleteFrom('kontor.known_devices').where('last_at', '<', before))
