import { AppError, forbidden } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { GUESTS_USE_LINKS, PASSWORDS_ARE_CLOSED } from '../../lib/password-rules.ts'
import type { Context } from '../../platform/context.ts'
import { beginAttempt } from './attempts.ts'
import { rememberDevice } from './devices.ts'
import { hashSecret, newLongSecret } from './secrets.ts'
import type { Account, FactorKind, Method, SignInState } from './sign-in-operations.ts'
import * as people from './store/people.ts'
import * as sessions from './store/sessions.ts'
import { findStanding, type Standing } from './store/standing.ts'

export type Proof = {
  user: string
  methods: readonly Method[]
  /** If that was not now: a provider lets people in whom it asked long ago. */
  provenAt?: Date | undefined
}

/** The browser that comes in. */
export type Visitor = { address: string; agent: string; device: string | undefined }

/** Either a session, or an attempt that says what is missing. */
export type Admission =
  | {
      state: 'ok'
      account: Account
      session: string
      sessionId: string
      device: string
      isFirstPassword: boolean
    }
  | { state: Exclude<SignInState, 'ok'>; attempt: string; factors: FactorKind[] }

/**
 * Somebody has proven who they are, in whatever way: opens their session, or says what is still needed.
 * Every way in ends here.
 */
export async function admit(ctx: Context, proof: Proof, visitor: Visitor): Promise<Admission> {
  const person = await people.findPersonWithSubjects(ctx.db, proof.user)
  if (!person) throw new AppError('unauthorized', 'the user is blocked or deleted')
  const { account, subjects } = person
  const standing = await findStanding(ctx.db, account.id, subjects)
  if (!isWayIn(standing, proof.methods)) {
    throw forbidden(standing.isGuest ? GUESTS_USE_LINKS : PASSWORDS_ARE_CLOSED)
  }
  const state = stillNeeded(standing, proof.methods)
  if (state !== 'ok') {
    const attempt = await beginAttempt(ctx, proof)
    return { state, attempt, factors: factorsOf(standing) }
  }
  const { secret: session, id: sessionId } = await openSession(ctx, proof, visitor)
  if (standing.isEmergency && proof.methods.includes('password')) {
    await tellEmergency(ctx, account, visitor)
  }
  const device = await rememberDevice(ctx, visitor.device, account.id)
  const { isFirstPassword } = standing
  return { state, account, session, sessionId, device, isFirstPassword }
}

/** Administrators hear of it at once. */
async function tellEmergency(ctx: Context, { id, login }: Account, { address }: Visitor) {
  ctx.log.warn({ login, address }, 'an emergency account has signed in')
  const data = { login, address }
  await ctx.emit({ type: 'session.emergency_opened', object: `user:${id}`, data })
}

/** What the browser of an attempt is asked for; nothing if it has proven nothing yet. */
export async function describeNeed(ctx: Context, { user, methods }: Proof) {
  if (methods.length === 0) return undefined
  const person = await people.findPersonWithSubjects(ctx.db, user)
  if (!person) return undefined
  const standing = await findStanding(ctx.db, user, person.subjects)
  if (!isWayIn(standing, methods)) return undefined
  return { state: stillNeeded(standing, methods), factors: factorsOf(standing) }
}

/** Ways in that the company decides about: what is left where passwords are closed. */
const COMPANY: readonly Method[] = ['provider', 'directory']

/**
 * What guests prove is that they read their mail: without it a password leads nowhere, not even to a second factor
 * of whoever guessed it.
 */
function isWayIn(standing: Standing, methods: readonly Method[]): boolean {
  if (standing.isGuest && methods.includes('link')) return true
  if (standing.needsProvider) return methods.some((method) => COMPANY.includes(method))
  return !standing.isGuest || factorsOf(standing).length > 0
}

/** A provider may let people in with a password alone, as a directory does: administrators say if it does not. */
const STRONG: readonly Method[] = ['passkey', 'app', 'recovery_code', 'provider_factor']

function stillNeeded(standing: Standing, methods: readonly Method[]): SignInState {
  const isStrong = methods.some((method) => STRONG.includes(method))
  const hasFactor = factorsOf(standing).length > 0
  if (hasFactor && !isStrong) return 'second_factor'
  if (standing.isPasswordInitial && methods.includes('password')) return 'new_password'
  if (standing.isFactorRequired && !hasFactor && !isStrong) return 'enrolment'
  return 'ok'
}

const factorsOf = ({ hasApp, hasPasskey }: Standing): FactorKind[] => [
  ...(hasPasskey ? (['passkey'] as const) : []),
  ...(hasApp ? (['app'] as const) : []),
]

async function openSession(ctx: Context, proof: Proof, { address, agent }: Visitor) {
  const secret = newLongSecret()
  const id = newId()
  const now = ctx.now()
  const { user, methods, provenAt = now } = proof
  await sessions.insertSession(ctx.db, {
    id,
    user_id: user,
    hash: hashSecret(secret),
    created_at: now,
    last_used_at: now,
    proven_at: provenAt < now ? provenAt : now,
    expires_at: new Date(now.getTime() + ctx.config.KONTOR_SESSION_LENGTH * 1000),
    methods: [...methods],
    address,
    agent: agent.slice(0, 500),
  })
  await ctx.emit({
    type: 'session.opened',
    object: `user:${user}`,
    data: { session: id, address, methods: [...methods] },
  })
  return { id, secret }
}
