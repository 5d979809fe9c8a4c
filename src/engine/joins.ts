import { elementsReaching } from './graph.ts'
import { leave } from './leave.ts'
import type { Node } from './model.ts'
import { absorb, nodeOf, type Run, raise, tokenOf } from './run.ts'

/** Lets inclusive joins go on that have nothing left to wait for. Tells whether one did. */
export function settleJoins(run: Run): boolean {
  for (const [no, token] of run.tokens) {
    if (token.waits !== 'join' || nodeOf(run, no).gateway !== 'inclusive') continue
    if (join(run, no)) return true
  }
  return false
}

/**
 * The words of the standard: a token that could still come by an empty flow keeps the gateway waiting,
 * unless it could as well come by a flow that has its token already. An event on a border is a way for
 * one more token, not another way for the one it watches.
 */
function join(run: Run, no: number): boolean {
  const node = nodeOf(run, no)
  const { scope } = tokenOf(run, no)
  const arrived = arrivedAt(run, node, scope)
  const reach = elementsReaching(run.program, node)
  for (const token of run.tokens.values()) {
    if (token.scope !== scope || token.watches !== undefined || token.node === node.id) continue
    const ways = reach.get(token.node)
    if (!ways) continue
    const isNeeded = node.incoming.some((flow) => ways.any.has(flow) && !arrived.has(flow))
    const isCovered = node.incoming.some((flow) => ways.plain.has(flow) && arrived.has(flow))
    if (isNeeded && !isCovered) return false
  }
  absorb(run, no, arrived)
  leave(run, no)
  return true
}

/** The oldest token on each incoming flow. */
function arrivedAt(run: Run, node: Node, scope: number): Map<string, number> {
  const arrived = new Map<string, number>()
  for (const [no, token] of run.tokens) {
    const isHere = token.node === node.id && token.scope === scope && token.waits === 'join'
    if (isHere && token.via !== undefined && !arrived.has(token.via)) arrived.set(token.via, no)
  }
  return arrived
}

const IDLE = new Set(['join', 'inside', 'runs'])

/**
 * When every token waits for another one, an operator has to know. What watches is no token on its way:
 * it could only help a gateway that an event on a border leads to.
 */
export function reportStuck(run: Run): void {
  if (run.end) return
  const tokens = [...run.tokens].filter(([, { watches }]) => watches === undefined)
  if (!tokens.every(([, { waits }]) => waits !== undefined && IDLE.has(waits))) return
  for (const [no, { waits }] of tokens) {
    if (waits === 'join' && !isWatchedFor(run, no)) {
      raise(run, no, 'stuck', 'the other tokens of this gateway can never come')
    }
  }
}

function isWatchedFor(run: Run, no: number): boolean {
  const { scope } = tokenOf(run, no)
  const reach = elementsReaching(run.program, nodeOf(run, no))
  return [...run.tokens.values()].some(
    (token) => token.watches !== undefined && token.scope === scope && reach.has(token.node),
  )
}
