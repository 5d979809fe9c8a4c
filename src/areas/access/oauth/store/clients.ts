import type { Db } from '../../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../../platform/db/sql.ts'

export type ClientRow = {
  id: string
  name: string
  redirect_uris: string[]
  is_trusted: boolean
  address: string
  created_at: Date
  created_by: string | null
  is_confidential: boolean
  /** null after the program was ended: an administrator renews it. */
  secret_hash: Buffer | null
  /** The account that it acts as by itself. */
  user_id: string | null
  scopes: string[] | null
}

export const insertClient = (db: Db, client: ClientRow) =>
  db.run(sql`insert into kontor.oauth_clients ${valuesOf(client)}`)

export const findClient = (db: Db, id: string) =>
  db.first(sql<ClientRow>`select * from kontor.oauth_clients where id = ${id}`)

export const listClients = (db: Db) =>
  db.all(sql<ClientRow & { connections: number }>`
    select c.*, (
      select count(*) from kontor.connections n
      where n.client = c.id::text and n.ended_at is null and n.connected_at is not null
    )::int as connections
    from kontor.oauth_clients c order by c.created_at desc, c.id limit 1000`)

/** Locks the program, so that its requests run one after the other. */
export const lockClient = (db: Db, id: string) =>
  db.first(sql<ClientRow>`select * from kontor.oauth_clients where id = ${id} for update`)

export const saveSecret = (db: Db, id: string, hash: Buffer) =>
  db.run(sql`update kontor.oauth_clients set secret_hash = ${hash} where id = ${id}`)

export const dropSecrets = (db: Db, ids: readonly string[]) =>
  db.run(sql`
    update kontor.oauth_clients set secret_hash = null where id = any(${ids}::uuid[])`)

export const deleteClient = (db: Db, id: string) =>
  db.first(sql<ClientRow>`delete from kontor.oauth_clients where id = ${id} returning *`)

/** Programs that registered themselves since then: from one address, and in all. */
export const countByThemselves = (db: Db, address: string, since: Date) =>
  db.one(sql<{ fromThere: number; inAll: number }>`
    select (count(*) filter (where address = ${address}))::int as "fromThere",
      count(*)::int as "inAll"
    from kontor.oauth_clients where not is_trusted and created_at > ${since}`)

/** Those that registered themselves and that nobody uses. */
export const deleteUnused = (db: Db, before: Date) =>
  db.run(sql`
    delete from kontor.oauth_clients c where not is_trusted and created_at < ${before}
      and not exists (
        select from kontor.connections n where n.client = c.id::text and n.ended_at is null)`)
