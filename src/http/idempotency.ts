import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { conflict, invalid, unprocessable } from '../lib/errors.ts'
import { type Db, statement } from '../platform/db/db.ts'

export type Reply = { status: number; headers: Record<string, string>; body: string }

/** What makes a request the same request: where it goes and what it says. */
export type Attempt = { userId: string; key: string; hash: Buffer; fingerprint: Buffer }

export function attempt(
  userId: string,
  key: string,
  { method, url, body }: { method: string; url: string; body: unknown },
): Attempt {
  if (key.length > 255) throw invalid('the Idempotency-Key is longer than 255 characters')
  const fingerprint = createHmac('sha256', key)
  fingerprint.update(`${method} ${url}\n`).update(JSON.stringify(body) ?? '')
  const hash = createHash('sha256').update(`${userId} ${key}`).digest()
  return { userId, key, hash, fingerprint: fingerprint.digest() }
}

const lockKey = statement<{ isMine: boolean }>('select pg_try_advisory_xact_lock($1) as "isMine"')
const selectKey = statement<{ fingerprint: Buffer; answer: Buffer }>(`
  select fingerprint, answer from kontor.idempotency_keys where user_id = $1 and key_hash = $2`)

/**
 * Takes the key for this transaction. Answers the stored reply when the request was already done;
 * refuses while it is being done, and refuses the key of another request. Two statements, sent at
 * once: the second one must see what was committed before we got the lock.
 */
export async function claim(db: Db, once: Attempt): Promise<Reply | undefined> {
  const { userId, hash, fingerprint } = once
  const [[lock], [known]] = await Promise.all([
    db.query(lockKey, [hash.readBigInt64BE()]),
    db.query(selectKey, [userId, hash]),
  ])
  if (!lock?.isMine) throw conflict('a request with this Idempotency-Key is still running')
  if (!known) return undefined
  if (!known.fingerprint.equals(fingerprint)) {
    throw unprocessable('this Idempotency-Key was used for another request')
  }
  return unseal(once, known.answer)
}

const insertKey = statement(`
  insert into kontor.idempotency_keys (user_id, key_hash, fingerprint, answer, created_at)
  values ($1, $2, $3, $4, $5)`)

/** Stored in the transaction of the change: there is never one without the other. */
export const remember = (once: Attempt, reply: Reply, at: Date): pg.QueryConfig => ({
  name: insertKey.name,
  text: insertKey.text,
  values: [once.userId, once.hash, once.fingerprint, seal(once, reply), at],
})

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

const sealingKey = ({ userId, key }: Attempt): Buffer =>
  createHmac('sha256', key).update(`answer ${userId}`).digest()

/** An answer may hold a new token, and the database keeps no secret that opens anything. */
function seal(once: Attempt, reply: Reply): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, sealingKey(once), nonce)
  const sealed = [cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed])
}

function unseal(once: Attempt, answer: Buffer): Reply {
  const cipher = createDecipheriv(CIPHER, sealingKey(once), answer.subarray(0, NONCE))
  cipher.setAuthTag(answer.subarray(NONCE, NONCE + TAG))
  const text = [cipher.update(answer.subarray(NONCE + TAG)), cipher.final()]
  return JSON.parse(Buffer.concat(text).toString())
}
