import type { Db } from './db.ts'
import { once, sql } from './sql.ts'

/** Runs a part of a transaction that may fail on its own. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await db.run(once(sql`savepoint part`))
  try {
    const result = await work()
    await db.run(once(sql`release savepoint part`))
    return result
  } catch (error) {
    await db.run(once(sql`rollback to savepoint part`))
    throw error
  }
}
