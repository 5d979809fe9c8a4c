import { AppError } from '../lib/errors.ts'
import { complain } from './say.ts'

const SUMMARY: Partial<Record<AppError['code'], string>> = {
  invalid: 'the solution is not valid',
  conflict: 'the solution cannot be applied',
}

/** What is wrong with a solution, each on a line of its own that editors and people can follow. */
export async function inLines<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.details.length === 0) throw error
    for (const { path, message } of error.details) complain(`${path} ${message}`)
    throw new AppError(error.code, SUMMARY[error.code] ?? error.message)
  }
}
