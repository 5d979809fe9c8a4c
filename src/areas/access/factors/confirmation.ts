import { forbidden, invalid } from '../../../lib/errors.ts'
import { WRONG_PASSWORD } from '../../../lib/password-rules.ts'
import type { Context } from '../../../platform/context.ts'
import { takeAttempt } from '../attempts.ts'
import { countGuess, factorCounters, takeBack } from '../guess-limits.ts'
import { IDENTITY } from '../identity.ts'
import { isPassword } from '../passwords.ts'
import type { Steps } from '../sign-in-steps.ts'
import { findPasswordById } from '../store/people.ts'
import { saveProof } from '../store/sessions.ts'
import { findSignInFacts } from '../store/sign-in-facts.ts'
import { checkProof, WrongProof } from '../wrong-proof.ts'
import { takeAppCode } from './app.ts'
import type { PasskeyAnswer } from './operations.ts'
import { takePasskey } from './passkeys.ts'
import { WRONG_CODE } from './sign-in.ts'

type Given = {
  password?: string | undefined
  code?: string | undefined
  answer?: PasskeyAnswer | undefined
}

type From = { secret: string | undefined; site: string; address: string }

/** Before dangerous actions: requires the second factor if the user has one, otherwise the password. */
export async function confirmIdentity(ctx: Steps, given: Given, from: From): Promise<void> {
  const { id: user, credential } = ctx.user
  if (credential.kind !== 'session' || credential.id === null) {
    throw invalid('only browsers that are signed in are asked who they are')
  }
  const session = credential.id
  const counters = factorCounters(user)
  await ctx.write((step) => countGuess(step, counters))
  const { address } = from
  const proof = { user, proof: kindOf(given), purpose: 'confirmation', address } as const
  await checkProof(ctx, proof, async (step) => {
    await checkGiven(step, given, from)
    await takeBack(step, counters)
    await saveProof(step.db, session, step.now())
    step.changed(IDENTITY)
    await step.emit({ type: 'session.confirmed', object: `user:${user}`, data: { session } })
  })
}

const kindOf = ({ answer, code }: Given) =>
  answer ? 'passkey' : code === undefined ? 'password' : 'app'

async function checkGiven(ctx: Context, given: Given, { secret, site }: From): Promise<void> {
  const { id: user, subjects } = ctx.user
  const { password, code, answer } = given
  if (answer) {
    const { challenge } = await takeAttempt(ctx, secret)
    await takePasskey(ctx, site, { challenge: challenge ?? '', answer, user })
    return
  }
  if (code !== undefined) {
    if (!(await takeAppCode(ctx, user, code))) {
      throw new WrongProof('unauthorized', WRONG_CODE)
    }
    return
  }
  const { hasApp, hasPasskey } = await findSignInFacts(ctx.db, user, [...subjects])
  if (hasApp || hasPasskey) throw forbidden('confirm with your second factor')
  const known = await findPasswordById(ctx.db, user)
  if (!(await isPassword(known?.password_hash, password ?? ''))) {
    throw new WrongProof('forbidden', WRONG_PASSWORD)
  }
}
