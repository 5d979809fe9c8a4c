import { z } from 'zod'
import { EVERYTHING, operation } from '../../api/operation.ts'
import { Id } from '../../api/schemas.ts'
import { PASSWORD_PROBLEMS, SHORTEST_PASSWORD } from '../../lib/password-rules.ts'

export const Password = z.string().min(SHORTEST_PASSWORD, PASSWORD_PROBLEMS.short).max(1024)

export const Account = z.object({
  id: Id,
  login: z.string(),
  name: z.string(),
  email: z.string(),
  isAdministrator: z.boolean(),
  isGuest: z.boolean().describe('from outside the company: sees only what was shared with them'),
})
export type Account = z.infer<typeof Account>

/**
 * Ways to prove who one is; a link is that of an invitation or of a forgotten password, a provider's factor is one
 * that it has asked for itself.
 */
export type Method =
  | 'password'
  | 'directory'
  | 'provider'
  | 'provider_factor'
  | 'link'
  | 'passkey'
  | 'app'
  | 'recovery_code'

const SignInState = z
  .enum(['ok', 'second_factor', 'new_password', 'enrolment'])
  .describe(
    'ok = signed in; otherwise what is still needed: a second factor, a password of one’s own instead of the initial one, or a second factor to be set up',
  )
export type SignInState = z.infer<typeof SignInState>

const FactorKind = z.enum(['passkey', 'app'])
export type FactorKind = z.infer<typeof FactorKind>

const factors = z.array(FactorKind).describe('the second factors that the user has')

export const isFirstPassword = z
  .boolean()
  .describe('the password was made by the first start, and should be changed')

/** Every way to sign in answers this. */
export const SignedIn = z
  .object({
    state: SignInState,
    factors,
    user: Account.optional().describe('once signed in'),
    isFirstPassword,
  })
  .meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>

export const signInOperations = {
  signIn: operation({
    method: 'POST',
    path: '/manage/v1/session',
    gives: [],
    changes: ['sessions'],
    summary: 'Sign in with login and password',
    description:
      'Answers a session cookie for browsers, and one by which this browser is known the next time. If more is needed, `state` says what, and a cookie of ten minutes holds the attempt. Wrong guesses slow down by login and address; a browser that is known is not slowed down by those of others.',
    input: z.object({ login: z.string().max(255), password: z.string().max(1024) }),
    output: SignedIn,
    access: 'public',
    inSteps: true,
  }),
  chooseNewPassword: operation({
    method: 'POST',
    path: '/manage/v1/session/password',
    gives: EVERYTHING,
    changes: ['password', 'links', 'sessions'],
    summary: 'Replace the initial password while signing in',
    description: 'The next step after `new_password`.',
    input: z.object({ password: Password }),
    output: SignedIn,
    access: 'public',
    inSteps: true,
  }),
  getSignIn: operation({
    method: 'GET',
    path: '/manage/v1/session/attempt',
    summary: 'Get the next step of the sign-in of this browser',
    output: z.object({
      pending: z
        .object({ state: SignInState, factors })
        .nullable()
        .describe('null = no sign-in has begun'),
      hasReset: z.boolean().describe('whether links for forgotten passwords can be mailed'),
    }),
    access: 'public',
  }),
}
