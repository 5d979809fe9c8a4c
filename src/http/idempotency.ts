import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { AppError, invalid } from '../lib/errors.ts'
import type { Db } from '../platform/db/db.ts'
import { type Sql, sql } from '../platform/db/sql.ts'

export type Reply = { status: number; headers: Record<string, string>; body: string }

/** Identifies a request: its credential, address and body. */
export type Attempt = { userId: string; key: string; hash: Buffer; fingerprint: Buffer }

/** Includes the credential: another token of the same user must not get the response of the first. */
type Request = { credential: string; method: string; url: string; body: unknown }

export function attempt(
  userId: string,
  key: string,
  { credential, method, url, body }: Request,
): Attempt {
  if (key.length > 255) throw invalid('the Idempotency-Key is longer than 255 characters')
  const fingerprint = createHmac('sha256', key)
  fingerprint.update(`${credential} ${method} ${url}\n`).update(JSON.stringify(body) ?? '')
  const hash = createHash('sha256').update(`${userId} ${key}`).digest()
  return { userId, key, hash, fingerprint: fingerprint.digest() }
}

const stillRunning = () =>
  new AppError('conflict', 'a request with this Idempotency-Key is still running', {
    reason: 'running',
  })

const keyUsed = () =>
  new AppError('unprocessable', 'this Idempotency-Key was used for another request', {
    reason: 'key_used',
  })

type Done = { fingerprint: Buffer; answer: Buffer }

const findDone = (db: Db, { userId, hash }: Attempt): Promise<Done | undefined> =>
  db.first(sql<Done>`
    select fingerprint, answer from kontor.idempotency_keys
    where user_id = ${userId} and key_hash = ${hash}`)

/**
 * Locks the key for this transaction. Returns the stored reply if the request was done already; refuses while it
 * is running, and for the key of another request. Two statements, sent together: the second one must see what was
 * committed before the lock was acquired.
 */
export async function claim(db: Db, once: Attempt): Promise<Reply | undefined> {
  const { hash, fingerprint } = once
  const [{ isMine }, known] = await Promise.all([
    db.one(sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(${hash.readBigInt64BE()}) as "isMine"`),
    findDone(db, once),
  ])
  if (!isMine) throw stillRunning()
  if (!known) return undefined
  if (!known.fingerprint.equals(fingerprint)) throw keyUsed()
  return unseal(once, known.answer)
}

/** Stored in the transaction of the change. */
export const remember = (once: Attempt, reply: Reply, at: Date): Sql => sql`
  insert into kontor.idempotency_keys (user_id, key_hash, fingerprint, answer, created_at)
  values (${once.userId}, ${once.hash}, ${once.fingerprint}, ${seal(once, reply)}, ${at})`

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

const sealingKey = ({ userId, key }: Attempt): Buffer =>
  createHmac('sha256', key).update(`answer ${userId}`).digest()

/** A response may contain a new token, and the database must not store usable secrets. */
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

/** After this time the node is considered dead, and the request can be repeated. */
const LONGEST = 10 * 60 * 1000

/** The same for a request in several transactions: an empty reply means that it is running. */
export async function claimSteps(db: Db, once: Attempt, now: Date): Promise<Reply | undefined> {
  const { userId, hash, fingerprint } = once
  const abandoned = new Date(now.getTime() - LONGEST)
  const taken = await db.first(sql<{ isMine: boolean }>`
    insert into kontor.idempotency_keys as k (user_id, key_hash, fingerprint, answer, created_at)
    values (${userId}, ${hash}, ${fingerprint}, '', ${now})
    on conflict (user_id, key_hash) do update set created_at = excluded.created_at
    where k.answer = '' and k.fingerprint = excluded.fingerprint and k.created_at < ${abandoned}
    returning true as "isMine"`)
  if (taken) return undefined
  const known = await findDone(db, once)
  if (known && !known.fingerprint.equals(fingerprint)) throw keyUsed()
  if (!known || known.answer.length === 0) throw stillRunning()
  return unseal(once, known.answer)
}

export const rememberSteps = (db: Db, once: Attempt, reply: Reply) =>
  db.run(sql`
    update kontor.idempotency_keys set answer = ${seal(once, reply)}
    where user_id = ${once.userId} and key_hash = ${once.hash}`)

/** A failed request may be repeated. */
export const forgetSteps = (db: Db, { userId, hash }: Attempt) =>
  db.run(sql`
    delete from kontor.idempotency_keys where user_id = ${userId} and key_hash = ${hash}
    and answer = ''`)
