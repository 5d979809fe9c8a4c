import type { Db } from './db.ts'
import { sql } from './sql.ts'

/** For code without `ctx.now()`: stored times are compared with the database's clock, from which they came. */
export const databaseTime = async (db: Db): Promise<Date> =>
  (await db.one(sql<{ now: Date }>`select clock_timestamp() as now`)).now
