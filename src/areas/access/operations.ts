import { z } from 'zod'
import { EVERYTHING, operation } from '../../api/operation.ts'
import { ById, DateTime, Id } from '../../api/schemas.ts'
import { addressOperations } from './addresses/operations.ts'
import { calls } from './calls-operations.ts'
import { factorOperations } from './factors/operations.ts'
import { linkOperations } from './links/operations.ts'
import { ownSessions } from './own-operations.ts'
import { Account, isFirstPassword, Password, signInOperations } from './sign-in-operations.ts'

const Login = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^[^\s\p{Cc}]+$/u, 'expected no spaces')
const Scope = z
  .string()
  .regex(/^(\*|[a-z]+):(read|write)$/, 'expected an area or "*", then ":read" or ":write"')

const Assistants = z
  .enum(['on', 'read', 'off'])
  .describe('what assistants may do with it: whatever it allows, only read, or nothing')

const Reach = z
  .enum(['own', 'people', 'everybody'])
  .describe(
    'whom it may change by provisioning (SCIM): people whom provisioning created or has changed before, with whichever token; people who were here before as well; or administrators, too',
  )

export const Token = z.object({
  id: Id,
  user: Id,
  name: z.string(),
  scopes: z.array(z.string()).nullable().describe('null = whatever the user may do'),
  createdAt: DateTime,
  expiresAt: DateTime.nullable(),
  lastUsedAt: DateTime.nullable(),
  ...calls,
  assistants: Assistants,
  reach: Reach,
})
export type Token = z.infer<typeof Token>

export const Grant = z.object({
  id: Id,
  kind: z.string().describe('workspace, app, …'),
  object: z.string().describe('path of the object, such as crm/deals'),
  right: z.string(),
  subjectKind: z.enum(['user', 'group', 'position', 'department', 'role']),
  subject: z.string(),
})
export type Grant = z.infer<typeof Grant>

const Named = z.object({ kind: z.string(), id: z.string(), name: z.string() })

const Via = z
  .object({
    kind: z.enum(['administrators', 'grant', 'author', 'performer', 'nothing']),
    on: z
      .object({ kind: z.string(), id: z.string() })
      .optional()
      .describe('where it is granted: the object itself or something above it'),
    to: Named.optional().describe('to whom it is granted'),
    through: z
      .array(Named)
      .optional()
      .describe('what is between the user and those to whom it is granted'),
  })
  .meta({ id: 'AccessVia' })

const Preview = z
  .object({ id: Id, user: z.object({ id: Id, name: z.string() }), expiresAt: DateTime })
  .meta({ id: 'Preview' })
export type Preview = z.infer<typeof Preview>

export const access = {
  ...ownSessions,
  ...signInOperations,
  ...factorOperations,
  ...linkOperations,
  ...addressOperations,
  currentSession: operation({
    method: 'GET',
    path: '/manage/v1/session',
    summary: 'Get the current session',
    output: z.object({
      user: Account.extend({ timeZone: z.string().describe('IANA name, such as Europe/Oslo') }),
      scopes: z.array(z.string()).nullable(),
      assistants: Assistants,
      isFirstPassword,
      position: z
        .int()
        .describe('of the newest event: a stream that begins after it tells of what happens next'),
    }),
    access: 'guest',
  }),
  signOut: operation({
    method: 'DELETE',
    path: '/manage/v1/session',
    gives: [],
    changes: ['sessions'],
    summary: 'Sign out',
    access: 'public',
  }),
  createUser: operation({
    method: 'POST',
    path: '/manage/v1/users',
    gives: EVERYTHING,
    changes: ['login', 'address', 'password', 'identities', 'status', 'memberships'],
    summary: 'Create a user',
    description: 'A password given here must be changed at the first sign-in, within 72 hours.',
    input: z.object({
      login: Login,
      email: z.union([z.email(), z.literal('')]).default(''),
      lastName: z.string().max(255).default(''),
      firstName: z.string().max(255).default(''),
      middleName: z.string().max(255).default(''),
      password: Password.optional(),
      isAdministrator: z.boolean().default(false),
    }),
    output: z.object({ user: Account }),
    access: 'administrator',
    stepUp: ({ input }) => input.isAdministrator,
  }),
  setPassword: operation({
    method: 'PUT',
    path: '/manage/v1/users/{id}/password',
    gives: EVERYTHING,
    changes: ['password', 'links', 'sessions'],
    summary: 'Set a password',
    description:
      'Administrators set one for anybody, who must change it at the next sign-in, within 72 hours; a user sets their own by giving the current one. Ends the other sessions of the user.',
    params: ById,
    input: z.object({ password: Password, currentPassword: z.string().max(1024).optional() }),
    inSteps: true,
    stepUp: true,
  }),
  changeMyPassword: operation({
    method: 'POST',
    path: '/manage/v1/me/password',
    gives: EVERYTHING,
    changes: ['password', 'links', 'sessions'],
    summary: 'Change my own password',
    description: 'Ends my other sessions. Wrong guesses of the current one slow down.',
    input: z.object({ current: z.string().max(1024), next: Password }),
    inSteps: true,
    stepUp: true,
    access: 'guest',
  }),
  listTokens: operation({
    method: 'GET',
    path: '/manage/v1/tokens',
    summary: 'List API tokens',
    description: 'The caller’s own; an administrator may name another user or ask for all.',
    input: z.object({ user: z.union([Id, z.literal('all')]).optional() }),
    output: z.object({ tokens: z.array(Token) }),
  }),
  createToken: operation({
    method: 'POST',
    path: '/manage/v1/tokens',
    gives: 'as asked',
    changes: ['tokens'],
    summary: 'Create an API token',
    description: 'The token itself is in this answer only: the server keeps a hash.',
    input: z.object({
      name: z.string().trim().min(1).max(255),
      user: Id.optional().describe('absent = the caller; others for administrators only'),
      scopes: z.array(Scope).max(100).nullable().default(null),
      expiresAt: DateTime.nullable().default(null),
      assistants: Assistants.default('on'),
      reach: Reach.default('own'),
    }),
    output: z.object({ token: Token, secret: z.string() }),
    stepUp: ({ input }) =>
      input.scopes === null || input.scopes.some((scope) => !scope.endsWith(':read')),
  }),
  revokeToken: operation({
    method: 'DELETE',
    path: '/manage/v1/tokens/{id}',
    gives: [],
    changes: ['tokens'],
    summary: 'Revoke an API token',
    params: ById,
  }),
  listGrants: operation({
    method: 'GET',
    path: '/manage/v1/access/grants',
    summary: 'List granted rights',
    input: z.object({ kind: z.string().optional(), object: z.string().optional() }),
    output: z.object({ grants: z.array(Grant) }),
    access: 'administrator',
  }),
  grant: operation({
    method: 'POST',
    path: '/manage/v1/access/grants',
    gives: EVERYTHING,
    summary: 'Grant a right',
    description: 'Granting what is granted already changes nothing.',
    input: Grant.omit({ id: true }),
    output: z.object({ grant: Grant }),
    access: 'administrator',
  }),
  revokeGrant: operation({
    method: 'DELETE',
    path: '/manage/v1/access/grants/{id}',
    gives: [],
    summary: 'Revoke a granted right',
    params: ById,
    access: 'administrator',
  }),
  startPreview: operation({
    method: 'POST',
    path: '/manage/v1/previews',
    gives: [],
    summary: 'Look at the system as somebody else',
    description:
      'For half an hour, requests with its id in the header `kontor-preview` are answered as that user: items, reports, pages and their definitions, only to read. The event log says who looked as whom.',
    input: z.object({ user: Id }),
    output: z.object({ preview: Preview }),
    access: 'administrator',
  }),
  endPreview: operation({
    method: 'DELETE',
    path: '/manage/v1/previews/{id}',
    gives: [],
    summary: 'Stop looking as somebody else',
    params: ById,
    access: 'administrator',
  }),
  explain: operation({
    method: 'POST',
    path: '/manage/v1/access/explain',
    summary: 'Explain why a user may or may not do something',
    input: z.object({ user: Id, right: z.string(), kind: z.string(), object: z.string() }),
    output: z.object({
      allowed: z.boolean(),
      reasons: z.array(
        z.object({
          allows: z.boolean(),
          rule: z.string(),
          text: z.string(),
          via: Via,
          grant: Id.optional(),
        }),
      ),
    }),
    access: 'administrator',
    reads: true,
  }),
}
