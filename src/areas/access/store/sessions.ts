import type { Db } from '../../../platform/db/db.ts'
import { countRoughly } from '../../../platform/db/rough-count.ts'
import { sql, valuesOf } from '../../../platform/db/sql.ts'

type SessionRow = {
  id: string
  user_id: string
  expires_at: Date
  last_used_at: Date
  proven_at: Date
}

export const findSessionByHash = (db: Db, hash: Buffer) =>
  db.first(sql<SessionRow>`
    select id, user_id, expires_at, last_used_at, proven_at from kontor.sessions where hash = ${hash}`)

export type NewSession = {
  id: string
  user_id: string
  hash: Buffer
  created_at: Date
  last_used_at: Date
  proven_at: Date
  expires_at: Date
  methods: string[]
  address: string
  agent: string
}

export const insertSession = (db: Db, session: NewSession) =>
  db.run(sql`insert into kontor.sessions ${valuesOf(session)}`)

/** `usedAfter` is how long a session may rest. */
type Alive = { now: Date; usedAfter: Date }

/** The user of the session has just proven who they are. */
export const saveProof = (db: Db, id: string, now: Date) =>
  db.run(sql`update kontor.sessions set proven_at = ${now} where id = ${id}`)

export const listSessionsOf = (db: Db, user: string, { now, usedAfter }: Alive) =>
  db.all(sql<Omit<NewSession, 'hash' | 'user_id'>>`
    select id, created_at, last_used_at, proven_at, expires_at, methods, address, agent
    from kontor.sessions
    where user_id = ${user} and expires_at > ${now} and last_used_at > ${usedAfter}
    order by created_at desc, id`)

export const saveSessionUse = (db: Db, used: ReadonlyMap<string, Date>) =>
  db.run(sql`
    update kontor.sessions s set last_used_at = u.at
    from unnest(${[...used.keys()]}::uuid[], ${[...used.values()]}::timestamptz[]) as u(id, at)
    where s.id = u.id and s.last_used_at < u.at`)

export const deleteSessionOf = async (db: Db, user: string, id: string): Promise<boolean> =>
  (await db.run(sql`delete from kontor.sessions where id = ${id} and user_id = ${user}`)) > 0

export const findOpen = (db: Db, id: string, { now, usedAfter }: Alive) =>
  db.first(sql<{ id: string }>`
    select id from kontor.sessions
    where id = ${id} and expires_at > ${now} and last_used_at > ${usedAfter}`)

export const deleteOpened = async (db: Db, id: string, before?: Date): Promise<boolean> =>
  (await db.run(sql`
    delete from kontor.sessions
    where id = ${id} and created_at < coalesce(${before ?? null}::timestamptz, 'infinity')`)) > 0

export const deleteSession = (db: Db, id: string) =>
  db.run(sql`delete from kontor.sessions where id = ${id}`)

export const deleteSessionsOf = (db: Db, userId: string, except: string | null) =>
  db.run(sql`
    delete from kontor.sessions where user_id = ${userId} and id is distinct from ${except}`)

export const deleteOldSessions = (db: Db, { now, usedAfter }: Alive) =>
  db.run(sql`
    delete from kontor.sessions where expires_at <= ${now} or last_used_at <= ${usedAfter}`)

export const deleteOldRows = async (db: Db, keysBefore: Date): Promise<void> => {
  await db.run(sql`delete from kontor.idempotency_keys where created_at < ${keysBefore}`)
  await db.run(sql`delete from kontor.sign_in_failures where last_at < ${keysBefore}`)
}

type Failures = { failures: number; last_at: Date }

/** Also for a key that has none yet: of many guesses at once each sees those before it. */
export async function lockFailures(db: Db, key: string, now: Date): Promise<Failures> {
  const row = await db.first(sql<Failures>`
    insert into kontor.sign_in_failures as f (key, failures, last_at) values (${key}, 0, ${now})
    on conflict (key) do update set key = excluded.key
    returning failures, last_at`)
  if (!row) throw new Error('an upsert answered no row')
  return row
}

export const saveFailures = (db: Db, key: string, { failures, last_at }: Failures) =>
  db.run(sql`
    update kontor.sign_in_failures set failures = ${failures}, last_at = ${last_at}
    where key = ${key}`)

export const takeFailureBack = (db: Db, key: string) =>
  db.run(sql`
    update kontor.sign_in_failures set failures = greatest(failures - 1, 0) where key = ${key}`)

export const deleteFailures = (db: Db, key: string) =>
  db.run(sql`delete from kontor.sign_in_failures where key = ${key}`)

/** When these users were last here: by their sessions, and by the browsers they came in with. */
export const listLastSeen = (db: Db, users: readonly string[]) =>
  db.all(sql<{ user: string; at: Date }>`
    select user_id as user, max(at) as at from (
      select user_id, last_used_at as at from kontor.sessions
      union all
      select user_id, last_at from kontor.known_devices) seen
    where user_id = any(${users}::uuid[]) group by user_id`)

export const countSessions = (db: Db, now: Date): Promise<number> =>
  countRoughly(db, {
    table: 'sessions',
    where: sql`expires_at > ${now}`,
    index: 'sessions_expiry',
  })

export const listSessionsBy = (db: Db, users: string[], methods: string[]) =>
  db.all(sql<{ id: string; user: string }>`
    select id, user_id as user from kontor.sessions
    where user_id = any(${users}::uuid[]) and methods && ${methods}::text[]`)
