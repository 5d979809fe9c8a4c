/** `%`, `_` and `\` in what a person typed stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A pattern that finds the text anywhere, whatever is in it. */
export const containing = (text: string): string => `%${escapeLike(text)}%`

/** The same where `%` and `_` are wildcards; a backslash stands for itself. */
export const containingPattern = (text: string): string => `%${text.replaceAll('\\', '\\\\')}%`

/**
 * `ilike` in memory. Walks back only to the last `%`, so the time is bounded by the product of
 * both lengths, whatever the pattern.
 */
export function isLike(text: string, pattern: string): boolean {
  const letters = [...text].map(lower)
  const wanted = tokens(pattern)
  let at = 0
  let next = 0
  let retry: { at: number; next: number } | undefined
  while (at < letters.length) {
    const token = wanted[next]
    if (token === ANY_TEXT) retry = { at, next: ++next }
    else if (token === ANY_LETTER || (token !== undefined && token === letters[at])) {
      at++
      next++
    } else if (retry) {
      retry.at++
      at = retry.at
      next = retry.next
    } else return false
  }
  return wanted.slice(next).every((token) => token === ANY_TEXT)
}

const ANY_TEXT = Symbol('%')
const ANY_LETTER = Symbol('_')

function tokens(pattern: string): (string | symbol)[] {
  const letters = [...pattern]
  const found: (string | symbol)[] = []
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ''
    if (letter === '\\') found.push(lower(letters[++at] ?? ''))
    else if (letter === '%') found.push(ANY_TEXT)
    else found.push(letter === '_' ? ANY_LETTER : lower(letter))
  }
  return found
}

/** One letter becomes one letter, as in PostgreSQL: `İ` is `i`, a final `Σ` is `σ`. */
const lower = (letter: string): string => [...letter.toLowerCase()][0] ?? ''
