import { BpmnModdle } from 'bpmn-moddle'
import { extension } from './extension.ts'
import type { Model } from './model.ts'
import { childrenOf, type Element } from './refuse.ts'

/**
 * Ids are optional in BPMN, but we store elements by id. An element without one gets an id that stays the
 * same as long as its surroundings do: a flow is named after its two ends, an element after its kind and
 * its index among those of its kind. Returns the elements that had none.
 */
export function nameElements(process: Element): Element[] {
  const all = [process, ...childrenOf(process)]
  const taken = new Set(all.flatMap(({ id }) => (id ? [id] : [])))
  const counts = new Map<string, number>()
  const unnamed = all.filter(({ id }) => !id)
  // Flows last: their ends must have names first.
  const flows = unnamed.filter(isFlow)
  for (const each of [...unnamed.filter((one) => !isFlow(one)), ...flows]) {
    each.id = freeName(isFlow(each) ? flowName(each) : kindName(each), taken, counts)
  }
  return unnamed
}

/** Writes the ids of the model into a diagram where they are missing. */
export async function withIds(xml: string, { id, nodes, flows }: Model): Promise<string> {
  const written = new Set(Array.from(xml.matchAll(/\sid\s*=\s*["']([^"']*)/g), ([, each]) => each))
  const ids = [id, ...Object.keys(nodes), ...Object.keys(flows)]
  if (ids.every((each) => written.has(each))) return xml
  const moddle = new BpmnModdle({ kontor: extension })
  const { rootElement } = await moddle.fromXML(xml)
  for (const process of processesOf(rootElement as Element)) nameElements(process)
  return (await moddle.toXML(rootElement)).xml
}

const isExecutable = ({ $type, isExecutable: is }: Element) =>
  $type === 'bpmn:Process' && is !== false

/** A diagram has one executable process; other pools are documentation. */
export const processesOf = ({ rootElements = [] }: Element): Element[] =>
  rootElements.filter(isExecutable)

const isFlow = ({ $type }: Element): boolean => $type === 'bpmn:SequenceFlow'

const endOf = (reference: unknown): string => (reference as Element | undefined)?.id ?? 'nothing'

const flowName = ({ sourceRef, targetRef }: Element): string =>
  `${endOf(sourceRef)}_to_${endOf(targetRef)}`

/** `bpmn:EndEvent` → `end_event`. */
const kindName = ({ $type }: Element): string =>
  $type
    .replace(/^\w+:/, '')
    .replace(/(?<!^)([A-Z])/g, '_$1')
    .toLowerCase()

function freeName(wanted: string, taken: Set<string>, counts: Map<string, number>): string {
  for (let number = (counts.get(wanted) ?? 0) + 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}_${number}`
    if (taken.has(name)) continue
    counts.set(wanted, number)
    return name
  }
}
