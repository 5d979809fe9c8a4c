import type { Db } from '../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../platform/db/sql.ts'

export type Backup = { taken_at: Date; ended_at: Date; bytes: number | null; version: string }

export const insertBackup = (db: Db, backup: Backup & { id: string }) =>
  db.run(sql`insert into kontor.backups ${valuesOf(backup)}`)

export const findLatestBackup = (db: Db): Promise<Backup | undefined> =>
  db.first(sql<Backup>`
    select taken_at, ended_at, bytes, version from kontor.backups order by taken_at desc limit 1`)

export type BackupFailure = { failed_at: Date; problem: string }

export const insertFailure = (db: Db, failure: BackupFailure & { id: string }) =>
  db.run(sql`insert into kontor.backup_failures ${valuesOf(failure)}`)

/** The latest that no complete backup has followed. */
export const findFailure = (db: Db): Promise<BackupFailure | undefined> =>
  db.first(sql<BackupFailure>`
    select failed_at, problem from kontor.backup_failures f
    where not exists (select from kontor.backups b where b.ended_at > f.failed_at)
    order by failed_at desc limit 1`)

/** Of the latest one in seconds; of the installation if there is none. */
export async function findAge(db: Db): Promise<number> {
  const { age } = await db.one(sql<{ age: number }>`
      select extract(epoch from now() - coalesce(
        (select max(taken_at) from kontor.backups),
        (select min(applied_at) from kontor.migrations)))::float8 as age`)
  return age
}
