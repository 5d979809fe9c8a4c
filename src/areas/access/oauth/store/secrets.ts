import type { Db } from '../../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../../platform/db/sql.ts'

type CodeRow = {
  hash: Buffer
  connection_id: string
  challenge: string
  expires_at: Date
  used_at: Date | null
}

export const insertCode = (db: Db, code: Omit<CodeRow, 'used_at'>) =>
  db.run(sql`insert into kontor.oauth_codes ${valuesOf(code)}`)

/** Only the first caller gets it. */
export const takeCode = (db: Db, hash: Buffer, now: Date) =>
  db.first(sql<CodeRow>`
    update kontor.oauth_codes set used_at = ${now}
    where hash = ${hash} and used_at is null returning *`)

export const findCode = (db: Db, hash: Buffer) =>
  db.first(sql<CodeRow>`select * from kontor.oauth_codes where hash = ${hash}`)

type RefreshRow = { hash: Buffer; connection_id: string; created_at: Date; used_at: Date | null }

export const insertRefreshToken = (db: Db, token: Omit<RefreshRow, 'used_at'>) =>
  db.run(sql`insert into kontor.oauth_refresh_tokens ${valuesOf(token)}`)

export const findRefreshToken = (db: Db, hash: Buffer) =>
  db.first(sql<RefreshRow>`select * from kontor.oauth_refresh_tokens where hash = ${hash}`)

export const saveRefreshUsed = (db: Db, hash: Buffer, now: Date) =>
  db.run(sql`
    update kontor.oauth_refresh_tokens set used_at = coalesce(used_at, ${now})
    where hash = ${hash}`)

export const insertAccessToken = (
  db: Db,
  token: {
    id: string
    user_id: string
    name: string
    hash: Buffer
    scopes: string[]
    created_at: Date
    created_by: string
    expires_at: Date
    connection_id: string
  },
) => db.run(sql`insert into kontor.tokens ${valuesOf(token)}`)

export const revokeAccessToken = (db: Db, hash: Buffer, now: Date) =>
  db.run(sql`
    update kontor.tokens set revoked_at = coalesce(revoked_at, ${now}) where hash = ${hash}`)

export const findConnectionOfToken = async (db: Db, hash: Buffer): Promise<string | undefined> => {
  const row = await db.first(sql<{ connection_id: string | null }>`
    select connection_id from kontor.tokens where hash = ${hash}`)
  return row?.connection_id ?? undefined
}
