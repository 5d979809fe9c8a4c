import { DatabaseError } from 'pg'
import { AppError, unavailable } from '../../lib/errors.ts'

/** Worth another try from the start: two writers met, and nothing was written. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01')

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof DatabaseError &&
  error.code === '23505' &&
  (constraint === undefined || error.constraint === constraint)

/** Somebody held a row or a table longer than we wanted to wait. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '55P03'

const LOST =
  /ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|timeout exceeded when trying to connect|Connection terminated|not queryable/

/** What the database itself refused, in the words of the product; undefined when it is our fault. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return undefined
  if (!(error instanceof DatabaseError)) {
    return LOST.test(`${error.message} ${(error as NodeJS.ErrnoException).code ?? ''}`)
      ? unavailable('the database cannot be reached, try again', error)
      : undefined
  }
  switch (error.code) {
    case '57014':
      return new AppError('timeout', 'the database took too long, ask for less', { cause: error })
    case '55P03':
    case '40001':
    case '40P01':
      return unavailable('somebody else is changing the same data, try again', error)
    case '53100':
      return unavailable('the disk of the database is full', error)
    case '22021':
    case '22P05':
      return new AppError('invalid', 'text must not contain NUL or invalid characters', {
        cause: error,
      })
    default:
      return /^(08|53|57P0)/.test(error.code ?? '')
        ? unavailable('the database cannot be reached, try again', error)
        : undefined
  }
}
