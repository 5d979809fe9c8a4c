import type { Element } from './refuse.ts'

/** Where an element stands in its file, counted from 1. Without an id of its own it goes by its tag. */
export type Place = { line: number; column: number; tag: string; hasId: boolean }

const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(?:[\w.-]+:)?([A-Za-z][\w.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g
const ID = /\sid\s*=\s*["']([^"']*)/

/**
 * The places of elements by id. The reader of the XML keeps none: tags are met in the order of the
 * file, so of one kind the n-th without an id in the text is the n-th in the process.
 */
export function placesOf(
  xml: string,
  process: Element,
  unnamed: readonly Element[],
): Record<string, Place> {
  const places: Record<string, Place> = {}
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
    // Other pools may stand before it.
    if (isProcess && id === process.id) isInside = true
    if (id === undefined || id in places) continue
    places[id] = { line, column: index - start + 1, tag, hasId: own !== undefined }
  }
  return places
}
