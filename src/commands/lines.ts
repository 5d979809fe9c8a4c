import { AppError } from '../lib/errors.ts'
import { complain } from './say.ts'

const SUMMARY: Partial<Record<AppError['code'], string>> = {
  invalid: 'the solution is not valid',
  conflict: 'the solution cannot be applied',
}

/** Prints the problems of a solution, one per line with its location. */
export async function inLines<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.details.length === 0) throw error
    for (const { path, message } of error.details) complain(`${path} ${message}`)
    throw new AppError(error.code, SUMMARY[error.code] ?? error.message)
  }
}
