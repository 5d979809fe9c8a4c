import { type Db, statement } from '../../../platform/db/db.ts'

const insert = statement(`
  insert into kontor.file_garbage (object, delete_after) values ($1, $2)`)

/** Before the object is written: unless somebody claims it by then, it goes. */
export const insertGarbage = (db: Db, object: string, deleteAfter: Date) =>
  db.query(insert, [object, deleteAfter])

const claim = statement<{ object: string }>(
  'delete from kontor.file_garbage where object = $1 and delete_after > $2 returning object',
)

/** False when its time is over: then the sweep may be deleting it at this moment. */
export const claimObject = async (db: Db, object: string, now: Date): Promise<boolean> =>
  (await db.query(claim, [object, now])).length > 0

const expire = statement('update kontor.file_garbage set delete_after = $2 where object = $1')

export const expireGarbage = (db: Db, object: string, now: Date) => db.query(expire, [object, now])

const selectOld = statement<{ object: string }>(`
  select object from kontor.file_garbage where delete_after <= $1
  order by delete_after limit $2`)

export async function listGarbage(db: Db, now: Date, most: number): Promise<string[]> {
  return (await db.query(selectOld, [now, most])).map(({ object }) => object)
}

const deleteMany = statement('delete from kontor.file_garbage where object = any($1)')

export const deleteGarbage = (db: Db, objects: readonly string[]) => db.query(deleteMany, [objects])
