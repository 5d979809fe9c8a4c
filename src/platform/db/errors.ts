import { DatabaseError } from 'pg'
import { AppError, conflict, unavailable } from '../../lib/errors.ts'
import { uniqueWords } from './unique-words.ts'

/** Worth a retry from the start: two writers conflicted, and nothing was written. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (error.code === '40001' ||
    error.code === '40P01' ||
    isOutdated(error) ||
    isUniqueViolation(error, 'idempotency_keys_pkey'))

/** The index that refused a second row with the same value; undefined for any other error. */
export const violatedIndex = (error: unknown): string | undefined =>
  error instanceof DatabaseError && error.code === '23505' ? error.constraint : undefined

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof DatabaseError &&
  error.code === '23505' &&
  (constraint === undefined || error.constraint === constraint)

/**
 * Another node has migrated a table since this connection prepared its statement. Only a new connection helps, and
 * each old one fails once.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.code === '0A000' &&
  error.message.includes('cached plan must not change result type')

/**
 * A write where none is possible: outside an explicit transaction, or on a standby, which also refuses to begin
 * one.
 */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (error.code === '25006' || error.message.includes('during recovery'))

export const isDiskFull = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '53100'

const BUSY = /timeout exceeded when trying to connect/
/** All connections of the pool are in use, which says nothing about the server. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && BUSY.test(error.message)

/** A row or a table stayed locked for longer than the lock timeout. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '55P03'

/** The database cancelled a statement because it took too long. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '57014'

/** Values that the database can never store. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(22|23|54|XX)/.test(error.code ?? '')

const LOST =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EAI_AGAIN|ENOTFOUND|ENOENT|EPIPE|Connection terminated|not queryable|Query read timeout|timeout expired/

/** The connection is gone, or the server behind it. */
export const isLost = (error: unknown): boolean => {
  if (!(error instanceof Error) || error instanceof AppError) return false
  const { message, code = '' } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseError) return /^(08|57P0)/.test(code)
  return LOST.test(`${message} ${code}`) || BUSY.test(message)
}

const OWN_TROUBLE = ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'EAGAIN', 'EAI_AGAIN', 'ENOTFOUND']

/** An error of this machine, before the server was asked. */
export const isOwnTrouble = (error: unknown): boolean =>
  error instanceof Error &&
  (OWN_TROUBLE.includes((error as NodeJS.ErrnoException).code ?? '') || isOwnTrouble(error.cause))

/** A database error as one of ours; undefined if it is a bug. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return undefined
  if (!(error instanceof DatabaseError)) return fromConnection(error)
  switch (error.code) {
    case '57014':
      return new AppError('timeout', 'the database took too long, ask for less', { cause: error })
    case '55P03':
    case '40001':
    case '40P01':
      return unavailable('somebody else is changing the same data, try again', error)
    case '54000':
    case '54011':
      return new AppError('too_large', 'one row of the database cannot hold so many values', {
        cause: error,
      })
    case '23505':
      return conflict(uniqueWords(error.constraint), error)
    case '53100':
      return unavailable('the disk of the database is full', error)
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22P02':
      return new AppError('invalid', 'a value is too large or not of the right form', {
        cause: error,
      })
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

/** The text of an error for people: messages of the database name tables and constraints. */
export function messageFor(error: unknown): string {
  if (error instanceof DatabaseError) {
    return toAppError(error)?.message ?? 'the database refused the values, see the server log'
  }
  return error instanceof Error ? error.message : String(error)
}

function fromConnection(error: Error): AppError | undefined {
  const text = `${error.message} ${(error as NodeJS.ErrnoException).code ?? ''}`
  if (BUSY.test(text)) return unavailable('every database connection is busy, try again', error)
  return LOST.test(text)
    ? unavailable('the database cannot be reached, try again', error)
    : undefined
}
