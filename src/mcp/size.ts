import type { Result } from './tool.ts'

/** About 8,000 tokens: hosts refuse more than three times as much. */
const MOST_CHARACTERS = 32_000

type Page = { rows: readonly unknown[]; total: number | null; from: number; more?: Result }

/** As many rows as a host takes, and how to get the others. */
export function toPage({ rows, total, from, more = {} }: Page): Result {
  let count = 0
  let size = 0
  for (const row of rows) {
    size += JSON.stringify(row).length + 1
    if (size > MOST_CHARACTERS && count > 0) break
    count++
  }
  const end = from + count
  const isMore = count < rows.length || (total !== null && end < total && rows.length > 0)
  return {
    ...more,
    rows: rows.slice(0, count),
    ...(total !== null && { total }),
    ...(count < rows.length && { note: `cut after ${count} rows: ask for fewer fields or rows` }),
    ...(isMore && { nextCursor: String(end) }),
  }
}

/** One object that is too long loses its end, and says so. */
export function fitText(text: string): string {
  if (text.length <= MOST_CHARACTERS * 2) return text
  return `${text.slice(0, MOST_CHARACTERS * 2)}… (cut: ${text.length} characters)`
}

/** Without what says nothing. */
export const compact = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([, value]) =>
        value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
