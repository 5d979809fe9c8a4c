import { z } from 'zod'
import { ALL_FACTS } from '../../../api/account-facts.ts'
import { EVERYTHING, operation } from '../../../api/operation.ts'
import { ById, DateTime, Id } from '../../../api/schemas.ts'
import { SignedIn } from '../../access/sign-in-operations.ts'
import { directoryOperations, Finding } from './directory-operations.ts'
import { policyOperations } from './policy-operations.ts'
import { Connection, Rules } from './settings-operations.ts'

const Code = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,49}$/, 'expected small letters, digits and hyphens, a letter first')
  .describe('as it is in addresses')

const ProviderInput = z.object({
  code: Code,
  name: z.string().trim().min(1).max(100).describe('as it is on the button'),
  isEnabled: z.boolean().default(true),
  connection: Connection,
  secret: z
    .string()
    .min(1)
    .max(16_000)
    .nullable()
    .optional()
    .describe(
      'of the client, or for SAML the PEM of a private key and its certificate; absent = stays, null = there is none',
    ),
  rules: Rules.prefault({}),
})
export type ProviderInput = z.output<typeof ProviderInput>

const Provider = z
  .object({
    id: Id,
    code: Code,
    name: z.string(),
    isEnabled: z.boolean(),
    isFixed: z.boolean().describe('described in the file KONTOR_PROVIDERS, and changed there'),
    connection: Connection,
    hasSecret: z.boolean(),
    rules: Rules,
    version: z.int(),
    people: z.int().describe('accounts that are linked to it'),
    lastSignInAt: DateTime.nullable(),
    lastFailureAt: DateTime.nullable(),
    lastFailure: z.string().nullable(),
    lastSyncAt: DateTime.nullable().describe('when the directory was last compared'),
    lastSync: z.string().nullable(),
    isLastSyncGood: z.boolean().nullable(),
    addresses: z
      .object({
        callback: z.string(),
        logout: z.string(),
        signedOut: z.string(),
        metadata: z.string().nullable().describe('SAML: where this server describes itself'),
      })
      .describe('what the provider has to know of this server'),
  })
  .meta({ id: 'SignInProvider' })
export type Provider = z.infer<typeof Provider>

const Choice = z.object({ code: Code, name: z.string(), kind: z.enum(['oidc', 'ldap', 'saml']) })

const Identity = z
  .object({
    id: Id,
    provider: z.object({ code: Code, name: z.string() }),
    name: z.string().describe('what the provider calls the person'),
    linkedBy: z.enum(['email', 'externalId', 'person', 'creation']),
    linkedAt: DateTime,
    lastSignInAt: DateTime.nullable(),
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

/** Assertions with hundreds of groups are a tenth of it. */
export const LONGEST_ANSWER = 400_000

const ByCode = z.object({ provider: Code })
/** A page of this console, never another site. */
const ReturnTo = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'expected a path such as /tasks')
  .default('/')
const Started = z.object({ url: z.string().describe('where the browser goes on') })

const admin = { access: 'administrator' } as const
const identities = z.object({ identities: z.array(Identity) })

export const providers = {
  ...policyOperations,
  listChoices: operation({
    method: 'GET',
    path: '/manage/v1/session/providers',
    summary: 'List the ways to sign in',
    output: z.object({
      providers: z.array(Choice),
      passwords: z.boolean().describe('whether everybody can sign in with a password'),
    }),
    access: 'public',
  }),
  start: operation({
    method: 'POST',
    path: '/manage/v1/session/providers/{provider}/start',
    gives: [],
    changes: ['sessions'],
    summary: 'Begin to sign in with a provider',
    description: 'The browser gets a cookie of ten minutes that the end of the sign-in needs.',
    params: ByCode,
    input: z.object({
      returnTo: ReturnTo,
      asksAgain: z
        .boolean()
        .default(false)
        .describe('the provider asks for the password although somebody is signed in there'),
    }),
    output: Started,
    access: 'public',
    inSteps: true,
  }),
  finish: operation({
    method: 'POST',
    path: '/manage/v1/session/providers/{provider}/finish',
    gives: EVERYTHING,
    changes: ALL_FACTS,
    summary: 'Complete a sign-in with a provider',
    params: ByCode,
    input: z.object({
      query: z
        .string()
        .max(LONGEST_ANSWER)
        .describe('behind the "?" of the address, or the form that was posted to it, as it came'),
    }),
    output: z.object({
      returnTo: z.string(),
      signedIn: SignedIn.nullable().describe('null = an identity was linked to the account'),
    }),
    access: 'public',
    inSteps: true,
    bodyLimit: 2 * LONGEST_ANSWER,
  }),
  describe: operation({
    method: 'GET',
    path: '/manage/v1/session/providers/{provider}/metadata',
    summary: 'Get the SAML metadata of this server',
    params: ByCode,
    streams: ['application/samlmetadata+xml'],
    access: 'public',
  }),
  withPassword: operation({
    method: 'POST',
    path: '/manage/v1/session/providers/{provider}/password',
    gives: EVERYTHING,
    changes: ALL_FACTS,
    summary: 'Sign in with login and password of a directory',
    description: 'Wrong guesses slow down as those of passwords of this server do.',
    params: ByCode,
    input: z.object({
      login: z.string().max(255),
      password: z.string().max(1024),
      isLink: z.boolean().default(false).describe('links the account of the directory to mine'),
    }),
    output: z.object({
      signedIn: SignedIn.nullable().describe('null = an identity was linked to the account'),
    }),
    access: 'public',
    inSteps: true,
    stepUp: ({ input }) => input.isLink,
  }),
  signOut: operation({
    method: 'POST',
    path: '/manage/v1/session/sign-out',
    gives: [],
    changes: ['sessions'],
    summary: 'Sign out, and get the sign-out address of the provider',
    output: z.object({ url: z.string().nullable() }),
    access: 'public',
    inSteps: true,
  }),
  logOut: operation({
    method: 'POST',
    path: '/manage/v1/session/providers/{provider}/logout',
    gives: [],
    changes: ['sessions'],
    summary: 'End the sessions of somebody who signed out at the provider',
    description: 'Back-Channel Logout of OpenID Connect: called by the provider, with a form.',
    params: ByCode,
    input: z.object({ logout_token: z.string().max(16_000) }),
    access: 'public',
    inSteps: true,
    isForm: true,
  }),
  answerLogout: operation({
    method: 'POST',
    path: '/manage/v1/session/providers/{provider}/sign-out',
    gives: [],
    changes: ['sessions'],
    summary: 'End the sessions of somebody whom a provider of SAML signs out',
    description: 'Single logout: the page of this server to which the provider sends the browser.',
    params: ByCode,
    input: z.object({
      query: z.string().max(32_000).describe('behind the "?" of the address, as it came'),
    }),
    output: z.object({
      url: z.string().nullable().describe('where the browser takes the answer'),
    }),
    access: 'public',
    inSteps: true,
  }),
  list: operation({
    ...admin,
    method: 'GET',
    path: '/manage/v1/providers',
    summary: 'List identity providers',
    output: z.object({ providers: z.array(Provider) }),
  }),
  create: operation({
    ...admin,
    method: 'POST',
    path: '/manage/v1/providers',
    gives: EVERYTHING,
    changes: ['identities', 'memberships', 'sessions'],
    summary: 'Add an identity provider',
    input: ProviderInput,
    output: z.object({ provider: Provider }),
    stepUp: true,
  }),
  update: operation({
    ...admin,
    method: 'PUT',
    path: '/manage/v1/providers/{id}',
    gives: EVERYTHING,
    changes: ['identities', 'memberships', 'sessions'],
    summary: 'Change an identity provider',
    params: ById,
    input: ProviderInput,
    output: z.object({ provider: Provider }),
    stepUp: true,
  }),
  delete: operation({
    ...admin,
    method: 'DELETE',
    path: '/manage/v1/providers/{id}',
    gives: [],
    changes: ['identities', 'memberships', 'sessions'],
    summary: 'Remove an identity provider',
    description: 'Its groups, its links to accounts and the sessions that began there end with it.',
    params: ById,
    stepUp: true,
  }),
  test: operation({
    ...admin,
    method: 'POST',
    path: '/manage/v1/providers/{id}/test',
    reads: true,
    summary: 'Test the connection to an identity provider',
    params: ById,
    output: z.object({ isGood: z.boolean(), findings: z.array(Finding) }),
  }),
  ...directoryOperations,
  listOwn: operation({
    method: 'GET',
    path: '/manage/v1/me/identities',
    summary: 'List the accounts of providers that are linked to mine',
    output: identities,
  }),
  link: operation({
    method: 'POST',
    path: '/manage/v1/me/identities',
    gives: [],
    changes: ['sessions'],
    summary: 'Begin to link an account of a provider to mine',
    description: 'Only in a browser: the session that begins it is the one that ends it.',
    input: z.object({ provider: Code, returnTo: ReturnTo }),
    output: Started,
    inSteps: true,
    stepUp: true,
  }),
  unlink: operation({
    method: 'DELETE',
    path: '/manage/v1/identities/{id}',
    gives: [],
    changes: ['identities', 'sessions'],
    summary: 'Unlink an account of a provider',
    description: 'One’s own; administrators unlink anybody’s.',
    params: ById,
    stepUp: true,
  }),
  listOf: operation({
    ...admin,
    method: 'GET',
    path: '/manage/v1/users/{id}/identities',
    summary: 'List the accounts of providers that are linked to a user',
    params: ById,
    output: identities,
  }),
}
