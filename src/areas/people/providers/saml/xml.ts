import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom'

/** Far more than any real answer has. */
const MOST_ELEMENTS = 2_000
/** Prefixed names and the like: each is resolved. */
const MOST_ATTRIBUTES = 4_000
const DEEPEST = 50
/** Characters that the parser would turn into line breaks, making two names equal. */
const BREAKS = /[\u0085\u2028]/

/** The root of a document. Document types and entities are refused before parsing. */
export function parse(xml: string): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error('the answer defines a document type')
  if (xml.split('<').length > 2 * MOST_ELEMENTS) throw new Error(TOO_LARGE)
  if (xml.split('=').length > MOST_ATTRIBUTES) throw new Error(TOO_LARGE)
  if (BREAKS.test(xml)) throw new Error('the answer has line breaks that XML does not know')
  const root = read(xml)
  if (!root) throw new Error('the answer is not XML')
  return root
}

/** Parser errors quote the answer, which anybody may have written. */
function read(xml: string): Element | null {
  try {
    return new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml')
      .documentElement
  } catch {
    return null
  }
}

const TOO_LARGE = 'the answer has too many elements, or too many inside each other'

/** The element itself and everything inside of it. */
export function listElements(root: Element): Element[] {
  const found: Element[] = []
  let level = [root]
  for (let depth = 0; depth < DEEPEST; depth++) {
    found.push(...level)
    level = level.flatMap(elementsOf)
    if (level.length === 0) return found
  }
  throw new Error(TOO_LARGE)
}

export const elementsOf = (parent: Element): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1)

export type Name = readonly [namespace: string, name: string]

export const isNamed = (element: Element, [namespace, name]: Name): boolean =>
  element.namespaceURI === namespace && element.localName === name

export const childrenOf = (parent: Element, name: Name): Element[] =>
  elementsOf(parent).filter((each) => isNamed(each, name))

/** The only one; undefined if there is none. */
export function childOf(parent: Element, name: Name): Element | undefined {
  const [child, another] = childrenOf(parent, name)
  if (another) throw new Error(`the answer has several elements ${name[1]} where one belongs`)
  return child
}

/** The whole text: comments do not end it, and only XML white space around it is removed. */
export const textOf = (element: Element | undefined): string =>
  (element?.textContent ?? '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
