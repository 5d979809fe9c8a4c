import { ClientError } from '../../../src/client/client.ts'
import type { Texts } from '../../texts/index.ts'

export type Row = { key: number; extension: string; userId: string }
/** What is wrong with a row, beside the input that it is about. */
export type Problem = { extension?: string; userId?: string }

/** What can be seen without asking: gaps, and extensions that are there twice. */
export function problemsIn(rows: readonly Row[], t: Texts['telephony']): Map<number, Problem> {
  const first = new Map<string, number>()
  const problems = new Map<number, Problem>()
  for (const [at, { key, extension, userId }] of rows.entries()) {
    const number = extension.trim()
    const before = first.get(number)
    const problem: Problem = {
      ...(number === '' && { extension: t.missingNumber }),
      ...(number !== '' && before !== undefined && { extension: t.twice(before + 1) }),
      ...(userId === '' && { userId: t.missingPerson }),
    }
    if (before === undefined) first.set(number, at)
    if (Object.keys(problem).length > 0) problems.set(key, problem)
  }
  return problems
}

/** What only the server knows, by row: `bindings.3.userId`. */
export function problemsOf(error: unknown, rows: readonly Row[], t: Texts['telephony']) {
  const problems = new Map<number, Problem>()
  if (!(error instanceof ClientError)) return problems
  for (const { path, message } of error.details) {
    const [, at = '', field] = path.split('.')
    const row = rows[Number(at)]
    if (!row) continue
    const before = problems.get(row.key)
    if (field === 'userId') problems.set(row.key, { ...before, userId: t.unknownPerson })
    else problems.set(row.key, { ...before, extension: message })
  }
  return problems
}
