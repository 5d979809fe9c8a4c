const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[A-Za-z][\w.:-]*((?:[^<>"']|"[^"]*"|'[^']*')*)>/g
const ID = /\sid\s*=\s*["']([^"']*)/

/** The line and the column of every element with an id, counted from 1. */
export function elementLocations(xml: string): Map<string, { line: number; column: number }> {
  const found = new Map<string, { line: number; column: number }>()
  let [line, start] = [1, 0]
  for (const { index, 1: attributes } of xml.matchAll(TAG)) {
    for (
      let at = xml.indexOf('\n', start);
      at !== -1 && at < index;
      at = xml.indexOf('\n', start)
    ) {
      line++
      start = at + 1
    }
    const id = attributes === undefined ? undefined : ID.exec(attributes)?.[1]
    if (id !== undefined && !found.has(id)) found.set(id, { line, column: index - start + 1 })
  }
  return found
}
