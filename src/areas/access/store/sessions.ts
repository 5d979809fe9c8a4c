import type { Insertable } from 'kysely'
import { build, type Db, statement } from '../../../platform/db/db.ts'
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

const countFailure = statement<{ failures: number; last_at: Date | null }>(`
  insert into kontor.sign_in_failures as f (key, failures, last_at) values ($1, 1, $2)
  on conflict (key) do update set failures = f.failures + 1, last_at = excluded.last_at
  returning failures`)

const selectFailure = statement<{ failures: number; last_at: Date }>(
  'select failures, last_at from kontor.sign_in_failures where key = $1',
)

export async function findFailures(db: Db, key: string) {
  const [row] = await db.query(selectFailure, [key])
  return row
}

export const addFailure = (db: Db, key: string, now: Date) => db.query(countFailure, [key, now])

export const deleteFailures = (db: Db, keys: string[]) =>
  db.run(build.deleteFrom('kontor.sign_in_failures').where('key', 'in', keys))
