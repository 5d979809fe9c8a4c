import type { Db } from '../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../platform/db/sql.ts'
import type { Token } from '../operations.ts'
import { CALLS, type CallsRow, toCalls } from './calls.ts'

type TokenRow = {
  id: string
  user_id: string
  name: string
  scopes: string[] | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  assistants: Token['assistants']
  reach: Token['reach']
}

const COLUMNS = sql`t.id, t.user_id, t.name, t.scopes, t.created_at, t.expires_at, t.last_used_at,
  t.assistants, t.reach`

export const findTokenByHash = (db: Db, hash: Buffer) =>
  db.first(sql<Pick<TokenRow, TokenColumns> & OfConnection>`
    select t.id, t.user_id, t.scopes, t.expires_at, t.assistants, t.reach, c.id as connection_id, c.client, c.audience
    from kontor.tokens t left join kontor.connections c on c.id = t.connection_id
    where t.hash = ${hash} and t.revoked_at is null`)

type TokenColumns = 'id' | 'user_id' | 'scopes' | 'expires_at' | 'assistants' | 'reach'

/** Whose token it is, if it is one of a connected program. */
type OfConnection =
  | { connection_id: null; client: null; audience: null }
  | { connection_id: string; client: string; audience: 'api' | 'mcp' }

/** Also one that was revoked: it stays so. */
export const isTokenKnown = async (db: Db, hash: Buffer): Promise<boolean> =>
  (await db.run(sql`select from kontor.tokens where hash = ${hash}`)) > 0

type NewToken = Omit<TokenRow, 'last_used_at'> & { hash: Buffer; created_by: string }

export const insertToken = async (db: Db, token: NewToken): Promise<Token> =>
  toToken({
    ...(await db.one(
      sql<TokenRow>`insert into kontor.tokens as t ${valuesOf(token)} returning ${COLUMNS}`,
    )),
    ...NO_CALLS,
  })

const NO_CALLS: CallsRow = {
  calls: 0,
  failures: 0,
  last_success_at: null,
  last_failure_at: null,
  last_failure: null,
}

export const listTokens = async (db: Db, userId: string | undefined): Promise<Token[]> => {
  const owned = userId === undefined ? sql`true` : sql`user_id = ${userId}`
  const rows = await db.all(sql<TokenRow & CallsRow>`
    select ${COLUMNS}, ${CALLS}
    from kontor.tokens t left join kontor.credential_calls k on k.credential_id = t.id
    where t.revoked_at is null and t.connection_id is null and ${owned} order by t.id`)
  return rows.map(toToken)
}

export const lockToken = (db: Db, id: string) =>
  db.first(sql<Pick<TokenRow, 'id' | 'user_id' | 'name' | 'scopes'>>`
    select id, user_id, name, scopes from kontor.tokens
    where id = ${id} and revoked_at is null and connection_id is null for update`)

export const saveRevoked = (db: Db, id: string, now: Date) =>
  db.run(sql`update kontor.tokens set revoked_at = ${now} where id = ${id}`)

/** The tokens that worked until now; those of connections end with these. */
export const saveAllRevoked = (db: Db, userId: string, now: Date) =>
  db.all(sql<Pick<TokenRow, 'id' | 'name'>>`
    update kontor.tokens set revoked_at = ${now}
    where user_id = ${userId} and revoked_at is null and connection_id is null
    returning id, name`)

export const saveLastUse = (db: Db, used: ReadonlyMap<string, Date>) =>
  db.run(sql`
    update kontor.tokens t set last_used_at = u.at
    from unnest(${[...used.keys()]}::uuid[], ${[...used.values()]}::timestamptz[]) as u(id, at)
    where t.id = u.id and (t.last_used_at is null or t.last_used_at < u.at)`)

function toToken(row: TokenRow & CallsRow): Token {
  return {
    id: row.id,
    user: row.user_id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    ...toCalls(row),
    assistants: row.assistants,
    reach: row.reach,
  }
}
