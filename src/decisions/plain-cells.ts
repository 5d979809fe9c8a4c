/** Most cells of most tables are plain: parsing them as FEEL would take a thousand times longer. */
const NUMBER = '-?\\d+(?:\\.\\d+)?'
const TEXT = '"[^"\\\\]*"'
const VALUE = new RegExp(`^(?:${NUMBER}|${TEXT}|true|false|null)$`)
const TEXTS = new RegExp(`^${TEXT}(?:\\s*,\\s*${TEXT})*$`)
const NUMBERS = new RegExp(`^${NUMBER}(?:\\s*,\\s*${NUMBER})*$`)
const COMPARISON = new RegExp(`^(<=|>=|<|>)\\s*(${NUMBER})$`)
const RANGE = new RegExp(`^([\\[(\\]])\\s*(${NUMBER})\\s*\\.\\.\\s*(${NUMBER})\\s*([\\])\\[])$`)

/** The value of a literal that is the same in JSON; undefined for every other expression. */
export const plainValue = (text: string): unknown => {
  const trimmed = text.trim()
  return VALUE.test(trimmed) && !/^-?0\d/.test(trimmed) && !/[\n\t]/.test(trimmed)
    ? JSON.parse(trimmed)
    : undefined
}

type PlainTest = (scope: unknown, value: unknown) => boolean

const COMPARE: Record<string, (value: number, limit: number) => boolean> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
}

/** A cell of texts or numbers, a comparison with a number, or a range of numbers. */
export function plainTest(text: string): PlainTest | undefined {
  if (TEXTS.test(text) || NUMBERS.test(text)) {
    const all = text.match(new RegExp(`${NUMBER}|${TEXT}`, 'g'))?.map(plainValue) ?? []
    if (all.includes(undefined)) return undefined
    const wanted = new Set(all)
    return (_, value) => wanted.has(value)
  }
  const [, operator = '', limit] = COMPARISON.exec(text) ?? []
  const compare = COMPARE[operator]
  if (compare) return (_, value) => typeof value === 'number' && compare(value, Number(limit))
  const [, open, from, to, close] = RANGE.exec(text) ?? []
  if (open === undefined) return undefined
  const [low, high] = [Number(from), Number(to)]
  return (_, value) =>
    typeof value === 'number' &&
    (open === '[' ? value >= low : value > low) &&
    (close === ']' ? value <= high : value < high)
}
