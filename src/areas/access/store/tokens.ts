import type { Insertable, Selectable } from 'kysely'
import { build, type Db, statement } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Token } from '../operations.ts'

export const findTokenByHash = (db: Db, hash: Buffer) =>
  db.first(
    build
      .selectFrom('kontor.tokens')
      .select(['id', 'user_id', 'scopes', 'expires_at'])
      .where('hash', '=', hash)
      .where('revoked_at', 'is', null),
  )

/** Also one that was revoked: it stays so. */
export const isTokenKnown = async (db: Db, hash: Buffer): Promise<boolean> =>
  (await db.first(build.selectFrom('kontor.tokens').select('id').where('hash', '=', hash))) !==
  undefined

export const insertToken = async (db: Db, token: Insertable<Tables['kontor.tokens']>) =>
  toToken(await db.one(build.insertInto('kontor.tokens').values(token).returningAll()))

export const listTokens = async (db: Db, userId: string | undefined): Promise<Token[]> => {
  const rows = await db.all(
    build
      .selectFrom('kontor.tokens')
      .selectAll()
      .where('revoked_at', 'is', null)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
      .orderBy('id'),
  )
  return rows.map(toToken)
}

export const lockToken = (db: Db, id: string) =>
  db.first(
    build
      .selectFrom('kontor.tokens')
      .select(['id', 'user_id', 'name'])
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .forUpdate(),
  )

export const saveRevoked = (db: Db, id: string, now: Date) =>
  db.run(build.updateTable('kontor.tokens').set({ revoked_at: now }).where('id', '=', id))

/** The tokens that worked until now. */
export const saveAllRevoked = (db: Db, userId: string, now: Date) =>
  db.all(
    build
      .updateTable('kontor.tokens')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .returning(['id', 'name']),
  )

const touchTokens = statement(`
  update kontor.tokens t set last_used_at = u.at
  from unnest($1::uuid[], $2::timestamptz[]) as u(id, at)
  where t.id = u.id and (t.last_used_at is null or t.last_used_at < u.at)`)

export const saveLastUse = (db: Db, used: ReadonlyMap<string, Date>) =>
  db.query(touchTokens, [[...used.keys()], [...used.values()]])

function toToken(row: Selectable<Tables['kontor.tokens']>): Token {
  return {
    id: row.id,
    user: row.user_id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
