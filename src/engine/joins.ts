import { elementsReaching } from './graph.ts'
import { leave } from './leave.ts'
import type { Node } from './model.ts'
import { absorb, nodeOf, type Run, raise, tokenOf } from './run.ts'

/** Completes inclusive joins that have nothing left to wait for. Returns whether there was one. */
export function settleJoins(run: Run): boolean {
  for (const [no, token] of run.tokens) {
    if (token.waits !== 'join' || nodeOf(run, no).gateway !== 'inclusive') continue
    if (join(run, no)) return true
  }
  return false
}

/**
 * The rule of the standard: a token that could still arrive by an empty flow keeps the gateway waiting,
 * unless it could also arrive by a flow that already has its token. A boundary event is a path for an
 * additional token, not another path for the token it watches.
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
 * Tokens that all wait for each other become an incident. Watchers do not count: they can only help a
 * gateway that a boundary event leads to.
 */
export function reportStuck(run: Run): void {
  if (run.end) return
  const tokens = [...run.tokens].filter(([, { watches }]) => watches === undefined)
  if (!tokens.every(([, { waits }]) => waits !== undefined && IDLE.has(waits))) return
  for (const [no, { waits }] of tokens) {
    if (waits === 'join' && !isWatchedFor(run, no)) {
      raise(run, no, 'stuck', 'the other tokens of this gateway can never arrive')
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
