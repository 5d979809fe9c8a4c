/** An element of an XML file, with the names of tags and attributes without their prefixes. */
export type XmlElement = {
  tag: string
  attributes: Record<string, string>
  parent: XmlElement | undefined
}

/** A text in the file: the value of an attribute, or what is between two tags. */
export type XmlText = {
  element: XmlElement
  /** Absent for what is between tags. */
  attribute?: string
  value: string
  start: number
  end: number
  /** In CDATA a character is itself. */
  isRaw: boolean
}

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<!(?:[^<>"']|"[^"]*"|'[^']*')*>|<\/[^>]*>|<((?:[\w.-]+:)?[\w.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>|[^<]+/g
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** All texts of a file, with their offsets. What cannot be read as XML has none. */
export function textsIn(xml: string): XmlText[] {
  const texts: XmlText[] = []
  let element: XmlElement | undefined
  for (const match of xml.matchAll(TOKEN)) {
    const [token, raw, name, attributes = ''] = match
    const start = match.index
    if (name !== undefined) {
      const opened: XmlElement = { tag: local(name), attributes: {}, parent: element }
      const offset = start + 1 + name.length
      texts.push(...attributesOf(opened, attributes, offset))
      if (!attributes.endsWith('/')) element = opened
    } else if (token.startsWith('</')) {
      element = element?.parent
    } else if (raw !== undefined && element) {
      texts.push({
        element,
        value: raw,
        start: start + 9,
        end: start + token.length - 3,
        isRaw: true,
      })
    } else if (!token.startsWith('<') && element && token.trim() !== '') {
      const end = start + token.length
      texts.push({ element, value: decode(token), start, end, isRaw: false })
    }
  }
  return texts
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesOf(element: XmlElement, text: string, offset: number): XmlText[] {
  return Array.from(text.matchAll(ATTRIBUTE), (match) => {
    const [whole, name = '', double, single] = match
    const written = double ?? single ?? ''
    const end = offset + match.index + whole.length - 1
    const [attribute, value] = [local(name), decode(written)]
    element.attributes[attribute] = value
    return { element, attribute, value, start: end - written.length, end, isRaw: false }
  })
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (entity, hex?: string, decimal?: string, name = '') => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return name ? (ENTITIES[name] ?? entity) : String.fromCodePoint(code)
    },
  )

const encode = (text: string): string =>
  text.replace(/[<>&"']/g, (char) => {
    const [name] = Object.entries(ENTITIES).find(([, each]) => each === char) ?? []
    return `&${name};`
  })

/** The file with other texts; everything else stays as it is written. */
export const replaceTexts = (
  xml: string,
  changes: readonly (readonly [XmlText, string])[],
): string =>
  changes
    .toSorted(([one], [other]) => other.start - one.start)
    .reduce(
      (text, [{ start, end, isRaw }, value]) =>
        text.slice(0, start) + (isRaw ? value : encode(value)) + text.slice(end),
      xml,
    )
