import type { Model, Node } from '../model.ts'

/** Where tokens may go from an element: along flows, off its border, over a link. */
export function successorsOf(model: Model, id: string, watchers: Map<string, string[]>): string[] {
  const node = model.nodes[id]
  if (!node) return []
  const targets = node.outgoing.flatMap((flow) => model.flows[flow]?.target ?? [])
  return [...targets, ...(watchers.get(id) ?? []), ...linkTargetsOf(model, node)]
}

export function watchersOf({ nodes }: Model): Map<string, string[]> {
  const watchers = new Map<string, string[]>()
  for (const { id, attachedTo } of Object.values(nodes)) {
    if (attachedTo !== undefined)
      watchers.set(attachedTo, [...(watchers.get(attachedTo) ?? []), id])
  }
  return watchers
}

export function reachableFrom(model: Model, begin: string[]): Set<string> {
  const watchers = watchersOf(model)
  const reached = new Set<string>()
  const waiting = [...begin]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...successorsOf(model, id, watchers))
  }
  return reached
}

const isLinkOf = (node: Node) => (each: Node) =>
  each.trigger?.kind === 'link' &&
  each.parent === node.parent &&
  each.trigger.name === node.trigger?.name &&
  each.isThrowing !== node.isThrowing

export const linkSourcesOf = ({ nodes }: Model, node: Node): string[] =>
  Object.values(nodes)
    .filter(isLinkOf(node))
    .map(({ id }) => id)

const linkTargetsOf = (model: Model, node: Node): string[] =>
  node.trigger?.kind === 'link' && node.isThrowing ? linkSourcesOf(model, node) : []
