/**
 * PostgreSQL cannot store NUL or lone surrogates, in text or in `jsonb`. Such input of callers is refused;
 * responses of other servers, and text that we truncate, are made storable.
 */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

export const UNSTORABLE = 'text with NUL or lone surrogates cannot be stored'
/** `1e999` of a body is infinite, which JSON would write as null. */
export const TOO_LARGE = 'expected a number up to 1.7e308'

const REPLACEMENT = '\ufffd'

/** The same value, with U+FFFD in place of every character that cannot be stored. */
export function toStorable<T>(value: T): T
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') {
    return isStorable(value) ? value : value.toWellFormed().replaceAll('\u0000', REPLACEMENT)
  }
  if (Array.isArray(value)) return value.map((each) => toStorable<unknown>(each))
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [toStorable(key), toStorable(each)]),
  )
}

/** How `JSON.stringify` writes them; a match after an escaped backslash only costs a second check. */
const ESCAPED = /\\u(?:0000|d[89a-f])/

/** A value as a parameter of type `jsonb`, whatever is in it. */
export function toJsonb(value: unknown): string {
  const json = JSON.stringify(value)
  return ESCAPED.test(json) ? JSON.stringify(toStorable(JSON.parse(json))) : json
}

/** The path of the first text, or infinite number, that cannot be stored. */
export function findUnstorable(value: unknown): PropertyKey[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : []
  if (Array.isArray(value)) return findIn(value.entries())
  return isPlain(value) ? findIn(Object.entries(value)) : undefined
}

function findIn(entries: Iterable<[PropertyKey, unknown]>): PropertyKey[] | undefined {
  for (const [key, value] of entries) {
    if (typeof key === 'string' && !isStorable(key)) return [toStorable(key)]
    const found = findUnstorable(value)
    if (found) return [key, ...found]
  }
  return undefined
}

/** Dates, buffers and the like contain no text. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Date) &&
  !ArrayBuffer.isView(value)
