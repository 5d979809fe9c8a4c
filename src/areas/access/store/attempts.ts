import type { Db } from '../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../platform/db/sql.ts'

export type AttemptRow = {
  id: string
  user_id: string | null
  methods: string[]
  challenge: string | null
  seed: string | null
  tries: number
  proven_at: Date | null
  expires_at: Date
}

export const insertAttempt = (db: Db, attempt: AttemptRow & { hash: Buffer }) =>
  db.run(sql`insert into kontor.sign_in_attempts ${valuesOf(attempt)}`)

/** Wrong codes that end an attempt; the one that is being checked counts. */
const MOST_TRIES = 5
const isOpen = (now: Date) => sql`expires_at > ${now} and tries <= ${MOST_TRIES}`

const COLUMNS = sql`id, user_id, methods, challenge, seed, tries, proven_at, expires_at`

export const findAttempt = (db: Db, hash: Buffer, now: Date) =>
  db.first(sql<AttemptRow>`
    select ${COLUMNS} from kontor.sign_in_attempts where hash = ${hash} and ${isOpen(now)}`)

/** Of two answers to one attempt, the second sees what the first changed. */
export const lockAttempt = (db: Db, hash: Buffer, now: Date) =>
  db.first(sql<AttemptRow>`
    select ${COLUMNS} from kontor.sign_in_attempts
    where hash = ${hash} and ${isOpen(now)} for update`)

export const saveTry = (db: Db, id: string) =>
  db.run(sql`update kontor.sign_in_attempts set tries = tries + 1 where id = ${id}`)

export const deleteAttempt = (db: Db, id: string) =>
  db.run(sql`delete from kontor.sign_in_attempts where id = ${id}`)

export const deleteAttemptsOf = (db: Db, user: string) =>
  db.run(sql`delete from kontor.sign_in_attempts where user_id = ${user}`)

export const deleteOldAttempts = (db: Db, now: Date) =>
  db.run(sql`delete from kontor.sign_in_attempts where expires_at <= ${now}`)
