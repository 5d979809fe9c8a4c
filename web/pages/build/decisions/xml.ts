/** An element of an XML text and where it stands in it. */
export type Element = {
  /** Without its prefix. */
  name: string
  prefix: string
  start: number
  /** Behind the opening tag. */
  openEnd: number
  /** Before the closing tag; for `<text/>` the same as `openEnd`. */
  closeStart: number
  end: number
  children: Element[]
  parent?: Element
}

/** A piece of the text, and what stands there instead. */
export type Splice = { from: number; to: number; text: string }

const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<(\/)?(?:([\w.-]+):)?([\w.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/)?>/g

/** All elements, in the order of the text. Whatever is no XML has fewer of them, and never fails. */
export function elementsOf(text: string): Element[] {
  const all: Element[] = []
  const open: Element[] = []
  for (const found of text.matchAll(TAG)) {
    const [whole, closing, prefix = '', name, , isEmpty] = found
    if (name === undefined) continue
    const [start, end] = [found.index, found.index + whole.length]
    if (closing) {
      const element = open.pop()
      if (element) Object.assign(element, { closeStart: start, end })
      continue
    }
    const parent = open.at(-1)
    const place = { start, openEnd: end, closeStart: end, end }
    const element: Element = { name, prefix, ...place, children: [], ...(parent && { parent }) }
    parent?.children.push(element)
    all.push(element)
    if (!isEmpty) open.push(element)
  }
  return all
}

export const childrenOf = ({ children }: Element, name: string): Element[] =>
  children.filter((child) => child.name === name)

const ATTRIBUTE = (name: string) => new RegExp(`(\\s)${name}\\s*=\\s*("[^"]*"|'[^']*')`)

export function attributeOf(text: string, element: Element, name: string): string {
  const found = ATTRIBUTE(name).exec(text.slice(element.start, element.openEnd))
  return decode(found?.[2]?.slice(1, -1) ?? '')
}

/** Sets an attribute; an empty one is taken away. */
export function setAttribute(
  text: string,
  element: Element,
  name: string,
  value: string,
): Splice[] {
  const found = ATTRIBUTE(name).exec(text.slice(element.start, element.openEnd))
  const written = value === '' ? '' : ` ${name}="${encode(value).replaceAll('"', '&quot;')}"`
  if (found) {
    const from = element.start + found.index
    return [{ from, to: from + found[0].length, text: written }]
  }
  if (written === '') return []
  const tag = text.slice(element.start, element.openEnd)
  const at = element.start + (/^<[\w.:-]+/.exec(tag)?.[0].length ?? 1)
  return [{ from: at, to: at, text: written }]
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, number, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (number) return String.fromCodePoint(Number(number))
    return ENTITIES[name] ?? all
  })

export const encode = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The content of `<text>` in an element. */
export function textIn(text: string, element: Element | undefined): string {
  const [child] = element ? childrenOf(element, 'text') : []
  if (!child) return ''
  return text
    .slice(child.openEnd, child.closeStart)
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->)/)
    .map((part) => {
      if (part.startsWith('<!--')) return ''
      return part.startsWith('<![CDATA[') ? part.slice(9, -3) : decode(part)
    })
    .join('')
    .trim()
}

/** Writes the content of `<text>`, and nothing beside it. */
export function setText(text: string, element: Element, value: string): Splice[] {
  const [child] = childrenOf(element, 'text')
  const content = encode(value)
  const tag = nameIn(element, 'text')
  const whole = `<${tag}>${content}</${tag}>`
  if (child && child.closeStart < child.end) {
    return [{ from: child.openEnd, to: child.closeStart, text: content }]
  }
  if (child) return [{ from: child.start, to: child.end, text: whole }]
  if (element.closeStart < element.end) {
    return [{ from: element.openEnd, to: element.openEnd, text: whole }]
  }
  return [
    {
      from: element.start,
      to: element.end,
      text: `${opened(text, element)}${whole}</${nameIn(element, element.name)}>`,
    },
  ]
}

/** `<rule id="a"/>` as `<rule id="a">`. */
const opened = (text: string, { start, openEnd }: Element): string =>
  text.slice(start, openEnd).replace(/\s*\/>$/, '>')

/** A name as its neighbours have it: with their prefix. */
export const nameIn = ({ prefix }: Element, name: string): string =>
  prefix === '' ? name : `${prefix}:${name}`

/** The line break and the blanks before an element; empty where it shares its line. */
export function indentOf(text: string, { start }: Element): string {
  return /(?:\r?\n)[ \t]*$/.exec(text.slice(0, start))?.[0] ?? ''
}

/** Takes an element away, and its line. */
export const remove = (text: string, element: Element): Splice => ({
  from: element.start - indentOf(text, element).length,
  to: element.end,
  text: '',
})

/** Behind an element, on a line of its own if that has one. */
export const insertAfter = (text: string, element: Element, written: string): Splice => ({
  from: element.end,
  to: element.end,
  text: indentOf(text, element) + written,
})

export const insertBefore = (text: string, element: Element, written: string): Splice => ({
  from: element.start,
  to: element.start,
  text: written + indentOf(text, element),
})

/** All at once: each says where in the text as it was. */
export const splice = (text: string, all: readonly Splice[]): string =>
  all
    .toSorted((one, other) => other.from - one.from || other.to - one.to)
    .reduce(
      (written, { from, to, text: by }) => written.slice(0, from) + by + written.slice(to),
      text,
    )
