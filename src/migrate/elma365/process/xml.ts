import { toText } from '../text.ts'

export type Xml = {
  tag: string
  attributes?: Record<string, string | number | boolean | undefined>
  children?: readonly Xml[]
  text?: string
  /** A text that is written as it is. */
  verbatim?: string
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

const escapeAll = (text: string): string =>
  toText(text).replaceAll(/[&<>"\n\r\t]/g, (each) => ESCAPES[each] ?? each)

/** An element and what is in it, one line each. Attributes without a value are not written. */
export function writeXml(
  { tag, attributes = {}, children = [], text, verbatim }: Xml,
  indent = '',
): string {
  const said = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escapeAll(String(value))}"`],
  )
  const open = `${indent}<${tag}${said.join('')}`
  if (text !== undefined) return `${open}>${escapeAll(text)}</${tag}>\n`
  if (verbatim !== undefined) {
    return `${open}><![CDATA[${toText(verbatim).replaceAll(']]>', ']]]]><![CDATA[>')}]]></${tag}>\n`
  }
  if (children.length === 0) return `${open} />\n`
  const inside = children.map((each) => writeXml(each, `${indent}  `)).join('')
  return `${open}>\n${inside}${indent}</${tag}>\n`
}
