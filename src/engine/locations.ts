import type { Element } from './refuse.ts'

/** The location of an element in its file, counted from 1. An element without an id is named by its tag. */
export type ElementLocation = { line: number; column: number; tag: string; hasId: boolean }

const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(?:[\w.-]+:)?([A-Za-z][\w.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g
const ID = /\sid\s*=\s*["']([^"']*)/

/**
 * The locations of elements by id. The XML parser keeps none, but elements come in file order: the n-th
 * tag of a kind without an id is the n-th such element of the process.
 */
export function locationsOf(
  xml: string,
  process: Element,
  unnamed: readonly Element[],
): Record<string, ElementLocation> {
  const locations: Record<string, ElementLocation> = {}
  const waiting = Map.groupBy(unnamed, ({ $type }) => $type.replace(/^\w+:/, '').toLowerCase())
  let isInside = false
  let [line, start] = [1, 0]
  for (const { index, 1: tag, 2: attributes = '' } of xml.matchAll(TAG)) {
    for (
      let at = xml.indexOf('\n', start);
      at !== -1 && at < index;
      at = xml.indexOf('\n', start)
    ) {
      line++
      start = at + 1
    }
    if (tag === undefined) continue
    const own = ID.exec(attributes)?.[1]
    const isProcess = tag === 'process'
    const next = isInside || isProcess ? waiting.get(tag.toLowerCase()) : undefined
    const id = own ?? next?.shift()?.id
    // Other pools may come before it.
    if (isProcess && id === process.id) isInside = true
    if (id === undefined || id in locations) continue
    locations[id] = { line, column: index - start + 1, tag, hasId: own !== undefined }
  }
  return locations
}
