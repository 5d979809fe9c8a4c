import type { Db } from '../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../platform/db/sql.ts'

export type Backup = { taken_at: Date; ended_at: Date; bytes: number | null; version: string }

export const insertBackup = (db: Db, backup: Backup & { id: string }) =>
  db.run(sql`insert into kontor.backups ${valuesOf(backup)}`)

export const findLatestBackup = (db: Db): Promise<Backup | undefined> =>
  db.first(sql<Backup>`
    select taken_at, ended_at, bytes, version from kontor.backups order by taken_at desc limit 1`)
