import { type Expressions, expressions } from './expressions/expression.ts'
import { type Flow, type Model, type Node, nodesOf } from './model.ts'
import { type Source, toSource } from './path.ts'

/** The scope of the process itself; a sub-process uses its element id. */
export const ROOT = ''

/** Precomputed facts about an element, or about the process as a whole. */
export type Facts = {
  /** The start events inside it. */
  starts: Node[]
  /** Its boundary events. */
  border: Node[]
  /** The start events of the event sub-processes inside it. */
  handlers: Node[]
  /** Its outgoing flows: those always taken, those with a condition, and the default one. */
  always: Flow[]
  asked: Flow[]
  otherwise?: Flow
  inputs: Assignment[]
  outputs: Assignment[]
  /** The paths it reads. */
  reads: Required<Source>[]
}

export type Assignment = { source: Source; target: string }

/** A model with indexes for the engine. Immutable. */
export type Program = {
  model: Model
  expressions: Expressions
  node: (id: string) => Node
  flow: (id: string) => Flow
  facts: (id: string) => Facts
  /** The targets of a link. */
  linked: (node: Node) => Node[]
}

export function prepare(model: Model): Program {
  const facts = new Map([[ROOT, noFacts()]])
  for (const node of nodesOf(model)) facts.set(node.id, factsOf(model, node))
  for (const node of nodesOf(model)) addToOthers(model, node, facts)
  const links = Map.groupBy(nodesOf(model).filter(isLink), linkKey)
  return {
    model,
    expressions: expressions(),
    node: (id) => model.nodes[id] as Node,
    flow: (id) => model.flows[id] as Flow,
    facts: (id) => facts.get(id) as Facts,
    linked: (node) =>
      (links.get(linkKey(node)) ?? []).filter((each) => each.isThrowing !== node.isThrowing),
  }
}

const noFacts = (): Facts => ({
  starts: [],
  border: [],
  handlers: [],
  always: [],
  asked: [],
  inputs: [],
  outputs: [],
  reads: [],
})

function factsOf({ flows }: Model, node: Node): Facts {
  const ways = node.outgoing.flatMap((id) => flows[id] ?? [])
  const others = ways.filter(({ id }) => id !== node.defaultFlow)
  const otherwise = ways.find(({ id }) => id === node.defaultFlow)
  const inputs = assignmentsOf(node, 'in')
  return {
    ...noFacts(),
    always: others.filter(({ condition }) => condition === ''),
    asked: others.filter(({ condition }) => condition !== ''),
    ...(otherwise && { otherwise }),
    inputs,
    outputs: assignmentsOf(node, 'out'),
    reads: readsOf(node, inputs),
  }
}

const assignmentsOf = ({ mappings }: Node, wanted: 'in' | 'out'): Assignment[] =>
  mappings
    .filter(({ direction }) => direction === wanted)
    .map(({ source, target }) => ({ source: toSource(source), target }))

function readsOf({ settings, loop }: Node, inputs: Assignment[]): Required<Source>[] {
  const texts = [settings.target, settings.targetFieldCode, loop?.over]
  const named = texts.filter((text) => text !== undefined).map(toSource)
  const sources = [...inputs.map(({ source }) => source), ...named]
  return sources.filter((source): source is Required<Source> => source.keys !== undefined)
}

/** Adds an element to the facts of its scope, activity and link. */
function addToOthers(model: Model, node: Node, facts: Map<string, Facts>): void {
  const scope = node.parent ?? ROOT
  if (node.attachedTo !== undefined) facts.get(node.attachedTo)?.border.push(node)
  if (node.type !== 'start') return
  const handler = model.nodes[scope]?.isHandler ? model.nodes[scope] : undefined
  if (handler) facts.get(handler.parent ?? ROOT)?.handlers.push(node)
  facts.get(scope)?.starts.push(node)
}

const isLink = ({ trigger }: Node): boolean => trigger?.kind === 'link'

const linkKey = ({ parent, trigger }: Node): string => `${parent ?? ROOT} ${trigger?.name}`
