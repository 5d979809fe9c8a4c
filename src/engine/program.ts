import { type Expressions, expressions } from './expressions/expression.ts'
import type { Flow, Model, Node } from './model.ts'

/** The scope of the process itself, where a sub-process would have its element id. */
export const ROOT = ''

/** A model with everything looked up that each step would look up again. Made once, never changed. */
export type Program = {
  model: Model
  expressions: Expressions
  node: (id: string) => Node
  flow: (id: string) => Flow
  /** Plain start events of a scope. */
  starts: (scope: string) => Node[]
  /** What watches an activity, or a scope from inside: boundary events and event sub-processes. */
  watchers: (id: string) => Node[]
  /** Where a thrown link goes on. */
  linkTarget: (scope: string, name: string) => Node | undefined
  /** The events that throw to a link's far end. */
  linkSources: (target: Node) => string[]
}

export function prepare(model: Model): Program {
  const nodes = Object.values(model.nodes)
  const handlers = nodes.filter(({ isHandler }) => isHandler === true)
  const starts = nodes.filter(({ type, parent }) => type === 'start' && !isHandler(model, parent))
  const startOf = (handler: Node) =>
    nodes.find(({ type, parent }) => type === 'start' && parent === handler.id)
  const watchers = groupBy(
    [
      ...nodes.filter(({ attachedTo }) => attachedTo !== undefined),
      ...handlers.map(startOf).filter((start) => start !== undefined),
    ],
    (node) => node.attachedTo ?? model.nodes[node.parent ?? '']?.parent ?? ROOT,
  )
  const startsOf = groupBy(starts, ({ parent }) => parent ?? ROOT)
  const links = new Map(
    nodes.filter(isLinkTarget).map((node) => [linkKey(node.parent, node.trigger?.name), node]),
  )
  return {
    model,
    expressions: expressions(),
    node: (id) => model.nodes[id] as Node,
    flow: (id) => model.flows[id] as Flow,
    starts: (scope) => startsOf.get(scope) ?? [],
    watchers: (id) => watchers.get(id) ?? [],
    linkSources: ({ parent, trigger }) =>
      nodes
        .filter((node) => node.trigger?.kind === 'link' && node.isThrowing === true)
        .filter((node) => node.parent === parent && node.trigger?.name === trigger?.name)
        .map(({ id }) => id),
    linkTarget: (scope, name) => links.get(linkKey(scope === ROOT ? undefined : scope, name)),
  }
}

const isHandler = (model: Model, id: string | undefined): boolean =>
  id !== undefined && model.nodes[id]?.isHandler === true

const isLinkTarget = (node: Node): boolean => node.trigger?.kind === 'link' && !node.isThrowing

const linkKey = (scope: string | undefined, name: string | undefined) => `${scope ?? ROOT} ${name}`

function groupBy(nodes: Node[], key: (node: Node) => string): Map<string, Node[]> {
  return Map.groupBy(nodes, key)
}
