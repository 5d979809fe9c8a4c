/** A value as people write it in a cell: texts without quotes, unless they look like something else. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return value !== '' && typeof fromText(value) === 'string' ? value : JSON.stringify(value)
}

/** A text as it comes back once it was kept. */
export const spelled = (text: string): string => toText(fromText(text))

/** Nothing for an empty cell; what is no JSON is a text, and a number that JSON cannot hold. */
export function fromText(text: string): unknown {
  const written = text.trim()
  if (written === '') return undefined
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'number' && !isExact(written, value) ? text : value
  } catch {
    return text
  }
}

/** Not a number with more digits, or a larger one, than a computer counts with. */
const isExact = (written: string, value: number): boolean =>
  Number.isFinite(value) && (Number.isSafeInteger(value) || !/^-?\d+$/.test(written))
