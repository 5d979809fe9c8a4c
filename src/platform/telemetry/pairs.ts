/** `key=value,key=value`, values percent-encoded. */
export const pairsOf = (text = ''): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1)).trim()]]
    }),
  )

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether these are valid headers: a later error would repeat their values. */
export function areHeaders(text: string): boolean {
  try {
    return new Headers(pairsOf(text)) !== undefined
  } catch {
    return false
  }
}
