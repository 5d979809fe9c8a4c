import { BpmnModdle } from 'bpmn-moddle'
import { extension } from './extension.ts'
import type { ModelProblem } from './model.ts'
import type { Element } from './refuse.ts'

export type Parsed = { root: Element; warnings: Warning[] }

type Sorted = {
  problems: ModelProblem[]
  /** Elements that refer to something which could not be read: nothing more is said about them. */
  blameless: Set<string>
}

/** Reads the XML, or says why it is none. */
export async function parse(xml: string): Promise<Parsed | ModelProblem> {
  try {
    const { rootElement, warnings } = await new BpmnModdle({ kontor: extension }).fromXML(xml)
    return { root: rootElement as Element, warnings: warnings as Warning[] }
  } catch (error) {
    const { message, ...place } = withPlace((error as Error).message)
    return { element: '', name: '', message: `this is not BPMN 2.0 XML: ${message}`, ...place }
  }
}

type Warning = { message: string; element?: Element; property?: string; value?: string }

/**
 * What the reader stumbled over, once every element has an id. References to something it could not
 * read are not told again.
 */
export function sortWarnings(warnings: Warning[]): Sorted {
  const unread = new Set(
    warnings.flatMap(({ message }) => /illegal ID <(.+)>/.exec(message)?.[1] ?? []),
  )
  const told = warnings.filter(({ message }) => !isForeign(message))
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
  const problem = { element: owner?.id ?? '', name: nameOf(owner), ...withPlace(warning.message) }
  return isHarmless(warning) ? { ...problem, severity: 'warning' } : problem
}

/** Parts of an element, such as its trigger, go by the element. */
function ownerOf(element: Element | undefined): Element | undefined {
  return !element || element.id ? element : ownerOf(element.$parent as Element | undefined)
}

/** The reader counts from 0, and says it in the middle of its words. */
function withPlace(text: string): Pick<ModelProblem, 'message' | 'at'> {
  const [said, line, column] = /\s*line: (\d+)\s+column: (\d+)/.exec(text) ?? []
  if (said === undefined) return { message: oneLine(text) }
  const at = { line: Number(line) + 1, column: Number(column) + 1 }
  return { message: oneLine(text.replace(said, '')), at }
}

const nameOf = (element: Element | undefined): string =>
  typeof element?.name === 'string' ? element.name : ''

/** Told with its element where it is met in the process. */
const isForeign = (message: string): boolean =>
  /unknown attribute <(?!kontor:)|unknown type <(?!kontor:|bpmn:)/.test(message)

/** References that something is carried out by; all others are drawn for people or said twice. */
const NEEDED =
  /:(attachedToRef|default|messageRef|signalRef|errorRef|escalationRef|eventDefinitionRef)$/

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
