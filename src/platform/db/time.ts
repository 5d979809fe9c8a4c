import type { Db } from './db.ts'
import { sql } from './sql.ts'

/** For what has no `ctx.now()`: stored times are compared with the clock that they came from. */
export const databaseTime = async (db: Db): Promise<Date> =>
  (await db.one(sql<{ now: Date }>`select clock_timestamp() as now`)).now
