import type { z } from 'zod'
import { describeDetails } from './errors.ts'
import { parseInWords } from './zod-words.ts'

/** The result of storing records of another system. */
export type Transferred = {
  created: number
  updated: number
  /** Stored unchanged. */
  unchanged: number
  /** Changed here since, so the local version is kept. */
  kept: number
  refused: number
  /** Records that exist here under another id, by their original id. */
  linked: Record<string, string>
  /** Why a record was refused, or which values were omitted. */
  problems: { id: string; message: string }[]
  /** What is missing for the records: ids of files, hashes of their content. */
  missing: string[]
}

export const nothingYet = (): Transferred => ({
  ...{ created: 0, updated: 0, unchanged: 0, kept: 0, refused: 0 },
  ...{ linked: {}, problems: [], missing: [] },
})

export type Row = Record<string, unknown>

/**
 * A record parsed by its schema. Invalid values are omitted and reported; a record without its required values is
 * refused.
 */
export function readRow<S extends z.ZodObject>(
  schema: S,
  row: Row,
  into: Transferred,
): z.output<S> | undefined {
  const id = String(row.id ?? row.__id ?? '')
  const first = parseInWords(schema, row, Number.POSITIVE_INFINITY)
  if (first.success) return first.data
  const wrong = new Set(first.issues.map(({ path }) => String(path[0])))
  const rest = Object.fromEntries(Object.entries(row).filter(([key]) => !wrong.has(key)))
  const second = parseInWords(schema, rest)
  const details = first.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }))
  into.problems.push({ id, message: describeDetails(details) })
  if (second.success) return second.data
  into.refused++
  return undefined
}

export function keep(into: Transferred, id: string, what?: readonly string[]): void {
  into.kept++
  const named = what === undefined ? '' : ` (${what.join(', ')})`
  into.problems.push({ id, message: `it was changed here since: what is here is kept${named}` })
}

export function refuse(into: Transferred, id: string, message: string): void {
  into.refused++
  into.problems.push({ id, message })
}
