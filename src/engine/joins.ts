import { isJoinComplete, tokensByFlow } from './arrivals.ts'
import { advanceComplex } from './elements/complex-gateway.ts'
import { elementsReaching } from './graph.ts'
import { leave } from './leave.ts'
import { absorb, attempt, nodeOf, type Run, raise, tokenOf } from './run.ts'
import type { Wait } from './state.ts'

/** Completes joins that have nothing left to wait for. Returns whether there was one. */
export function settleJoins(run: Run): boolean {
  let isMoved = false
  for (const no of run.tokens.waiting('join')) {
    // One before it may have taken it along, or ended everything.
    if (!run.tokens.has(no)) continue
    const { gateway } = nodeOf(run, no)
    if (gateway === 'inclusive' && join(run, no)) isMoved = true
    if (gateway === 'complex' && attempt(run, no, () => advanceComplex(run, no))) isMoved = true
  }
  return isMoved
}

function join(run: Run, no: number): boolean {
  const { scope } = tokenOf(run, no)
  const arrived = tokensByFlow(run, nodeOf(run, no), scope)
  if (!isJoinComplete(run, nodeOf(run, no), { scope, arrived: new Set(arrived.keys()) }))
    return false
  absorb(run, no, arrived)
  leave(run, no)
  return true
}

const IDLE = new Set<Wait | undefined>(['join', 'inside', 'runs'])

/**
 * Tokens that all wait for each other become an incident. Watchers do not count: they can only help a
 * gateway that a boundary event leads to.
 */
export function reportStuck(run: Run): void {
  if (run.end || !run.tokens.waitOnlyFor(IDLE)) return
  for (const no of run.tokens.waiting('join')) {
    if (!isWatchedFor(run, no)) {
      raise(run, no, 'stuck', 'the other tokens that it waits for can never arrive')
    }
  }
}

function isWatchedFor(run: Run, no: number): boolean {
  const { scope } = tokenOf(run, no)
  const reach = elementsReaching(run.program, nodeOf(run, no))
  return run.tokens
    .all()
    .some(
      ([, token]) => token.watches !== undefined && token.scope === scope && reach.has(token.node),
    )
}
