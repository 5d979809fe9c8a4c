import type { Db } from '../../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../../platform/db/sql.ts'
import { CALLS, type CallsRow } from '../../store/calls.ts'
import type { Audience } from '../audience.ts'

export type ConnectionRow = {
  id: string
  user_id: string
  client: string
  name: string
  redirect_uri: string
  scopes: string[]
  audience: Audience
  created_at: Date
  connected_at: Date | null
  refreshed_at: Date
  last_used_at: Date | null
  expires_at: Date
  ended_at: Date | null
}
type NewConnection = Omit<ConnectionRow, 'connected_at' | 'last_used_at' | 'ended_at'>

/** Empty for a program that acts by itself. */
export const ITSELF = ''

export const findOwn = (db: Db, client: string, audience: Audience) =>
  db.first(sql<ConnectionRow>`
    select * from kontor.connections where client = ${client} and redirect_uri = ${ITSELF}
      and audience = ${audience} and ended_at is null`)

export const saveEnd = (db: Db, id: string, end: Date) =>
  db.run(sql`update kontor.connections set expires_at = ${end} where id = ${id}`)

export const insertConnection = (db: Db, connection: NewConnection) =>
  db.run(sql`insert into kontor.connections ${valuesOf(connection)}`)

export const listConnections = (db: Db, user: string | undefined) => {
  const owned = user === undefined ? sql`true` : sql`c.user_id = ${user}`
  return db.all(sql<ConnectionRow & CallsRow & { user_name: string }>`
    select c.*, u.name as user_name, ${CALLS}
    from kontor.connections c join kontor.users u on u.id = c.user_id
      left join kontor.credential_calls k on k.credential_id = c.id
    where c.ended_at is null and c.connected_at is not null and ${owned}
    order by c.created_at desc, c.id limit 1000`)
}

/** Locks the connection against concurrent use or end. */
export const lockConnection = (db: Db, id: string) =>
  db.first(sql<ConnectionRow>`select * from kontor.connections where id = ${id} for update`)

export type Chosen = { id: string } | { user: string } | { client: string; isOwn?: boolean }

/** Those that worked until now; their tokens end with them. */
export async function endConnections(db: Db, chosen: Chosen, now: Date): Promise<ConnectionRow[]> {
  const which =
    'id' in chosen
      ? sql`id = ${chosen.id}`
      : 'user' in chosen
        ? sql`user_id = ${chosen.user}`
        : sql`client = ${chosen.client} and (not ${chosen.isOwn ?? false} or redirect_uri = ${ITSELF})`
  return db.all(sql<ConnectionRow>`
    with ended as (
      update kontor.connections set ended_at = ${now} where ended_at is null and ${which}
      returning *
    ), tokens as (
      update kontor.tokens t set revoked_at = ${now}
      from ended where t.connection_id = ended.id and t.revoked_at is null
    )
    select * from ended`)
}

export const saveRefreshed = (db: Db, id: string, now: Date) =>
  db.run(sql`
    update kontor.connections
    set refreshed_at = ${now}, connected_at = coalesce(connected_at, ${now}) where id = ${id}`)

export const saveLastUse = (db: Db, used: ReadonlyMap<string, Date>) =>
  db.run(sql`
    update kontor.connections c set last_used_at = u.at
    from unnest(${[...used.keys()]}::uuid[], ${[...used.values()]}::timestamptz[]) as u(id, at)
    where c.id = u.id and (c.last_used_at is null or c.last_used_at < u.at)`)

type Old = { now: Date; unusedBefore: Date; idleBefore: Date; rowsBefore: Date }

/** Deletes what can no longer be used; used codes are kept for a while, to detect a second use. */
export async function deleteOldConnections(db: Db, old: Old): Promise<void> {
  await db.run(sql`
    delete from kontor.tokens where connection_id is not null and expires_at < ${old.unusedBefore}`)
  await db.run(sql`
    delete from kontor.connections
    where (connected_at is null and created_at < ${old.unusedBefore})
      or refreshed_at < ${old.idleBefore} or expires_at < ${old.now}
      or ended_at < ${old.rowsBefore}`)
  await db.run(sql`delete from kontor.oauth_refresh_tokens where used_at < ${old.rowsBefore}`)
}
