import { elementsReaching } from './graph.ts'
import type { Node } from './model.ts'
import { type Run, tokenOf } from './run.ts'

/** The oldest token that waits at a gateway on each incoming flow. */
export function tokensByFlow(run: Run, node: Node, scope: number): Map<string, number> {
  const arrived = new Map<string, number>()
  for (const no of waitingAt(run, node.id, scope)) {
    const { via, had } = tokenOf(run, no)
    if (had === undefined && via !== undefined && !arrived.has(via)) arrived.set(via, no)
  }
  return arrived
}

/** Tokens that wait for others at an element: a scope has few of its own, all of them together many. */
export const waitingAt = (run: Run, node: string, scope: number): number[] =>
  run.tokens.inside(scope).filter((no) => {
    const token = tokenOf(run, no)
    return token.waits === 'join' && token.node === node
  })

type Arrivals = { scope: number; arrived: ReadonlySet<string> }

/**
 * The rule of the standard: a token that could still arrive by an empty flow keeps the gateway waiting,
 * unless it could also arrive by a flow that already has its token. A boundary event is a path for an
 * additional token, not another path for the token it watches.
 */
export function isJoinComplete(run: Run, node: Node, { scope, arrived }: Arrivals): boolean {
  const reach = elementsReaching(run.program, node)
  return run.tokens.inside(scope).every((no) => {
    const { node: at } = tokenOf(run, no)
    const ways = at === node.id ? undefined : reach.get(at)
    if (!ways) return true
    const isNeeded = node.incoming.some((flow) => ways.any.has(flow) && !arrived.has(flow))
    return !isNeeded || node.incoming.some((flow) => ways.plain.has(flow) && arrived.has(flow))
  })
}
