import { type Expressions, expressions } from './expressions/expression.ts'
import { initialsOf } from './initial.ts'
import { type Flow, type Model, type Node, nodesOf } from './model.ts'
import { type Source, toSource } from './path.ts'

/** The scope of the process itself; a sub-process uses its element id. */
export const ROOT = ''

/** Precomputed facts about an element, or about the process as a whole. */
export type Facts = {
  /** Where it begins: its start events, or the elements without an incoming flow. */
  starts: Node[]
  /** Of the process: the pools that begin with it. */
  pools: string[]
  /** Its boundary events. */
  border: Node[]
  /** The start events of the event sub-processes inside it. */
  handlers: Node[]
  /** Whether tokens may watch its tokens. */
  isWatched: boolean
  /** Whether it, or something inside it, can be undone once it is completed. */
  isUndoable: boolean
  /** What undoes it: an activity, or the start event of an event sub-process inside it. */
  undoneBy?: string
  undoStart?: Node
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
  for (const [scope, inside] of Map.groupBy(nodesOf(model), ({ parent = ROOT }) => parent)) {
    const own = facts.get(scope)
    if (own) own.starts = initialsOf(inside)
  }
  addPools(model, facts)
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
  pools: [],
  border: [],
  handlers: [],
  isWatched: false,
  isUndoable: false,
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
    isWatched: WATCHED.some((isWatched) => isWatched(node)),
    always: others.filter(({ condition }) => condition === ''),
    asked: others.filter(({ condition }) => condition !== ''),
    ...(otherwise && { otherwise }),
    inputs,
    outputs: assignmentsOf(node, 'out'),
    reads: readsOf(node, inputs),
  }
}

/** Elements whose tokens are watched even without boundary events and event sub-processes. */
const WATCHED: ((node: Node) => boolean)[] = [
  ({ gateway }) => gateway === 'event',
  ({ trigger }) => trigger?.kind === 'multiple',
  ({ type }) => type === 'approval_list_process',
]

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

/** Adds an element to the facts of its scope or activity. */
function addToOthers(model: Model, node: Node, facts: Map<string, Facts>): void {
  if (node.trigger?.kind === 'compensation') {
    addUndoing(model, node, facts)
    return
  }
  const handler = handlerOf(model, node)
  const watched = facts.get(node.attachedTo ?? handler?.parent ?? ROOT)
  if (!watched || (node.attachedTo === undefined && !handler)) return
  watched.isWatched = true
  watched[handler ? 'handlers' : 'border'].push(node)
}

/** The event sub-process, or the pool, that a start event starts. */
function handlerOf({ nodes }: Model, { type, parent, trigger }: Node): Node | undefined {
  const around = type === 'start' && parent !== undefined ? nodes[parent] : undefined
  if (around?.isPool) return trigger && !around.isCalled ? around : undefined
  return around?.isHandler ? around : undefined
}

/** Pools that wait for nothing begin with the process; those that are called begin without triggers. */
function addPools(model: Model, facts: Map<string, Facts>): void {
  for (const { id, isPool, isCalled } of nodesOf(model)) {
    const own = facts.get(id)
    if (!isPool || !own) continue
    const plain = own.starts.filter(({ trigger, type }) => !trigger || type !== 'start')
    own.starts = isCalled && plain.length === 0 ? own.starts : plain
    if (!isCalled && plain.length > 0) facts.get(ROOT)?.pools.push(id)
  }
}

/** Compensation is not waited for: what it undoes is noted when it is completed. */
function addUndoing(model: Model, node: Node, facts: Map<string, Facts>): void {
  const handler = handlerOf(model, node)
  const undone = node.attachedTo ?? handler?.parent
  const own = facts.get(undone ?? ROOT)
  if (undone === undefined || !own) return
  if (handler) own.undoStart = node
  else if (node.undoneBy !== undefined) own.undoneBy = node.undoneBy
  else return
  for (let at: string | undefined = undone; at !== undefined; at = model.nodes[at]?.parent) {
    const around = facts.get(at)
    if (around) around.isUndoable = true
  }
}

const isLink = ({ trigger }: Node): boolean => trigger?.kind === 'link'

const linkKey = ({ parent, trigger }: Node): string => `${parent ?? ROOT} ${trigger?.name}`
