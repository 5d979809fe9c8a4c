import { isPublic } from './envelope.ts'
import { errorResponses, errorSchemas, type Surface } from './openapi/errors.ts'
import { areaOf, describeOperation } from './openapi/operation.ts'
import { describeSchemas, type Parts } from './openapi/schemas.ts'
import { tagOf } from './openapi/tags.ts'
import type { Area, Operation } from './operation.ts'

export type OpenApi = {
  openapi: string
  info: Record<string, unknown>
  paths: Record<string, Record<string, { operationId: string; [key: string]: unknown }>>
  components: Record<string, Record<string, unknown>>
  [key: string]: unknown
}

const INFO = {
  pub: {
    title: 'Kontor API',
    summary: 'What programs use: apps, processes, tasks, files and the rest',
    description: `Send a token with every request, as \`Authorization: Bearer <token>\` or \`X-Token: <token>\`.

Every answer is JSON with \`success\` and \`error\`; \`error\` is empty on success and says what was wrong
otherwise. Send \`Accept: application/problem+json\` to get problem details (RFC 9457) instead.

Lists are offered as POST, with the request in the body, and some as GET, with the same JSON in the parameter \`query\`.

A write that carries an \`Idempotency-Key\` is done once, however often it is sent.`,
  },
  manage: {
    title: 'Kontor management API',
    summary: 'What administrators, the console and the command line use',
    description: `Send a token with every request, as \`Authorization: Bearer <token>\` or \`X-Token: <token>\`;
browsers may sign in and use a session cookie.

Errors are problem details (RFC 9457). A write that carries an \`Idempotency-Key\` is done once, however often it is sent.`,
  },
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'an API token' },
  token: { type: 'apiKey', in: 'header', name: 'X-Token', description: 'an API token' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kontor_session',
    description: 'of a browser that signed in; `__Host-kontor_session` where the site uses https',
  },
}

const IdempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'makes the write happen once: sent again, the first answer is repeated',
  schema: { type: 'string', maxLength: 255 },
}

/** The OpenAPI 3.1 document of one surface, generated from the declarations. */
export function describeApi(
  areas: Record<string, Area>,
  surface: Surface,
  version: string,
): OpenApi {
  const operations = new Map(listOperations(areas, surface))
  const { parts, components: schemas } = describeSchemas(operations)
  const components = { ...schemas, ...errorSchemas(surface) }
  const paths: OpenApi['paths'] = {}
  for (const [id, operation] of [...operations].sort(byPath)) {
    const described = describeOperation(id, operation, {
      parts: parts.get(id) as Parts,
      components,
    })
    paths[operation.path] = { ...paths[operation.path], ...described }
  }
  const tags = [...new Set([...operations.keys()].map(areaOf))].sort()
  return {
    openapi: '3.1.0',
    info: {
      ...INFO[surface],
      version,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'this server' }],
    security: Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] })),
    tags: tags.map(tagOf),
    paths,
    components: {
      schemas: sorted(components),
      parameters: { IdempotencyKey },
      responses: errorResponses(surface),
      securitySchemes,
    },
  }
}

const listOperations = (areas: Record<string, Area>, surface: Surface): [string, Operation][] =>
  Object.entries(areas)
    .flatMap(([area, operations]) =>
      Object.entries(operations).map(([name, operation]): [string, Operation] => [
        `${area}.${name}`,
        operation,
      ]),
    )
    .filter(([, operation]) => isPublic(operation) === (surface === 'pub'))

const byPath = ([, a]: [string, Operation], [, b]: [string, Operation]) =>
  a.path < b.path ? -1 : Number(a.path > b.path)

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
