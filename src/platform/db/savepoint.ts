import { type Db, oneOff } from './db.ts'

const SET = oneOff('savepoint part')
const RELEASE = oneOff('release savepoint part')
const UNDO = oneOff('rollback to savepoint part')

/** A part of a transaction that may fail without the rest of it. */
export async function orUndo<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await db.query(SET, [])
  try {
    const result = await work()
    await db.query(RELEASE, [])
    return result
  } catch (error) {
    await db.query(UNDO, [])
    throw error
  }
}
