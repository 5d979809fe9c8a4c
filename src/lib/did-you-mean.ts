import { distance } from 'fastest-levenshtein'

/** A hint for a typo; empty if no name is similar. */
export function didYouMean(given: string, known: readonly string[]): string {
  const nearest = findNear(given.slice(0, 100), known)
  return nearest === undefined ? '' : `, did you mean "${nearest}"?`
}

const FEW = 6

/** The same for short public lists: without a similar name all of them are listed. */
export function suggest(given: string, known: readonly string[]): string {
  const names = [...new Set(known)]
  const near = didYouMean(given, names)
  if (near !== '' || names.length === 0 || names.length > FEW) return near
  const all = names.map((each) => `"${each}"`).join(', ')
  return names.length === 1 ? `, there is only ${all}` : `, expected one of ${all}`
}

/** The same message for who may not know the names that it suggests. */
export const withoutHint = (message: string): string =>
  message.replace(/, (did you mean "[^"]*"\?|there is only "[^"]*"|expected one of ".*)$/s, '')

function findNear(given: string, known: readonly string[]): string | undefined {
  const rated = known.flatMap((name) => {
    const far = distanceOf(given.toLowerCase(), name.toLowerCase())
    return far === undefined ? [] : [{ name, far }]
  })
  return rated.toSorted((a, b) => a.far - b.far)[0]?.name
}

/** Paths are compared part by part: common parts do not make them more similar. */
function distanceOf(given: string, name: string): number | undefined {
  const [parts, others] = [given.split('/'), name.split('/')]
  // The same name in another workspace is the most likely match.
  const isElsewhere = given.includes('/') && parts.at(-1) === others.at(-1)
  if (isElsewhere) return distance(given, name)
  if (parts.length !== others.length) return undefined
  const distances = parts.map((part, at) => partDistance(part, others[at] ?? ''))
  return distances.some((far) => far === undefined)
    ? undefined
    : distances.reduce<number>((sum, far) => sum + (far ?? 0), 0)
}

/** Up to one wrong letter in three is a typo; more is another word. */
function partDistance(given: string, name: string): number | undefined {
  const far = distance(given, name)
  return far <= Math.max(1, Math.floor((Math.max(given.length, name.length) + 1) / 3))
    ? far
    : undefined
}
