import type { Node } from './model.ts'
import type { Program } from './program.ts'

const known = new WeakMap<Program, Map<string, Map<string, Set<string>>>>()

/** The elements from which a gateway can be reached, and by which of its flows, not through itself. */
export function elementsReaching(program: Program, gateway: Node): Map<string, Set<string>> {
  const perGateway = known.get(program) ?? new Map<string, Map<string, Set<string>>>()
  known.set(program, perGateway)
  const found = perGateway.get(gateway.id) ?? searchBack(program, gateway)
  perGateway.set(gateway.id, found)
  return found
}

function searchBack(program: Program, gateway: Node): Map<string, Set<string>> {
  const reach = new Map<string, Set<string>>()
  for (const flow of gateway.incoming) {
    const waiting = [program.flow(flow).source]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const flows = reach.get(id) ?? new Set()
      if (flows.has(flow) || id === gateway.id) continue
      reach.set(id, flows.add(flow))
      waiting.push(...before(program, program.node(id)))
    }
  }
  return reach
}

/** From where a token may come to an element: along a flow, off an activity it watches, over a link. */
function before(program: Program, node: Node): string[] {
  const sources = node.incoming.map((id) => program.flow(id).source)
  if (node.attachedTo !== undefined) sources.push(node.attachedTo)
  if (node.trigger?.kind === 'link') sources.push(...program.linked(node).map(({ id }) => id))
  return sources
}
