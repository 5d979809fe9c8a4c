import { type Insertable, sql } from 'kysely'
import { build, type Db, statement } from '../../../platform/db/db.ts'
import { countRoughly, roughCount } from '../../../platform/db/rough-count.ts'
import type { Tables } from '../../../platform/db/tables.ts'

export const findSessionByHash = (db: Db, hash: Buffer) =>
  db.first(
    build
      .selectFrom('kontor.sessions')
      .select(['id', 'user_id', 'expires_at'])
      .where('hash', '=', hash),
  )

export const insertSession = (db: Db, session: Insertable<Tables['kontor.sessions']>) =>
  db.run(build.insertInto('kontor.sessions').values(session))

export const deleteSession = (db: Db, id: string) =>
  db.run(build.deleteFrom('kontor.sessions').where('id', '=', id))

export const deleteSessionsOf = (db: Db, userId: string, except: string | null) =>
  db.run(
    build
      .deleteFrom('kontor.sessions')
      .where('user_id', '=', userId)
      .$if(except !== null, (query) => query.where('id', '<>', except)),
  )

export const deleteOldRows = async (db: Db, now: Date, keysBefore: Date): Promise<void> => {
  await db.run(build.deleteFrom('kontor.sessions').where('expires_at', '<=', now))
  await db.run(build.deleteFrom('kontor.idempotency_keys').where('created_at', '<', keysBefore))
  await db.run(build.deleteFrom('kontor.sign_in_failures').where('last_at', '<', keysBefore))
}

type Failures = { failures: number; last_at: Date }

const lockFailureRow = statement<Failures>(`
  insert into kontor.sign_in_failures as f (key, failures, last_at) values ($1, 0, $2)
  on conflict (key) do update set key = excluded.key
  returning failures, last_at`)

/** Also for a key that has none yet: of many guesses at once each sees those before it. */
export async function lockFailures(db: Db, key: string, now: Date): Promise<Failures> {
  const [row] = await db.query(lockFailureRow, [key, now])
  if (!row) throw new Error('an upsert answered no row')
  return row
}

export const saveFailures = (db: Db, key: string, { failures, last_at }: Failures) =>
  db.run(
    build.updateTable('kontor.sign_in_failures').set({ failures, last_at }).where('key', '=', key),
  )

export const takeFailureBack = (db: Db, key: string) =>
  db.run(
    build
      .updateTable('kontor.sign_in_failures')
      .set({ failures: sql`greatest(failures - 1, 0)` })
      .where('key', '=', key),
  )

export const deleteFailures = (db: Db, key: string) =>
  db.run(build.deleteFrom('kontor.sign_in_failures').where('key', '=', key))

const open = roughCount({
  table: 'sessions',
  where: 'expires_at > $1',
  index: 'sessions_expiry',
})

export const countSessions = (db: Db, now: Date): Promise<number> => countRoughly(db, open, [now])
