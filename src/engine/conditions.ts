import { fire } from './fire.ts'
import { attempt, contextOf, type Run, tokenOf, triggerOf, update } from './run.ts'

/** Fires the events whose condition has become true. Returns whether there was one. */
export function settleConditions(run: Run): boolean {
  let isMoved = false
  for (const no of run.tokens.waiting('condition')) {
    // One that interrupts ends others.
    if (run.tokens.has(no) && attempt(run, no, () => look(run, no))) isMoved = true
  }
  return isMoved
}

/** A non-interrupting condition event fires again only after its condition was false in between. */
function look(run: Run, no: number): boolean {
  const { hasHeld, ...token } = tokenOf(run, no)
  const condition = triggerOf(run, no)?.value ?? ''
  const holds = run.program.expressions.holds(condition, contextOf(run, no))
  if (!holds && hasHeld) run.tokens.set(no, token)
  if (!holds || hasHeld) return false
  update(run, no, { hasHeld: true })
  fire(run, no)
  return true
}
