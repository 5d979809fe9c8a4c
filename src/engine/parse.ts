import { BpmnModdle } from 'bpmn-moddle'
import { didYouMean } from '../lib/did-you-mean.ts'
import { DOCUMENT_TYPE, hasDocumentType } from '../lib/document-type.ts'
import { ATTRIBUTES, ELEMENTS, extension } from './extension.ts'
import type { ModelProblem } from './model.ts'
import type { Element } from './refuse.ts'

export type Parsed = { root: Element; warnings: Warning[] }

type Sorted = {
  problems: ModelProblem[]
  /** Elements that refer to something unreadable: no further problems are reported for them. */
  blameless: Set<string>
}

/** Parses the XML, or returns the problem. */
export async function parse(xml: string): Promise<Parsed | ModelProblem> {
  if (hasDocumentType(xml)) return notBpmn({ message: DOCUMENT_TYPE })
  try {
    const { rootElement, warnings } = await new BpmnModdle({ kontor: extension }).fromXML(xml)
    return { root: rootElement as Element, warnings: nameLists(warnings as Warning[]) }
  } catch (error) {
    const { message, ...place } = withPlace((error as Error).message)
    return notBpmn({ message: inWords(message), ...place })
  }
}

const notBpmn = ({ message, ...place }: Pick<ModelProblem, 'message' | 'at'>): ModelProblem => ({
  element: '',
  name: '',
  message: `this is not BPMN 2.0 XML: ${message}`,
  ...place,
})

/** What the parser says of XML that it cannot read, in words for people. */
const WORDS: [said: RegExp, words: string][] = [
  [/closing tag mismatch|close tag|missing open tag/, 'a closing tag has no tag that it closes'],
  [/unclosed|unexpected end of file/, 'a tag, or the file as a whole, does not end'],
  [/failed to parse document|missing start tag/, 'it does not begin with <definitions> of BPMN'],
]

const inWords = (message: string): string =>
  WORDS.find(([said]) => said.test(message))?.[1] ?? message

/** A loop may name a variable where the standard has a reference to a data object. */
function nameLists(warnings: Warning[]): Warning[] {
  const isList = ({ property = '' }: Warning) => /:loopData(In|Out)putRef$/.test(property)
  for (const { element, property = '', value = '' } of warnings.filter(isList)) {
    if (element) element[property.replace(/^\w+:/, '')] = { $type: '', id: value, name: value }
  }
  return warnings.filter((warning) => !isList(warning))
}

type Warning = { message: string; element?: Element; property?: string; value?: string }

/**
 * Turns the parser's warnings into problems, after every element has got an id. References to unreadable
 * elements are not reported again.
 */
export function sortWarnings(warnings: Warning[]): Sorted {
  const unread = new Set(
    warnings.flatMap(({ message }) => /illegal ID <(.+)>/.exec(message)?.[1] ?? []),
  )
  const told = warnings.filter((warning) => !isForeign(warning))
  const { first = [], second = [] } = Object.groupBy(told, ({ value }) =>
    unread.has(value ?? '') ? 'second' : 'first',
  )
  return {
    problems: first.map(toProblem),
    blameless: new Set(second.map(({ element }) => ownerOf(element)?.id ?? '')),
  }
}

function toProblem(warning: Warning): ModelProblem {
  const owner = ownerOf(warning.element)
  const { message, ...place } = withPlace(warning.message)
  const hinted = `${message}${hintFor(warning)}`
  const problem = { element: owner?.id ?? '', name: nameOf(owner), message: hinted, ...place }
  return isHarmless(warning) ? { ...problem, severity: 'warning' } : problem
}

/** The element that a part, such as a trigger, belongs to. */
function ownerOf(element: Element | undefined): Element | undefined {
  return !element || element.id ? element : ownerOf(element.$parent as Element | undefined)
}

/** The parser puts line and column into its message and counts from 0. */
function withPlace(text: string): Pick<ModelProblem, 'message' | 'at'> {
  const [said, line, column] = /\s*line: (\d+)\s+column: (\d+)/.exec(text) ?? []
  if (said === undefined) return { message: oneLine(text) }
  const at = { line: Number(line) + 1, column: Number(column) + 1 }
  return { message: oneLine(text.replace(said, '')), at }
}

const nameOf = (element: Element | undefined): string =>
  typeof element?.name === 'string' ? element.name : ''

/** Reported with its element by `foreignIn`; on an element of ours every attribute is ours. */
const isForeign = ({ message, element }: Warning): boolean =>
  !isOurs(element) && /unknown attribute <(?!kontor:)|unknown type <(?!kontor:|bpmn:)/.test(message)

const isOurs = (element: Element | undefined) => element?.$type.startsWith('kontor:') === true

/** What a mistyped attribute or element of ours was meant to be. */
function hintFor({ message, element }: Warning): string {
  const [, attribute] = /unknown attribute <(?:kontor:)?([\w-]+)>/.exec(message) ?? []
  if (attribute !== undefined) {
    const known = attributesOn(element)
    return known.includes(attribute) ? ' on this element' : didYouMean(attribute, known)
  }
  const [, tag] = /unknown type <kontor:([\w-]+)>/.exec(message) ?? []
  return tag === undefined ? '' : didYouMean(tag, ELEMENTS)
}

/** An element of BPMN may have those of all its kinds: which ones does not matter to a hint. */
function attributesOn(element: Element | undefined): string[] {
  const wanted = isOurs(element) ? element?.$type : ''
  return ATTRIBUTES.flatMap(({ type, names }) => (type === wanted ? names : []))
}

/** References that matter for execution; the others are documentation or duplicates. */
const NEEDED =
  /:(attachedToRef|default|messageRef|signalRef|errorRef|escalationRef|activityRef|eventDefinitionRef)$/

function isHarmless({ message, element, property = '' }: Warning): boolean {
  if (/document encoding/.test(message)) return true
  if (/<(bpmndi|di|dc):/.test(message)) return true
  if (!/^unresolved reference/.test(message)) return false
  const isFlow = element?.$type === 'bpmn:SequenceFlow' && /:(source|target)Ref$/.test(property)
  return !isFlow && !NEEDED.test(property)
}

const oneLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?nested error:/, ':')
    .trim()
