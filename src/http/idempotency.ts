import { createHash } from 'node:crypto'
import type pg from 'pg'
import { conflict, invalid, unprocessable } from '../lib/errors.ts'
import { type Db, statement } from '../platform/db/db.ts'

export type Reply = { status: number; headers: Record<string, string>; body: string }

/** What makes a request the same request: where it goes and what it says. */
export type Attempt = { userId: string; key: string; fingerprint: Buffer }

export function attempt(
  userId: string,
  key: string,
  { method, url, body }: { method: string; url: string; body: unknown },
): Attempt {
  if (key.length > 255) throw invalid('the Idempotency-Key is longer than 255 characters')
  const hash = createHash('sha256')
  hash.update(`${method} ${url}\n`).update(JSON.stringify(body) ?? '')
  return { userId, key, fingerprint: hash.digest() }
}

const claimKey = statement<{
  claimed: boolean
  fingerprint: Buffer | null
  status: number
  headers: Record<string, string>
  body: string
}>(`
  select l.claimed, k.fingerprint, k.status, k.headers, k.body
  from (select pg_try_advisory_xact_lock(hashtextextended($1::text || ' ' || $2, 0)) as claimed) l
  left join kontor.idempotency_keys k on k.user_id = $1::uuid and k.key = $2`)

/**
 * Takes the key for this transaction. Answers the stored reply when the request was already done;
 * refuses while it is being done, and refuses the key of another request.
 */
export async function claim(
  db: Db,
  { userId, key, fingerprint }: Attempt,
): Promise<Reply | undefined> {
  const [row] = await db.query(claimKey, [userId, key])
  if (!row?.claimed) throw conflict('a request with this Idempotency-Key is still running')
  if (row.fingerprint === null) return undefined
  if (!row.fingerprint.equals(fingerprint)) {
    throw unprocessable('this Idempotency-Key was used for another request')
  }
  return { status: row.status, headers: row.headers, body: row.body }
}

const insertKey = statement(`
  insert into kontor.idempotency_keys (user_id, key, fingerprint, status, headers, body, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`)

/** Stored in the transaction of the change: there is never one without the other. */
export const remember = (
  { userId, key, fingerprint }: Attempt,
  { status, headers, body }: Reply,
  at: Date,
): pg.QueryConfig => ({
  name: insertKey.name,
  text: insertKey.text,
  values: [userId, key, fingerprint, status, JSON.stringify(headers), body, at],
})
