import type { Db } from '../db/db.ts'
import { advisoryLock, type LockName } from '../db/locks.ts'
import { sql } from '../db/sql.ts'
import type { Job } from './runner.ts'

/** Runs on one node at a time; a second run that starts meanwhile returns at once. */
export const onOneNode = (
  job: Pick<Job, 'withOwnConnection'>,
  lock: LockName,
  work: (db: Db) => Promise<void>,
): Promise<void> =>
  job.withOwnConnection(async (db) => {
    const { isOurs } = await db.one(
      sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${advisoryLock(lock)}) as "isOurs"`,
    )
    if (isOurs) await work(db)
  })
