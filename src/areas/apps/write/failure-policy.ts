import { wrongValues } from '../../../fields/values.ts'
import { AppError, type Detail } from '../../../lib/errors.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inSavepoint } from '../../../platform/db/savepoint.ts'

/** What happens to the other entries of a write when one of them fails. */
export type FailurePolicy = {
  /** Whether one failure undoes everything. */
  readonly isAtomic: boolean
  /** Does a part of the work for one entry. Undefined if it failed and the others go on. */
  attempt<T>(at: number, work: () => Promise<T>): Promise<T | undefined>
  /** The same for a part that writes to the database. */
  attemptWrite<T>(db: Db, at: number, work: () => Promise<T>): Promise<T | undefined>
  /** Reports entries with wrong values, by index. */
  reject(wrong: ReadonlyMap<number, readonly Detail[]>): void
}

/** How an error says which entry it is about. */
type Location = {
  message(at: number, message: string): string
  path(at: number, path: string): string
}

/** The first failure ends the write; its transaction is rolled back. */
export function allOrNone(location?: Location) {
  const locate = (at: number, details: readonly Detail[]): Detail[] =>
    details.map(({ path, message }) => ({ path: location?.path(at, path) ?? path, message }))
  const attempt = async <T>(at: number, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!location || !(error instanceof AppError)) throw error
      const { code, message, details, cause } = error
      const extra = { details: locate(at, details), cause }
      throw new AppError(code, location.message(at, message), extra)
    }
  }
  return {
    isAtomic: true,
    attempt,
    attemptWrite: (_, at, work) => attempt(at, work),
    reject: (wrong) => {
      const problems = [...wrong].flatMap(([at, details]) => locate(at, details))
      if (problems.length > 0) throw wrongValues(problems)
    },
  } satisfies FailurePolicy
}

/** A failed entry is reported and skipped; an internal error still ends the whole write. */
export function eachAlone(fail: (at: number, error: AppError) => void): FailurePolicy {
  const attempt = async <T>(at: number, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      fail(at, error)
      return undefined
    }
  }
  return {
    isAtomic: false,
    attempt,
    attemptWrite: (db, at, work) => attempt(at, () => inSavepoint(db, work)),
    reject: (wrong) => {
      for (const [at, details] of wrong) fail(at, wrongValues([...details]))
    },
  }
}
