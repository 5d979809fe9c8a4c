/** Replaces a part of a text. */
export const splice = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, start) + by + text.slice(end)

export const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

/** The end of a line, before its line break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  if (end < 0) return text.length
  return end > at && text[end - 1] === '\r' ? end - 1 : end
}

/** The start of the next line. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

export const columnOf = (text: string, at: number): number => at - lineStart(text, at)

/** Whether only spaces stand before it on its line. */
export const isFirstOnLine = (text: string, at: number): boolean =>
  text.slice(lineStart(text, at), at).trim() === ''

/** Puts lines behind the line that ends here. */
export const addLines = (text: string, at: number, lines: string[], eol: string): string =>
  at > 0 && text[at - 1] === '\n'
    ? splice(text, at, at, lines.map((line) => line + eol).join(''))
    : splice(text, at, at, lines.map((line) => eol + line).join(''))

/** The start of the comment lines directly above a line, in the same column. */
export function withCommentsAbove(text: string, at: number): number {
  let start = lineStart(text, at)
  const margin = text.slice(start, at)
  while (start > 0) {
    const above = lineStart(text, start - 1)
    if (!text.slice(above, start).startsWith(`${margin}#`)) break
    start = above
  }
  return start
}
