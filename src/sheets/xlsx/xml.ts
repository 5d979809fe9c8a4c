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

const PHONETIC = /<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g
const TEXT = /<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g

/** A single run, the most common case. */
const PLAIN = /^\s*(?:<is>)?<t(?: xml:space="preserve")?>([^<]*)<\/t>(?:<\/is>)?\s*$/

/** The text of a rich string: its runs, without phonetic hints. */
export function richText(xml: string): string {
  const plain = PLAIN.exec(xml)?.[1]
  if (plain !== undefined) return plainText(plain)
  const shown = xml.includes('rPh') ? xml.replaceAll(PHONETIC, '') : xml
  let text = ''
  for (const [, run = ''] of shown.matchAll(TEXT)) text += run
  return plainText(text)
}

/** All elements of a name in a small document: attributes and content. */
export function elements(xml: string, name: string): { attributes: string; inner: string }[] {
  const pattern = new RegExp(
    `<(?:\\w+:)?${name}((?:\\s[^>]*?)?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`,
    'g',
  )
  return Array.from(xml.matchAll(pattern), ([, attributes = '', inner = '']) => ({
    attributes,
    inner,
  }))
}
