import type { Model, Node } from '../model.ts'
import { nodesOf } from '../model.ts'
import { successorsOf, watchersOf } from './graph.ts'
import { type Check, problem } from './problem.ts'

/**
 * Joins that can never complete: two of their flows come only by different ways out of one and the same
 * choice, and nothing ever brings that choice a second token. What is only doubtful is left alone.
 */
export const checkJoins: Check = (model) => {
  const joins = nodesOf(model).filter(
    ({ gateway, incoming }) => gateway === 'parallel' && incoming.length > 1,
  )
  if (joins.length === 0) return []
  const dominators = dominatorsOf(model)
  return joins
    .filter((join) => isHopeless(model, join, dominators))
    .map((join) =>
      problem(join, 'its flows come from different ways out of one choice: it can never complete'),
    )
}

function isHopeless(model: Model, { incoming }: Node, dominators: Dominators): boolean {
  const needed = incoming.map((flow) => choicesBefore(model, flow, dominators))
  return needed.some((one, index) =>
    needed.slice(index + 1).some((other) =>
      [...one].some(([choice, way]) => {
        const otherWay = other.get(choice)
        return otherWay !== undefined && otherWay !== way && isEnteredOnce(model, choice)
      }),
    ),
  )
}

/** The choices that every token on a flow has made, and how. */
function choicesBefore(
  { nodes, flows }: Model,
  flow: string,
  dominators: Dominators,
): Map<string, string> {
  const choices = new Map<string, string>()
  for (let at: string | undefined = flow; at !== undefined; at = dominators.get(at)) {
    const source = nodes[flows[at]?.source ?? '']
    if (source && isChoice(source)) choices.set(source.id, at)
  }
  return choices
}

const isChoice = ({ gateway, type, outgoing, loop }: Node): boolean =>
  outgoing.length > 1 &&
  (gateway === 'exclusive' || (!loop && ['user', 'sign_item', 'registration'].includes(type)))

/** Not in a cycle, and no split before it leads to it twice. */
function isEnteredOnce(model: Model, choice: string): boolean {
  const watchers = watchersOf(model)
  const next = new Map(nodesOf(model).map(({ id }) => [id, successorsOf(model, id, watchers)]))
  const leading = leadingTo(choice, next)
  if (leading.has(choice)) return false
  return [...leading].every((id) => {
    const ways = (next.get(id) ?? []).filter((each) => each === choice || leading.has(each))
    return ways.length < 2 || isChoice(model.nodes[id] as Node)
  })
}

/** The elements from which an element can be reached. */
function leadingTo(id: string, next: Map<string, string[]>): Set<string> {
  const before = reverse(next)
  const leading = new Set<string>()
  const waiting = [...(before.get(id) ?? [])]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (leading.has(at)) continue
    leading.add(at)
    waiting.push(...(before.get(at) ?? []))
  }
  return leading
}

function reverse(next: Map<string, string[]>): Map<string, string[]> {
  const before = new Map<string, string[]>()
  for (const [id, targets] of next) {
    for (const target of targets) {
      const sources = before.get(target)
      if (sources) sources.push(id)
      else before.set(target, [id])
    }
  }
  return before
}

/** For each element and flow: the one that every token must have passed last before it. */
type Dominators = Map<string, string>

/** Cooper, Harvey and Kennedy: "A Simple, Fast Dominance Algorithm", over elements and flows alike. */
function dominatorsOf(model: Model): Dominators {
  const next = neighbours(model)
  const order = postorder(next)
  const number = new Map(order.map((id, index) => [id, index]))
  const before = reverse(next)
  const dominators = new Map([[BEGIN, BEGIN]])
  const rank = (id: string) => number.get(id) ?? -1
  const meet = (one: string, other: string): string => {
    let [a, b] = [one, other]
    while (a !== b) {
      while (rank(a) < rank(b)) a = dominators.get(a) ?? BEGIN
      while (rank(b) < rank(a)) b = dominators.get(b) ?? BEGIN
    }
    return a
  }
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (const id of order.toReversed()) {
      if (id === BEGIN) continue
      const known = (before.get(id) ?? []).filter((each) => dominators.has(each))
      const dominator = known.reduce<string | undefined>(
        (a, b) => (a === undefined ? b : meet(a, b)),
        undefined,
      )
      if (dominator === undefined || dominators.get(id) === dominator) continue
      dominators.set(id, dominator)
      hasChanged = true
    }
  }
  dominators.delete(BEGIN)
  return dominators
}

const BEGIN = ' begin'

function neighbours(model: Model): Map<string, string[]> {
  const watchers = watchersOf(model)
  const next = new Map<string, string[]>()
  const nodes = nodesOf(model)
  next.set(
    BEGIN,
    nodes.filter(({ type }) => type === 'start').map(({ id }) => id),
  )
  for (const node of nodes) {
    const targets = new Set(node.outgoing.map((flow) => model.flows[flow]?.target))
    const others = successorsOf(model, node.id, watchers).filter((id) => !targets.has(id))
    next.set(node.id, [...node.outgoing, ...others])
  }
  for (const { id, target } of Object.values(model.flows)) next.set(id, [target])
  return next
}

/** Everything that can be reached, each after what follows it. Without recursion: models may be long. */
function postorder(next: Map<string, string[]>): string[] {
  const order: string[] = []
  const seen = new Set([BEGIN])
  const stack = [{ id: BEGIN, rest: [...(next.get(BEGIN) ?? [])] }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const id = top.rest.pop()
    if (id === undefined) {
      order.push(top.id)
      stack.pop()
    } else if (!seen.has(id)) {
      seen.add(id)
      stack.push({ id, rest: [...(next.get(id) ?? [])] })
    }
  }
  return order
}
