import { conflict } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { type Admission, admit, describeNeed, type Visitor } from './admission.ts'
import { type Attempt, takeAttempt } from './attempts.ts'
import { badPassword, checkPassword, hashPassword, isPassword } from './passwords.ts'
import { savePassword } from './sessions.ts'
import type { SignInState } from './sign-in-operations.ts'
import { findPasswordById } from './store/people.ts'

export type Steps = Context & { write<T>(work: (ctx: Context) => Promise<T>): Promise<T> }

/** A step of a sign-in: the secret of the attempt, and the browser. */
export type Step = { secret: string | undefined; visitor: Visitor }

/** Takes the attempt of this browser, which must be at this step. */
export async function takeStep(
  ctx: Context,
  secret: string | undefined,
  expected: SignInState,
): Promise<Attempt & { user: string }> {
  const { user, ...attempt } = await takeAttempt(ctx, secret)
  const need = user && (await describeNeed(ctx, { user, methods: attempt.methods }))
  if (!need || need.state !== expected) throw conflict('the sign-in is at another step')
  return { ...attempt, user }
}

/** Replaces the initial password that somebody else chose. */
export async function chooseNewPassword(
  ctx: Steps,
  password: string,
  { secret, visitor }: Step,
): Promise<Admission> {
  return ctx.write(async (step) => {
    const { user, methods } = await takeStep(step, secret, 'new_password')
    const known = await findPasswordById(step.db, user)
    await checkPassword(password, known ?? { login: '' })
    if (await isPassword(known?.password_hash, password)) throw badPassword('same')
    const hash = await hashPassword(password)
    await savePassword(step, { id: user, hash, initialUntil: null, keep: null })
    return admit(step, { user, methods }, visitor)
  })
}
