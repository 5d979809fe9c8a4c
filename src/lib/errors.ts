export type ErrorCode =
  | 'invalid'
  | 'unauthorized'
  | 'bad_token'
  | 'forbidden'
  | 'confirmation_needed'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'unprocessable'
  | 'too_large'
  | 'over_quota'
  | 'unsupported'
  | 'too_many'
  | 'timeout'
  | 'unavailable'
  | 'internal'

/** One problem of the input, and its location. */
export type Detail = { path: string; message: string }

/** The first few problems, as one sentence. */
export const describeDetails = (details: readonly Detail[]): string =>
  details
    .slice(0, 5)
    .map(({ path, message }) => (path === '' ? message : `field "${path}": ${message}`))
    .join('; ')

type Extra = { details?: Detail[]; cause?: unknown; retryAfter?: number; reason?: string }

/** The only error that callers see. `code` is for programs and stable; `message` is for people. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Detail[]
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined
  /** The code of another protocol, such as a `scimType`. */
  readonly reason: string | undefined

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause })
    this.code = code
    this.details = extra.details ?? []
    this.retryAfter = extra.retryAfter
    this.reason = extra.reason
  }
}

/** Whether a retry cannot help: the request itself was refused, and not only for now. */
export const isFinal = (error: unknown): boolean =>
  error instanceof AppError && error.retryAfter === undefined

export const invalid = (message: string, details?: Detail[]) =>
  new AppError('invalid', message, details && { details })
export const unauthorized = (message: string) => new AppError('unauthorized', message)
export const badToken = (message: string) => new AppError('bad_token', message)
export const forbidden = (message: string) => new AppError('forbidden', message)
/** It existed and never will again. */
export const gone = (message: string) => new AppError('gone', message)
export const notFound = (kind: string, id: string) =>
  new AppError('not_found', `${kind} not found: ${id}`)
export const conflict = (message: string, cause?: unknown) =>
  new AppError('conflict', message, { cause })
export const preconditionFailed = (message: string) => new AppError('precondition_failed', message)
export const unprocessable = (message: string) => new AppError('unprocessable', message)
/** A storage limit is exceeded. */
export const overQuota = (message: string, cause?: unknown) =>
  new AppError('over_quota', message, { cause })
export const tooLarge = (message: string) => new AppError('too_large', message)
/** Clients search the message for "too many". */
export const tooMany = (message: string, retryAfter: number) =>
  new AppError('too_many', `too many ${message}`, { retryAfter })
export const unavailable = (message: string, cause?: unknown) =>
  new AppError('unavailable', message, { cause, retryAfter: 1 })
