import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export const findOwner = async (db: Db, hash: Buffer): Promise<string | undefined> => {
  const device = await db.first(
    sql<{ user_id: string }>`select user_id from kontor.known_devices where hash = ${hash}`,
  )
  return device?.user_id
}

type Device = { hash: Buffer; user_id: string; last_at: Date }

export const saveDevice = (db: Db, device: Device) =>
  db.run(sql`
    insert into kontor.known_devices (hash, user_id, last_at)
    values (${device.hash}, ${device.user_id}, ${device.last_at})
    on conflict (hash) do update set last_at = excluded.last_at`)

export const deleteOldDevices = (db: Db, before: Date) =>
  db.run(sql`delete from kontor.known_devices where last_at < ${before}`)
