import { initialsOf } from '../initial.ts'
import { hasExits, type Model, type Node, nodesOf } from '../model.ts'
import { cyclesOf, type Dominators, dominatorsOf, type Edges, reverse } from './dominators.ts'
import { type Links, linksOf, successorsOf } from './graph.ts'
import { type Check, problem } from './problem.ts'

/**
 * Joins that can never complete: two of their flows come only from different branches of one choice, and
 * no second token can reach that choice. Uncertain cases are not reported.
 */
export const checkJoins: Check = (model) => {
  const joins = nodesOf(model).filter(
    ({ gateway, incoming }) => gateway === 'parallel' && incoming.length > 1,
  )
  if (joins.length === 0) return []
  const graph = graphOf(model)
  return joins
    .filter((join) => choicesBetween(graph, join).some((choice) => isEnteredOnce(graph, choice)))
    .map((join) =>
      problem(join, 'its flows come from different branches of one choice: it can never complete'),
    )
}

type Graph = {
  model: Model
  /** Elements and flows alike. */
  next: Edges
  before: Edges
  dominators: Dominators
  cycles: Map<string, number>
  /** Everything reachable from a split in a cycle, which multiplies tokens. */
  bred: Set<string>
  /** Memo of `isEnteredOnce`: whether no split before an element leads to it twice. */
  isSingle: Map<string, boolean>
}

const BEGIN = ' begin'

function graphOf(model: Model): Graph {
  const next = edgesOf(model)
  const cycles = cyclesOf(next)
  const staysIn = (id: string) => (each: string) => cycles.get(each) === cycles.get(id)
  const breeders = nodesOf(model).filter(
    ({ id, completionQuantity = 1 }) =>
      completionQuantity > 1 ||
      (isSplit(model, next, id) && (next.get(id) ?? []).some(staysIn(id))),
  )
  return {
    model,
    next,
    before: reverse(next),
    dominators: dominatorsOf(next, BEGIN),
    cycles,
    bred: reachable(
      next,
      breeders.map(({ id }) => id),
    ),
    isSingle: new Map(),
  }
}

function edgesOf(model: Model): Edges {
  const links: Links = linksOf(model)
  const nodes = nodesOf(model)
  const next: Edges = new Map()
  const initial = [...links.inside.values()].flatMap(initialsOf)
  const others = nodes.filter(({ isHandler, isForCompensation }) => isHandler || isForCompensation)
  next.set(
    BEGIN,
    [...initial, ...others].map(({ id }) => id),
  )
  for (const node of nodes) {
    const targets = new Set(node.outgoing.map((flow) => model.flows[flow]?.target))
    const others = successorsOf(model, node.id, links).filter((id) => !targets.has(id))
    next.set(node.id, [...node.outgoing, ...others])
  }
  for (const { id, target } of Object.values(model.flows)) next.set(id, [target])
  return next
}

function reachable(next: Edges, from: string[]): Set<string> {
  const reached = new Set<string>()
  const waiting = from.flatMap((id) => next.get(id) ?? [])
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(next.get(id) ?? []))
  }
  return reached
}

const isChoice = ({ flows }: Model, { gateway, type, outgoing, loop }: Node): boolean =>
  outgoing.length > 1 &&
  (gateway === 'exclusive' ||
    (!loop &&
      ['user', 'sign_item', 'registration'].includes(type) &&
      hasExits(outgoing.flatMap((id) => flows[id] ?? []))))

/** Whether it may send on more than one token. */
function isSplit(model: Model, next: Edges, id: string): boolean {
  const node = model.nodes[id]
  return node !== undefined && (next.get(id) ?? []).length > 1 && !isChoice(model, node)
}

/** The choices of which a join needs several branches, between the join and the common dominator of its flows. */
function choicesBetween({ model, dominators }: Graph, { incoming }: Node): string[] {
  const top = incoming.reduce(dominators.common)
  const ways = new Map<string, number>()
  const seen = new Set([top])
  for (const flow of incoming) {
    for (let at: string | undefined = flow; at !== undefined && !seen.has(at); ) {
      seen.add(at)
      const source = model.nodes[model.flows[at]?.source ?? '']
      if (source && isChoice(model, source)) ways.set(source.id, (ways.get(source.id) ?? 0) + 1)
      at = dominators.of(at)
    }
  }
  return [...ways].filter(([, count]) => count > 1).map(([id]) => id)
}

/** Not in a cycle, and no split before it leads to it twice. */
function isEnteredOnce(graph: Graph, choice: string): boolean {
  const { cycles, next, bred, dominators, isSingle } = graph
  const number = cycles.get(choice)
  const isInCycle = (next.get(choice) ?? []).some((each) => cycles.get(each) === number)
  if (isInCycle || bred.has(choice)) return false
  const asked: string[] = []
  let at: string | undefined = choice
  for (; at !== undefined && !isSingle.has(at); at = dominators.of(at)) asked.push(at)
  let isOnce = at === undefined || isSingle.get(at) === true
  for (const id of asked.toReversed()) {
    isOnce &&= isOnceBehindDominator(graph, id)
    isSingle.set(id, isOnce)
  }
  return isOnce
}

function isOnceBehindDominator(graph: Graph, id: string): boolean {
  const between = elementsBetween(graph, id)
  const leadsOn = (each: string) => each === id || between.has(each)
  return [...between].every((each) => {
    const ways = (graph.next.get(each) ?? []).filter(leadsOn)
    return ways.length < 2 || !sendsAll(graph, each, ways)
  })
}

/** A process begins at one of its start events; a sub-process at all, like one without start events. */
function sendsAll({ model, next }: Graph, id: string, ways: string[]): boolean {
  if (id !== BEGIN) return isSplit(model, next, id)
  return ways.some((each) => {
    const { type, parent } = model.nodes[each] ?? {}
    return type !== 'start' || parent !== undefined
  })
}

/** Everything on the paths from the dominator of an element to it, including the dominator. */
function elementsBetween({ before, dominators }: Graph, id: string): Set<string> {
  const top = dominators.of(id)
  const between = new Set<string>()
  const waiting = [...(before.get(id) ?? [])]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (between.has(at)) continue
    between.add(at)
    if (at !== top) waiting.push(...(before.get(at) ?? []))
  }
  return between
}
