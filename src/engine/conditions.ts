import { fire } from './fire.ts'
import { attempt, contextOf, nodeOf, type Run, tokenOf, update } from './run.ts'

/** Lets events happen whose condition has become true. Tells whether one did. */
export function settleConditions(run: Run): boolean {
  for (const [no, { waits }] of run.tokens) {
    if (waits === 'condition' && attempt(run, no, () => look(run, no))) return true
  }
  return false
}

/** One that goes on watching happens again only after it did not hold for a while. */
function look(run: Run, no: number): boolean {
  const { hasHeld, ...token } = tokenOf(run, no)
  const condition = nodeOf(run, no).trigger?.value ?? ''
  const holds = run.program.expressions.holds(condition, contextOf(run, no))
  if (!holds && hasHeld) run.tokens.set(no, token)
  if (!holds || hasHeld) return false
  update(run, no, { hasHeld: true })
  fire(run, no)
  return true
}
