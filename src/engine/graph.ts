import type { Node } from './model.ts'
import type { Program } from './program.ts'

/** The incoming flows of a gateway by which a token at an element could still arrive. */
export type Ways = {
  /** By any path, boundary events included. */
  any: Set<string>
  /** Along flows and links only. */
  plain: Set<string>
}

const known = new WeakMap<Program, Map<string, Map<string, Ways>>>()

/** The elements from which a gateway can be reached, and by which of its flows. */
export function elementsReaching(program: Program, gateway: Node): Map<string, Ways> {
  const perGateway = known.get(program) ?? new Map<string, Map<string, Ways>>()
  known.set(program, perGateway)
  const found = perGateway.get(gateway.id) ?? searchBack(program, gateway)
  perGateway.set(gateway.id, found)
  return found
}

function searchBack(program: Program, gateway: Node): Map<string, Ways> {
  const ways = new Map<string, Ways>()
  for (const kind of ['any', 'plain'] as const) {
    for (const flow of gateway.incoming) {
      const waiting = [program.flow(flow).source]
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const found = ways.get(id) ?? { any: new Set(), plain: new Set() }
        if (found[kind].has(flow) || id === gateway.id) continue
        found[kind].add(flow)
        ways.set(id, found)
        waiting.push(...before(program, program.node(id), kind))
      }
    }
  }
  return ways
}

/** The predecessors of an element: along a flow, over a link, from the activity it watches. */
function before(program: Program, node: Node, kind: keyof Ways): string[] {
  const sources = node.incoming.map((id) => program.flow(id).source)
  if (node.attachedTo !== undefined && kind === 'any') sources.push(node.attachedTo)
  if (node.trigger?.kind === 'link') sources.push(...program.linked(node).map(({ id }) => id))
  return sources
}
