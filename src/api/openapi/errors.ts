import type { Operation } from '../operation.ts'
import type { Schema } from './schemas.ts'

/** The two surfaces of the server; each has a document of its own. */
export type Surface = 'pub' | 'manage'

const ERRORS = {
  400: ['BadRequest', 'Something in the request is not right; the text says what and where.'],
  401: ['Unauthorized', 'Credentials are missing or not accepted.'],
  402: ['OverQuota', 'There is not enough space for the file.'],
  403: ['Forbidden', 'The token is not accepted, or the caller has no right to do this.'],
  404: ['NotFound', 'There is no such object, or the caller may not know of it.'],
  409: ['Conflict', 'The state of the object does not allow this, or the same request still runs.'],
  412: ['PreconditionFailed', 'The object was changed in the meantime: read it again.'],
  422: [
    'Unprocessable',
    'The `Idempotency-Key` was used for another request, or a list of things to do cannot be used.',
  ],
  429: ['TooManyRequests', 'Too many requests: wait as long as `Retry-After` says.'],
  500: ['InternalError', 'A defect of the server; its log has the details under `requestId`.'],
} as const

type Status = keyof typeof ERRORS

const details = {
  type: 'array',
  description: 'everything that was wrong with the input',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, message: { type: 'string' } },
    required: ['path', 'message'],
  },
}
const code = {
  type: 'string',
  description: 'the kind of error, for programs',
  examples: ['not_found'],
}
const requestId = { type: 'string', description: 'the same as the header `X-Request-Id`' }

const EnvelopeError = {
  type: 'object',
  properties: {
    success: { type: 'boolean', const: false },
    error: { type: 'string', description: 'what was wrong, where, and what would be right' },
    code,
    details,
    requestId,
  },
  required: ['success', 'error', 'code', 'requestId'],
}

const Problem = {
  type: 'object',
  description: 'Problem details of RFC 9457',
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'what was wrong, where, and what would be right' },
    code,
    details,
    requestId,
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
}

export const errorSchemas = (surface: Surface): Record<string, Schema> =>
  surface === 'pub' ? { Error: EnvelopeError } : { Problem }

const asJson = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
const asProblem = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
}

const retryAfter = {
  'Retry-After': { description: 'seconds to wait', schema: { type: 'integer' } },
}

/** The error responses shared by all operations. */
export function errorResponses(surface: Surface): Record<string, object> {
  // Problem details are sent on request only: generated clients support one error schema.
  const content = surface === 'pub' ? asJson : asProblem
  return Object.fromEntries(
    Object.entries(ERRORS).map(([status, [name, description]]) => [
      name,
      { description, ...(status === '429' && { headers: retryAfter }), content },
    ]),
  )
}

/** The error responses of one operation. */
export function refusalsOf(operation: Operation): Record<string, object> {
  const statuses: Status[] = [400, 401, 403, 429, 500]
  if (operation.path.includes('{')) statuses.push(404)
  if (operation.writes) statuses.push(409, 422)
  if (operation.isUpload) statuses.push(402)
  if ('if-match' in operation.headers.shape) statuses.push(412)
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { $ref: `#/components/responses/${ERRORS[status][0]}` },
    ]),
  )
}
