import { z } from 'zod'
import { EVERYTHING, operation } from '../../../api/operation.ts'
import { ById, DateTime, Id } from '../../../api/schemas.ts'
import { calls } from '../calls-operations.ts'

const Query = z
  .string()
  .max(8000)
  .describe('the parameters of the address that the program has opened, as they are')

const Scopes = z.array(z.string()).describe('`area:read` or `area:write`, `*` for every area')
const Audience = z
  .enum(['api', 'mcp'])
  .describe('where its tokens are accepted: everywhere, or by assistants at /mcp only')

export const AskingClient = z
  .object({
    id: z.string(),
    name: z.string(),
    known: z
      .enum(['administrator', 'document', 'itself'])
      .describe('who says that this is its name: an administrator, its own site, or only itself'),
    host: z.string().describe('where the person and the answer are sent to'),
    isLocal: z.boolean().describe('a program on the machine of the person: it can be any'),
  })
  .meta({ id: 'AskingClient' })

const Connection = z
  .object({
    id: Id,
    user: z.object({ id: Id, name: z.string() }),
    client: z.string().describe('the id of the program'),
    name: z.string(),
    host: z.string(),
    scopes: Scopes,
    audience: Audience,
    createdAt: DateTime,
    lastUsedAt: DateTime.nullable(),
    ...calls,
    expiresAt: DateTime.describe('at the latest; earlier if it is not used for 45 days'),
  })
  .meta({ id: 'Connection' })
export type Connection = z.infer<typeof Connection>

const ActsAs = z
  .object({
    user: Id,
    scopes: z
      .array(z.string().regex(/^(\*|[a-z]+):(read|write)$/, 'expected area:read or area:write'))
      .min(1)
      .max(100),
  })
  .describe('the account that it acts as by itself, by client credentials, and what it may do')

const RegisteredClient = z
  .object({
    id: Id,
    name: z.string(),
    redirects: z.array(z.string()),
    isTrusted: z.boolean().describe('registered by an administrator, not by itself'),
    isConfidential: z.boolean().describe('it has to show a secret'),
    hasSecret: z
      .boolean()
      .describe('false after it was ended: an administrator gives it another one'),
    actsAs: ActsAs.nullable(),
    createdAt: DateTime,
    connections: z.int().describe('people who use it'),
  })
  .meta({ id: 'RegisteredClient' })
export type RegisteredClient = z.infer<typeof RegisteredClient>

/** Programs that act for people by OAuth. */
export const connections = {
  reviewConnection: operation({
    method: 'POST',
    path: '/manage/v1/connections/review',
    summary: 'Get which program asks for which access',
    description:
      'For the page at which a person decides. A program whose request is wrong is told by the person following `refusal.redirect`, never by itself.',
    input: z.object({ query: Query }),
    output: z.object({
      client: AskingClient,
      scopes: Scopes,
      audience: Audience,
      refusal: z
        .object({ message: z.string(), redirect: z.string() })
        .nullable()
        .describe('what is wrong with the request; null if it can be decided'),
    }),
    reads: true,
  }),
  decideConnection: operation({
    method: 'POST',
    path: '/manage/v1/connections',
    gives: 'as asked',
    changes: ['tokens'],
    summary: 'Allow a program to act for me, or refuse it',
    description:
      'Only for people who are signed in: neither a token nor a program can let others in. The address in the answer is where the browser goes next.',
    input: z.object({
      query: Query,
      allow: z.boolean(),
      onlyRead: z.boolean().default(false).describe('whatever it asks for, it may change nothing'),
    }),
    output: z.object({ redirect: z.string() }),
    inSteps: true,
    stepUp: ({ input }) => input.allow && !input.onlyRead,
  }),
  listConnections: operation({
    method: 'GET',
    path: '/manage/v1/connections',
    summary: 'List the programs that act for me',
    description: 'An administrator may name another user or ask for all.',
    input: z.object({ user: z.union([Id, z.literal('all')]).optional() }),
    output: z.object({ connections: z.array(Connection).describe('the newest first') }),
  }),
  endConnection: operation({
    method: 'DELETE',
    path: '/manage/v1/connections/{id}',
    gives: [],
    changes: ['tokens'],
    summary: 'Disconnect a program from a user',
    description: 'Its tokens are refused from the next request on, on every node.',
    params: ById,
  }),
  listClients: operation({
    method: 'GET',
    path: '/manage/v1/oauth-clients',
    summary: 'List registered programs',
    output: z.object({ clients: z.array(RegisteredClient).describe('the newest first') }),
    access: 'administrator',
  }),
  createClient: operation({
    method: 'POST',
    path: '/manage/v1/oauth-clients',
    gives: EVERYTHING,
    changes: ['tokens'],
    summary: 'Register a program',
    description:
      'It can ask people to let it act for them. By itself it may do nothing, unless `actsAs` says as whom. A token that ends, or with which assistants may not do everything, registers none: the program would outlive it and do more.',
    input: z.object({
      name: z.string().trim().min(1).max(200),
      redirects: z
        .array(z.string().max(1000))
        .max(20)
        .default([])
        .describe('where it can be called back; none if it only acts by itself'),
      isConfidential: z
        .boolean()
        .default(false)
        .describe('it runs on a server, keeps a secret and has to show it'),
      actsAs: ActsAs.nullable().default(null),
    }),
    output: z.object({
      client: RegisteredClient,
      secret: z.string().nullable().describe('told once; null for a program without one'),
    }),
    access: 'administrator',
    stepUp: ({ input }) => input.actsAs !== null,
  }),
  renewClientSecret: operation({
    method: 'POST',
    path: '/manage/v1/oauth-clients/{id}/secret',
    gives: EVERYTHING,
    changes: ['tokens'],
    summary: 'Renew the secret of a program',
    description: 'The one before, and what it got by itself with it, are refused at once.',
    params: ById,
    output: z.object({ secret: z.string().describe('told once') }),
    access: 'administrator',
    stepUp: true,
  }),
  deleteClient: operation({
    method: 'DELETE',
    path: '/manage/v1/oauth-clients/{id}',
    gives: EVERYTHING,
    changes: ['tokens'],
    summary: 'Delete a registered program',
    description: 'Ends it for everybody who uses it.',
    params: ById,
    access: 'administrator',
  }),
}
