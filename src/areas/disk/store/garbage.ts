import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Before the object is written: unless somebody claims it by then, it goes. */
export const insertGarbage = (db: Db, object: string, deleteAfter: Date) =>
  db.run(sql`
    insert into kontor.file_garbage (object, delete_after) values (${object}, ${deleteAfter})`)

/** False when its time is over: then the sweep may be deleting it at this moment. */
export const claimObject = async (db: Db, object: string, now: Date): Promise<boolean> =>
  (await db.run(sql<{ object: string }>`
    delete from kontor.file_garbage where object = ${object} and delete_after > ${now}
    returning object`)) > 0

export const expireGarbage = (db: Db, object: string, now: Date) =>
  db.run(sql`update kontor.file_garbage set delete_after = ${now} where object = ${object}`)

export async function listGarbage(db: Db, now: Date, most: number): Promise<string[]> {
  const rows = await db.all(sql<{ object: string }>`
    select object from kontor.file_garbage where delete_after <= ${now}
    order by delete_after limit ${most}`)
  return rows.map(({ object }) => object)
}

export const deleteGarbage = (db: Db, objects: readonly string[]) =>
  db.run(sql`delete from kontor.file_garbage where object = any(${objects})`)
