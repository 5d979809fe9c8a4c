import { closest, distance } from 'fastest-levenshtein'

/** A hint for who mistyped; nothing when nothing known is near. */
export function didYouMean(given: string, known: readonly string[]): string {
  const text = given.toLowerCase().slice(0, 100)
  const nearest = closest(
    text,
    known.map((each) => each.toLowerCase()),
  )
  const found = known.find((each) => each.toLowerCase() === nearest)
  if (found === undefined || distance(text, nearest) > Math.max(2, text.length / 3)) return ''
  return `, did you mean "${found}"?`
}
