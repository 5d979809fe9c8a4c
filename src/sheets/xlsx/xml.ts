import { invalid } from '../../lib/errors.ts'

// A minimal XML reader for office documents: no DTDs, so no custom entities.

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes text; office programs write characters that XML forbids as `_x000D_`. */
export function plainText(text: string): string {
  if (!text.includes('&') && !text.includes('_x')) return text
  return text
    .replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,5}));/gi, (whole, hex, decimal, named) => {
      if (named !== undefined) return ENTITIES[named] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replaceAll(/_x([\dA-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : plainText(value)
}

/** A single run, the most common case. */
const PLAIN = /^\s*(?:<is>)?<t(?: xml:space="preserve")?>([^<]*)<\/t>(?:<\/is>)?\s*$/

/** The text of a rich string: its runs, without phonetic hints. */
export function richText(xml: string): string {
  const plain = PLAIN.exec(xml)?.[1]
  if (plain !== undefined) return plainText(plain)
  const shown = xml.includes('rPh') ? without(xml, 'rPh') : xml
  return plainText(
    elements(shown, 't')
      .map(({ inner }) => inner)
      .join(''),
  )
}

function without(xml: string, name: string): string {
  let rest = ''
  let at = 0
  for (const { start, end } of elements(xml, name)) {
    rest += xml.slice(at, start)
    at = end
  }
  return rest + xml.slice(at)
}

export type Element = { attributes: string; inner: string }
/** With its position in the text, tags included. */
type LocatedElement = Element & { start: number; end: number }

/** All elements of a name in a document: attributes and content. */
export function elements(xml: string, name: string): LocatedElement[] {
  const { found, isOpen } = scan(xml, name)
  if (isOpen) throw notClosed(name)
  return found
}

/**
 * The complete elements of a name in a part of a document, and whether an unfinished one follows.
 *
 * The time must be linear in the length of any text, because files are not trusted: a pattern for a
 * whole element would search for the end of each of a million elements that have none. No element that
 * we read may contain another one of the same name.
 */
export function scan(xml: string, name: string): { found: LocatedElement[]; isOpen: boolean } {
  const tags = tagsOf(name)
  const found: LocatedElement[] = []
  for (let tag = tags.exec(xml); tag; tag = tags.exec(xml)) {
    const start = tag.index
    const close = xml.indexOf('>', tags.lastIndex)
    if (close < 0) return { found, isOpen: true }
    const isEmpty = xml.charCodeAt(close - 1) === SLASH
    const attributes = xml.slice(tags.lastIndex, isEmpty ? close - 1 : close)
    tags.lastIndex = close + 1
    if (isEmpty) {
      found.push({ attributes, inner: '', start, end: close + 1 })
      continue
    }
    const last = `</${tag[0].slice(1)}>`
    const end = xml.indexOf(last, close)
    if (end < 0) {
      if (tags.test(xml)) throw invalid(`the workbook is damaged: <${name}> inside of <${name}>`)
      return { found, isOpen: true }
    }
    tags.lastIndex = end + last.length
    found.push({ attributes, inner: xml.slice(close + 1, end), start, end: tags.lastIndex })
  }
  return { found, isOpen: false }
}

export const notClosed = (name: string) =>
  invalid(`the workbook is damaged: <${name}> is not closed`)

export const SLASH = 47

const patterns = new Map<string, RegExp>()

/** Matches the start of an opening tag, with any prefix. */
function tagsOf(name: string): RegExp {
  const tags = patterns.get(name) ?? new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])`, 'g')
  patterns.set(name, tags)
  tags.lastIndex = 0
  return tags
}
