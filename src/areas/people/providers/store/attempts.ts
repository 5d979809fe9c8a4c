import type { Db } from '../../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../../platform/db/sql.ts'

export type AttemptRow = {
  provider_id: string
  redirect_uri: string
  return_to: string
  user_id: string | null
  session_id: string | null
  asks_again: boolean
  expires_at: Date
}

export const insertAttempt = (db: Db, attempt: AttemptRow & { hash: Buffer }) =>
  db.run(sql`insert into kontor.provider_attempts ${valuesOf(attempt)}`)

/** Each attempt ends once. */
export const takeAttempt = (db: Db, hash: Buffer): Promise<AttemptRow | undefined> =>
  db.first(sql<AttemptRow>`
    delete from kontor.provider_attempts where hash = ${hash}
    returning provider_id, redirect_uri, return_to, user_id, session_id, asks_again, expires_at`)

export const deleteOldAttempts = (db: Db, now: Date) =>
  db.run(sql`delete from kontor.provider_attempts where expires_at <= ${now}`)
