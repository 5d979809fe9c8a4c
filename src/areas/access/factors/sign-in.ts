import { AppError, unauthorized } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { type Admission, admit } from '../admission.ts'
import { beginAttempt, countTry, findAttempt, takeAttempt } from '../attempts.ts'
import { countGuess, factorCounters, passkeyCounters, takeBack } from '../guess-limits.ts'
import { notify } from '../mail/notify.ts'
import type { Method } from '../sign-in-operations.ts'
import { type Step, type Steps, takeStep } from '../sign-in-steps.ts'
import { checkProof, WrongProof } from '../wrong-proof.ts'
import { takeAppCode } from './app.ts'
import type { PasskeyAnswer } from './operations.ts'
import { passkeyOptions, takePasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'

type CodeMethod = Extract<Method, 'app' | 'recovery_code'>

/** Wrong codes are counted before they are checked: for the user, and for this sign-in. */
export async function answerWithCode(
  ctx: Steps,
  { secret, visitor }: Step,
  { method, code }: { method: CodeMethod; code: string },
): Promise<Admission> {
  const attempt = await findAttempt(ctx, secret)
  if (!attempt?.user) throw unauthorized('the sign-in took too long or is over: start again')
  const { user } = attempt
  const counters = factorCounters(user)
  await ctx.write(async (step) => {
    await countGuess(step, counters)
    await countTry(step, attempt.id)
  })
  const { address } = visitor
  return checkProof(ctx, { user, proof: method, purpose: 'sign_in', address }, async (step) => {
    const { methods } = await takeStep(step, secret, 'second_factor')
    if (!(await takeCode(step, user, { method, code }))) {
      throw new WrongProof('unauthorized', WRONG_CODE)
    }
    await takeBack(step, counters)
    return admit(step, { user, methods: [...methods, method] }, visitor)
  })
}

export const WRONG_CODE = 'the code is wrong or was used before'

async function takeCode(
  ctx: Context,
  user: string,
  { method, code }: { method: CodeMethod; code: string },
): Promise<boolean> {
  if (method === 'app') return takeAppCode(ctx, user, code)
  const isRight = await takeRecoveryCode(ctx, user, code)
  if (isRight) {
    await ctx.emit({ type: 'user.recovery_code_used', object: `user:${user}`, data: {} })
    await notify(ctx, user, 'recovery_code_used')
  }
  return isRight
}

type SiteStep = Step & { site: string }

/** The challenge is stored with the attempt: a second factor, or a new sign-in. */
export async function askPasskey(ctx: Steps, { secret, visitor, site }: SiteStep) {
  const signedIn = ctx.user.credential.kind === 'session' ? ctx.user.id : undefined
  const begun = signedIn ? undefined : await findAttempt(ctx, secret)
  const user = signedIn ?? begun?.user ?? undefined
  const options = await passkeyOptions(ctx, site, user)
  const { challenge } = options
  const attempt = await ctx.write(async (step) => {
    if (!user) await countGuess(step, passkeyCounters(visitor.address))
    const { methods = [], provenAt } = begun ?? {}
    return beginAttempt(step, { user: user ?? null, methods, challenge, provenAt })
  })
  return { options, attempt }
}

export async function answerWithPasskey(
  ctx: Steps,
  { secret, visitor, site }: SiteStep,
  answer: PasskeyAnswer,
): Promise<Admission> {
  const { address } = visitor
  const proof = { user: undefined, proof: 'passkey', purpose: 'sign_in', address } as const
  return checkProof(ctx, proof, async (step) => {
    const { challenge, methods, user: begun } = await takeAttempt(step, secret)
    if (challenge === null) throw new AppError('conflict', 'no passkey was asked for')
    const user = await takePasskey(step, site, { challenge, answer, user: begun ?? undefined })
    if (!begun) await takeBack(step, passkeyCounters(visitor.address))
    return admit(step, { user, methods: [...methods, 'passkey'] }, visitor)
  })
}
