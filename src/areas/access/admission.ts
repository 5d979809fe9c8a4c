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
import { findSignInFacts, type SignInFacts } from './store/sign-in-facts.ts'

export type Proof = {
  user: string
  methods: readonly Method[]
  /** The time of the proof, if not now: a provider may have asked the person long ago. */
  provenAt?: Date | undefined
}

/** The browser that signs in. */
export type Visitor = { address: string; agent: string; device: string | undefined }

/** Either a session, or an attempt that names the next step. */
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
 * Called when a user has proven who they are: opens their session, or returns what is still needed. Every way to
 * sign in ends here.
 */
export async function admit(ctx: Context, proof: Proof, visitor: Visitor): Promise<Admission> {
  const person = await people.findPersonWithSubjects(ctx.db, proof.user)
  if (!person) throw new AppError('unauthorized', 'the user is blocked or deleted')
  const { account, subjects } = person
  const facts = await findSignInFacts(ctx.db, account.id, subjects)
  if (!isWayIn(facts, proof.methods)) {
    throw forbidden(facts.isGuest ? GUESTS_USE_LINKS : PASSWORDS_ARE_CLOSED)
  }
  const state = stillNeeded(facts, proof.methods)
  if (state !== 'ok') {
    const attempt = await beginAttempt(ctx, proof)
    return { state, attempt, factors: factorsOf(facts) }
  }
  const { secret: session, id: sessionId } = await openSession(ctx, proof, visitor)
  if (facts.isEmergency && proof.methods.includes('password')) {
    await tellEmergency(ctx, account, visitor)
  }
  const device = await rememberDevice(ctx, visitor.device, account.id)
  const { isFirstPassword } = facts
  return { state, account, session, sessionId, device, isFirstPassword }
}

/** Administrators are notified at once. */
async function tellEmergency(ctx: Context, { id, login }: Account, { address }: Visitor) {
  ctx.log.warn({ login, address }, 'an emergency account has signed in')
  const data = { login, address }
  await ctx.emit({ type: 'session.emergency_opened', object: `user:${id}`, data })
}

/** The next step of an attempt; undefined if it has proven nothing yet. */
export async function describeNeed(ctx: Context, { user, methods }: Proof) {
  if (methods.length === 0) return undefined
  const person = await people.findPersonWithSubjects(ctx.db, user)
  if (!person) return undefined
  const facts = await findSignInFacts(ctx.db, user, person.subjects)
  if (!isWayIn(facts, methods)) return undefined
  return { state: stillNeeded(facts, methods), factors: factorsOf(facts) }
}

/** Methods controlled by the company, which remain when passwords are closed. */
const COMPANY: readonly Method[] = ['provider', 'directory']

/**
 * Guests prove that they read their mail: without a link a password is not enough, not even to reach a second
 * factor.
 */
function isWayIn(facts: SignInFacts, methods: readonly Method[]): boolean {
  if (facts.isGuest && methods.includes('link')) return true
  if (facts.needsProvider) return methods.some((method) => COMPANY.includes(method))
  return !facts.isGuest || factorsOf(facts).length > 0
}

/** A provider may accept a password alone, as a directory does; administrators configure it if not. */
const STRONG: readonly Method[] = ['passkey', 'app', 'recovery_code', 'provider_factor']

function stillNeeded(facts: SignInFacts, methods: readonly Method[]): SignInState {
  const isStrong = methods.some((method) => STRONG.includes(method))
  const hasFactor = factorsOf(facts).length > 0
  if (hasFactor && !isStrong) return 'second_factor'
  if (facts.isPasswordInitial && methods.includes('password')) return 'new_password'
  if (facts.isFactorRequired && !hasFactor && !isStrong) return 'enrolment'
  return 'ok'
}

const factorsOf = ({ hasApp, hasPasskey }: SignInFacts): FactorKind[] => [
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
