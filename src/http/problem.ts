import { AppError, type ErrorCode } from '../lib/errors.ts'
import { toAppError } from '../platform/db/errors.ts'
import type { Log } from '../platform/log.ts'

/** Maps error codes to HTTP. */
const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthorized: 401,
  over_quota: 402,
  bad_token: 403,
  forbidden: 403,
  confirmation_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported: 415,
  unprocessable: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
}

const TITLES: Record<ErrorCode, string> = {
  invalid: 'Bad request',
  unauthorized: 'Credentials are missing',
  bad_token: 'The token is not accepted',
  forbidden: 'Not allowed',
  confirmation_needed: 'Confirm who you are',
  not_found: 'Not found',
  method_not_allowed: 'Wrong method',
  timeout: 'Took too long',
  conflict: 'Conflict',
  gone: 'No longer there',
  precondition_failed: 'Changed meanwhile',
  too_large: 'Too large',
  over_quota: 'Not enough space',
  unsupported: 'Not supported',
  unprocessable: 'Cannot be processed',
  too_many: 'Too many requests',
  internal: 'Internal error',
  unavailable: 'Not available now',
}

/** API responses are data: if a browser shows one as a page, nothing in it may run. */
export const DATA_ONLY = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

export type Answer = {
  status: number
  headers: Record<string, string>
  body: string
}

export type ErrorRequest = { path: string; accept: string | undefined; requestId: string }

/**
 * Formats every error: the envelope for `/pub/v1`, SCIM errors for SCIM, problem details elsewhere and for clients
 * that accept them.
 */
export function answerError(error: unknown, request: ErrorRequest, log: Log): Answer {
  const known = understand(error)
  const shown = known ?? new AppError('internal', 'unexpected error, see the server log')
  const status = statusOf(shown.code, request.path)
  // A refusal is for the caller to fix, whatever its cause: it is not logged as an error of ours.
  if (!known || (known.cause && status >= 500))
    note(log, error, known?.message ?? 'unexpected error')
  else if (known.cause) log.info({ cause: causeOf(known) }, known.message)
  const { type, body } = inTheirForm(shown, request, status)
  return {
    status,
    headers: {
      ...DATA_ONLY,
      'content-type': type,
      ...(shown.retryAfter !== undefined && { 'retry-after': String(Math.ceil(shown.retryAfter)) }),
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="kontor"' }),
    },
    body: JSON.stringify(body),
  }
}

function inTheirForm(error: AppError, request: ErrorRequest, status: number) {
  if (request.path.startsWith('/scim/')) {
    return { type: 'application/scim+json', body: scimError(error, status) }
  }
  if (request.path.startsWith('/pub/') && !request.accept?.includes('problem+json')) {
    return { type: 'application/json; charset=utf-8', body: envelope(error, request) }
  }
  return { type: 'application/problem+json', body: problem(error, request, status) }
}

/** Any thrown value must be handled: reading or logging it may throw. */
function understand(error: unknown): AppError | undefined {
  try {
    return toAppError(error)
  } catch {
    return undefined
  }
}

const causeOf = ({ cause }: AppError): string =>
  cause instanceof Error ? cause.message : String(cause)

function note(log: Log, err: unknown, message: string): void {
  try {
    log.error({ err }, message)
  } catch {
    log.error(`${message}, and it cannot be described`)
  }
}

/** The contract uses 403 for an unknown token; elsewhere it is the usual 401. */
const statusOf = (code: ErrorCode, path: string): number =>
  code === 'bad_token' && !path.startsWith('/pub/') ? 401 : STATUS[code]

const envelope = (error: AppError, { requestId }: ErrorRequest) => ({
  success: false,
  error: error.message,
  code: error.code,
  ...(error.details.length > 0 && { details: error.details }),
  requestId,
})

const problem = (error: AppError, { requestId }: ErrorRequest, status: number) => ({
  type: 'about:blank',
  title: TITLES[error.code],
  status,
  detail: error.message,
  code: error.code,
  ...(error.reason !== undefined && { reason: error.reason }),
  ...(error.details.length > 0 && { details: error.details }),
  requestId,
})

/** RFC 7644, section 3.12: the status is text. */
const scimError = (error: AppError, status: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  detail: error.message,
  ...(status === 400 && { scimType: error.reason ?? 'invalidValue' }),
  ...(error.code === 'conflict' && { scimType: 'uniqueness' }),
})
