import { type Model, type Node, nodesOf } from '../model.ts'

/** Indexes of a model: boundary events, link events and start events by the element they belong to. */
export type Links = {
  /** The boundary events of an activity. */
  border: Map<string, Node[]>
  /** The link events of a scope with one name. */
  links: Map<string, Node[]>
  /** The start events of a sub-process. */
  starts: Map<string, Node[]>
  /** Everything directly inside a sub-process, or inside the process itself (`''`). */
  inside: Map<string, Node[]>
}

export function linksOf(model: Model): Links {
  const nodes = nodesOf(model)
  return {
    border: Map.groupBy(
      nodes.filter(({ attachedTo }) => attachedTo !== undefined),
      ({ attachedTo = '' }) => attachedTo,
    ),
    links: Map.groupBy(
      nodes.filter(({ trigger }) => trigger?.kind === 'link'),
      linkKey,
    ),
    starts: Map.groupBy(
      nodes.filter(({ type }) => type === 'start'),
      ({ parent = '' }) => parent,
    ),
    inside: Map.groupBy(nodes, ({ parent = '' }) => parent),
  }
}

const linkKey = ({ parent = '', trigger }: Node): string => `${parent} ${trigger?.name}`

/** The link events with the same name, including this one. */
export const sameLinks = ({ links }: Links, node: Node): Node[] => links.get(linkKey(node)) ?? []

/** Where a token may go from an element: along flows, from boundary events, over a link. */
export function successorsOf(model: Model, id: string, links: Links): string[] {
  const node = model.nodes[id]
  if (!node) return []
  const targets = node.outgoing.flatMap((flow) => model.flows[flow]?.target ?? [])
  const border = (links.border.get(id) ?? []).map((each) => each.id)
  return [...targets, ...border, ...linkTargetsOf(links, node)]
}

const linkTargetsOf = (links: Links, node: Node): string[] =>
  node.trigger?.kind === 'link' && node.isThrowing
    ? sameLinks(links, node).flatMap(({ id, isThrowing }) => (isThrowing ? [] : [id]))
    : []

export function reachableFrom(model: Model, begin: string[], links: Links): Set<string> {
  const reached = new Set<string>()
  const waiting = [...begin]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...successorsOf(model, id, links))
  }
  return reached
}
