import { conflict, unauthorized } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { type Admission, admit, describeNeed } from '../admission.ts'
import { type Attempt, beginAttempt, findAttempt, takeAttempt } from '../attempts.ts'
import { notify } from '../mail/notify.ts'
import { getAccount } from '../service.ts'
import type { FactorKind, Method } from '../sign-in-operations.ts'
import type { Step, Steps } from '../sign-in-steps.ts'
import * as store from '../store/factors.ts'
import { newAppSecret, stepOfCode } from './app.ts'
import type { NewPasskey } from './operations.ts'
import { newPasskeyOptions, storePasskey } from './passkeys.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { WRONG_CODE } from './sign-in.ts'

/** The user who adds a factor: signed in, or at a sign-in that requires one. */
async function findOwner(ctx: Context, secret: string | undefined) {
  const { kind } = ctx.user.credential
  if (kind === 'session') return { user: ctx.user.id, methods: [] as Method[], provenAt: undefined }
  const attempt = kind === 'token' ? undefined : await findAttempt(ctx, secret)
  const { user, methods = [], provenAt } = attempt ?? {}
  const need = user && (await describeNeed(ctx, { user, methods }))
  if (!user || !need || need.state !== 'enrolment') {
    throw unauthorized('second factors are set up in a browser that is signed in or signing in')
  }
  return { user, methods, provenAt }
}

/** Returns the cookie of the attempt, which holds the seed until the first code. */
export async function beginApp(ctx: Steps, secret: string | undefined) {
  const owner = await findOwner(ctx, secret)
  const { login } = await getAccount(ctx, owner.user)
  const made = await newAppSecret(login)
  const seed = ctx.secrets.seal(made.secret)
  return { ...made, attempt: await ctx.write((step) => beginAttempt(step, { ...owner, seed })) }
}

export async function beginPasskey(ctx: Steps, secret: string | undefined, site: string) {
  const owner = await findOwner(ctx, secret)
  const options = await newPasskeyOptions(ctx, site, await getAccount(ctx, owner.user))
  const { challenge } = options
  return {
    options,
    attempt: await ctx.write((step) => beginAttempt(step, { ...owner, challenge })),
  }
}

type Added = { recoveryCodes: string[] | null; admission: Admission | null }

export const finishApp = (ctx: Steps, step: Step, code: string): Promise<Added> =>
  finish(ctx, step, 'app', async (each, { user, seed }) => {
    if (seed === null) throw conflict('begin again: no app is being set up')
    const at = await stepOfCode(each, each.secrets.open(seed), code)
    if (at === undefined) throw unauthorized(WRONG_CODE)
    await store.saveApp(each.db, { user_id: user, seed, last_step: at, created_at: each.now() })
  })

export const finishPasskey = (
  ctx: Steps,
  step: Step & { site: string },
  { name, answer }: { name: string; answer: NewPasskey },
): Promise<Added> =>
  finish(ctx, step, 'passkey', async (each, { user, challenge }) => {
    if (challenge === null) throw conflict('begin again: no passkey is being added')
    await storePasskey(each, step.site, { user, name, challenge, answer })
  })

type Owned = Attempt & { user: string }

async function finish(
  ctx: Steps,
  { secret, visitor }: Step,
  kind: FactorKind,
  save: (ctx: Context, attempt: Owned) => Promise<void>,
): Promise<Added> {
  return ctx.write(async (step) => {
    const { user } = await findOwner(step, secret)
    const attempt = await takeAttempt(step, secret)
    if (attempt.user !== user) throw conflict('begin again: somebody else began this')
    const hadCodes = (await store.countCodes(step.db, user)) > 0
    await save(step, { ...attempt, user })
    const recoveryCodes = hadCodes ? null : await replaceRecoveryCodes(step, user)
    await step.emit({ type: 'user.factor_added', object: `user:${user}`, data: { kind } })
    await notify(step, user, 'factor_added')
    const isSigningIn = step.user.credential.kind !== 'session'
    const methods: Method[] = [...attempt.methods, kind]
    return {
      recoveryCodes,
      // A factor that was just added proves nothing about who added it.
      admission: isSigningIn
        ? await admit(step, { user, methods, provenAt: attempt.provenAt }, visitor)
        : null,
    }
  })
}
