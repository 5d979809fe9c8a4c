import { DatabaseError } from 'pg'
import { ClientError } from '../client/client.ts'
import { AppError } from '../lib/errors.ts'
import { EmbeddedError } from '../platform/db/embedded.ts'
import { toAppError } from '../platform/db/errors.ts'

/** An error as text for the terminal. Only bugs have a stack. */
export function inWords(error: unknown): string {
  if (error instanceof AppError || error instanceof EmbeddedError) return error.message
  if (error instanceof ClientError) return `the server answered ${error.status}: ${error.message}`
  if (isAboutFile(error)) return error.message
  const known = toAppError(error)
  if (known) return known.message
  if (error instanceof DatabaseError) return `the database refused: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const isAboutFile = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'connect'
