import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { hashSecret } from '../../access/secrets.ts'
import { refuse } from './profile.ts'
import * as store from './store/attempts.ts'

/** Seconds to sign in at the provider. */
export const ATTEMPT_LENGTH = 10 * 60

/**
 * What a browser takes to the provider. Everything is derived from the secret in its cookie, of which the database
 * has a hash: reading the database or an address does not allow completing somebody else's sign-in.
 */
export type Attempt = { secret: string; state: string; nonce: string; verifier: string }

export function toAttempt(secret: string): Attempt {
  const derive = (what: string) => createHmac('sha256', secret).update(what).digest('base64url')
  return { secret, state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

export const newAttempt = (): Attempt => toAttempt(randomBytes(32).toString('base64url'))

/** The value that the provider returns unchanged: `state` in OpenID Connect, `RelayState` in SAML. */
export function stateIn(query: string): string {
  const given = new URLSearchParams(query)
  return given.get('state') ?? given.get('RelayState') ?? ''
}

/** One per attempt, so that two tabs do not interfere. */
export const cookieOf = (state: string): string =>
  `kontor_attempt_${state.replace(/[^\w-]/g, '').slice(0, 8)}`

type Begun = Omit<store.AttemptRow, 'expires_at'>

export async function saveAttempt(ctx: Context, { secret }: Attempt, begun: Begun): Promise<void> {
  const expires_at = new Date(ctx.now().getTime() + ATTEMPT_LENGTH * 1000)
  await store.insertAttempt(ctx.db, { ...begun, hash: hashSecret(secret), expires_at })
}

export type Taken = store.AttemptRow & { attempt: Attempt }

/** The attempt of this browser; can be taken once. */
export async function takeAttempt(
  ctx: Context,
  { state, secret }: { state: string; secret: string | undefined },
): Promise<Taken> {
  const attempt = secret === undefined ? undefined : toAttempt(secret)
  if (!attempt || !isSame(attempt.state, state)) throw refuse('attempt_unknown')
  const row = await store.takeAttempt(ctx.db, hashSecret(attempt.secret))
  if (!row || row.expires_at <= ctx.now()) throw refuse('attempt_unknown')
  return { ...row, attempt }
}

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hashSecret(one), hashSecret(other))

export const sweepAttempts = (ctx: Context) => store.deleteOldAttempts(ctx.db, ctx.now())
