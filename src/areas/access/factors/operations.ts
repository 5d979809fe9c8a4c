import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id, Next, Page } from '../../../api/schemas.ts'
import { SignedIn } from '../sign-in-operations.ts'

const Code = z.string().trim().min(6).max(64)
const text = z.string().max(20_000)
/** What browsers answer to the options of a passkey. */
const passkey = {
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
}

const PasskeyAnswer = z
  .object({
    ...passkey,
    response: z.object({
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: text.optional(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' })
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

const NewPasskey = z
  .object({
    ...passkey,
    response: z.object({
      clientDataJSON: text,
      attestationObject: text,
      transports: z.array(z.string().max(50)).max(20).default([]),
    }),
  })
  .meta({ id: 'NewPasskey' })
export type NewPasskey = z.infer<typeof NewPasskey>

const options = z.record(z.string(), z.unknown()).describe('for `navigator.credentials`, as JSON')

const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: DateTime,
    lastUsedAt: DateTime.nullable(),
  })
  .meta({ id: 'Passkey' })

const Factors = z
  .object({
    app: z.object({ createdAt: DateTime }).nullable().describe('an authenticator app'),
    passkeys: z.array(Passkey),
    recoveryCodes: z.int().describe('how many are left'),
    hasPassword: z.boolean(),
    isRequired: z.boolean().describe('a group of the user needs a second factor'),
  })
  .meta({ id: 'Factors' })
export type Factors = z.infer<typeof Factors>

const PersonFactors = z
  .object({
    id: Id,
    name: z.string(),
    login: z.string(),
    hasApp: z.boolean(),
    passkeys: z.int(),
    recoveryCodes: z.int(),
  })
  .meta({ id: 'PersonFactors' })
export type PersonFactors = z.infer<typeof PersonFactors>

const Added = z.object({
  recoveryCodes: z
    .array(z.string())
    .nullable()
    .describe('with the first factor, and in this answer only: the server keeps hashes'),
  signedIn: SignedIn.nullable().describe('if it was set up while signing in'),
})

export const factorOperations = {
  signInWithApp: operation({
    method: 'POST',
    path: '/manage/v1/session/app',
    gives: [],
    changes: ['factors', 'sessions'],
    summary: 'Sign in: the code of the authenticator app',
    description:
      'The next step after `second_factor`. A code works once; five wrong ones end the sign-in.',
    input: z.object({ code: Code }),
    output: SignedIn,
    access: 'public',
    inSteps: true,
  }),
  signInWithRecoveryCode: operation({
    method: 'POST',
    path: '/manage/v1/session/recovery-code',
    gives: [],
    changes: ['factors', 'sessions'],
    summary: 'Sign in: a recovery code instead of a lost second factor',
    input: z.object({ code: Code }),
    output: SignedIn,
    access: 'public',
    inSteps: true,
  }),
  askPasskey: operation({
    method: 'POST',
    path: '/manage/v1/session/passkey/options',
    gives: [],
    changes: ['sessions'],
    summary: 'Get the options to sign in with a passkey',
    description:
      'As the second factor of a sign-in, instead of login and password, or to confirm who is signed in.',
    output: z.object({ options }),
    access: 'public',
    inSteps: true,
  }),
  signInWithPasskey: operation({
    method: 'POST',
    path: '/manage/v1/session/passkey',
    gives: [],
    changes: ['factors', 'sessions'],
    summary: 'Sign in with a passkey',
    input: z.object({ answer: PasskeyAnswer }),
    output: SignedIn,
    access: 'public',
    inSteps: true,
  }),
  confirmIdentity: operation({
    method: 'POST',
    path: '/manage/v1/session/confirmation',
    gives: [],
    changes: ['factors', 'sessions'],
    summary: 'Confirm who is signed in',
    description:
      'Browser sessions are asked for it before dangerous actions. Whoever has a second factor uses that, everybody else the password.',
    input: z.object({
      password: z.string().max(1024).optional(),
      code: Code.optional().describe('of the authenticator app'),
      answer: PasskeyAnswer.optional().describe('of a passkey'),
    }),
    inSteps: true,
    access: 'guest',
  }),
  getFactors: operation({
    method: 'GET',
    path: '/manage/v1/me/factors',
    summary: 'List my second factors',
    output: z.object({ factors: Factors }),
    access: 'guest',
  }),
  addApp: operation({
    method: 'POST',
    path: '/manage/v1/me/factors/app/options',
    gives: [],
    changes: ['sessions'],
    summary: 'Begin to set up an authenticator app',
    description:
      'Nothing changes until the first code is confirmed. Also while signing in, after `enrolment`.',
    output: z.object({
      secret: z.string().describe('Base32'),
      uri: z.string().describe('for a QR code'),
    }),
    access: 'public',
    inSteps: true,
    stepUp: true,
  }),
  confirmApp: operation({
    method: 'POST',
    path: '/manage/v1/me/factors/app',
    gives: [],
    changes: ['factors', 'sessions'],
    summary: 'Set up an authenticator app by its first code',
    input: z.object({ code: Code }),
    output: Added,
    access: 'public',
    inSteps: true,
    stepUp: true,
  }),
  removeApp: operation({
    method: 'DELETE',
    path: '/manage/v1/me/factors/app',
    gives: [],
    changes: ['factors'],
    summary: 'Remove my authenticator app',
    stepUp: true,
    access: 'guest',
  }),
  addPasskey: operation({
    method: 'POST',
    path: '/manage/v1/me/factors/passkeys/options',
    gives: [],
    changes: ['sessions'],
    summary: 'Begin to add a passkey',
    description: 'Also while signing in, after `enrolment`.',
    output: z.object({ options }),
    access: 'public',
    inSteps: true,
    stepUp: true,
  }),
  confirmPasskey: operation({
    method: 'POST',
    path: '/manage/v1/me/factors/passkeys',
    gives: [],
    changes: ['factors', 'sessions'],
    summary: 'Add a passkey',
    input: z.object({ name: z.string().trim().min(1).max(100), answer: NewPasskey }),
    output: Added,
    access: 'public',
    inSteps: true,
    stepUp: true,
  }),
  removePasskey: operation({
    method: 'DELETE',
    path: '/manage/v1/me/factors/passkeys/{passkey}',
    gives: [],
    changes: ['factors'],
    summary: 'Remove one of my passkeys',
    params: z.object({ passkey: z.string().min(1).max(1400) }),
    stepUp: true,
    access: 'guest',
  }),
  newRecoveryCodes: operation({
    method: 'POST',
    path: '/manage/v1/me/factors/recovery-codes',
    gives: [],
    changes: ['factors'],
    summary: 'Replace my recovery codes',
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    stepUp: true,
    access: 'guest',
  }),
  listFactors: operation({
    method: 'GET',
    path: '/manage/v1/factors',
    summary: 'List the second factors of users',
    input: Page,
    output: z.object({ people: z.array(PersonFactors), total: z.int(), ...Next }),
    access: 'administrator',
  }),
  resetFactors: operation({
    method: 'DELETE',
    path: '/manage/v1/users/{id}/factors',
    gives: [],
    changes: ['factors', 'sessions'],
    summary: 'Remove the second factors of somebody who lost them',
    description: 'Ends their sessions and tells them by mail.',
    params: ById,
    access: 'administrator',
    stepUp: true,
  }),
  getFactorPolicy: operation({
    method: 'GET',
    path: '/manage/v1/factor-policy',
    summary: 'List the groups whose members need a second factor',
    output: z.object({ groups: z.array(Id) }),
    access: 'administrator',
  }),
  saveFactorPolicy: operation({
    method: 'PUT',
    path: '/manage/v1/factor-policy',
    gives: [],
    changes: ['factors'],
    summary: 'Set the groups whose members need a second factor',
    description:
      'Administrators and all users are groups, too. Whoever has none sets one up at the next sign-in with a password.',
    input: z.object({ groups: z.array(Id).max(1000) }),
    output: z.object({ groups: z.array(Id) }),
    access: 'administrator',
    stepUp: true,
  }),
  listUserSessions: operation({
    method: 'GET',
    path: '/manage/v1/users/{id}/sessions',
    summary: 'List where somebody is signed in',
    params: ById,
    output: z.object({
      sessions: z.array(
        z.object({
          id: Id,
          createdAt: DateTime,
          lastUsedAt: DateTime,
          address: z.string(),
          agent: z.string(),
        }),
      ),
    }),
    access: 'administrator',
  }),
  endUserSessions: operation({
    method: 'DELETE',
    path: '/manage/v1/users/{id}/sessions',
    gives: [],
    changes: ['sessions'],
    summary: 'End all sessions of somebody',
    params: ById,
    access: 'administrator',
  }),
}
