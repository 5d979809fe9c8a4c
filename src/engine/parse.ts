import { BpmnModdle } from 'bpmn-moddle'
import { extension } from './extension.ts'
import type { ModelProblem } from './model.ts'
import type { Element } from './refuse.ts'

export type Parsed = {
  root: Element
  problems: ModelProblem[]
  /** Elements that refer to something which could not be read: nothing more is said about them. */
  blameless: Set<string>
}

/** Reads the XML, or says why it is none. */
export async function parse(xml: string): Promise<Parsed | { message: string }> {
  try {
    const { rootElement, warnings } = await new BpmnModdle({ kontor: extension }).fromXML(xml)
    return { root: rootElement as Element, ...sort(warnings as Warning[]) }
  } catch (error) {
    return { message: `this is not BPMN 2.0 XML: ${oneLine((error as Error).message)}` }
  }
}

type Warning = { message: string; element?: Element; property?: string; value?: string }

/** What the reader stumbled over. References to something it could not read are not told again. */
function sort(warnings: Warning[]): Omit<Parsed, 'root'> {
  const unread = new Set(
    warnings.flatMap(({ message }) => /illegal ID <(.+)>/.exec(message)?.[1] ?? []),
  )
  const told = warnings.filter(({ message }) => !isForeign(message))
  const { first = [], second = [] } = Object.groupBy(told, ({ value }) =>
    unread.has(value ?? '') ? 'second' : 'first',
  )
  return {
    problems: first.map(toProblem),
    blameless: new Set(second.map(({ element }) => element?.id ?? '')),
  }
}

function toProblem(warning: Warning): ModelProblem {
  const { message, element } = warning
  const problem = { element: element?.id ?? '', name: nameOf(element), message: oneLine(message) }
  return isHarmless(warning) ? { ...problem, severity: 'warning' } : problem
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
