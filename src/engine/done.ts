import { isScope, type Node } from './model.ts'
import { type Run, tokenOf } from './run.ts'
import type { Done } from './state.ts'

/** Notes that an activity is completed, if it or something inside it can be undone. */
export function noteDone(run: Run, no: number): void {
  const { node, scope, locals, loop, isUndoing } = tokenOf(run, no)
  if (!run.program.facts(node).isUndoable) return
  const hasInner = loop !== undefined || isAround(run.program.node(node))
  const inner = hasInner ? takeDone(run, (each) => each.scope === no) : []
  if (isUndoing) return
  // The runs of a loop are undone one by one, as if they had run in the scope of the loop.
  const noted = loop
    ? inner.map((each) => ({ ...each, scope }))
    : [{ node, scope, ...(locals && { locals }), ...(inner.length > 0 && { inner }) }]
  run.done = [...run.done, ...noted]
}

/** Whether others run inside it. */
const isAround = (node: Node): boolean => isScope(node) || node.calls !== undefined

/** Removes and returns what was completed, in order. */
export function takeDone(run: Run, isWanted: (done: Done) => boolean): Done[] {
  const taken = run.done.filter(isWanted)
  if (taken.length > 0) run.done = run.done.filter((each) => !isWanted(each))
  return taken
}

/** What ran inside a token that is gone can no longer be undone. */
export function forgetDone(run: Run, scope: number): void {
  if (run.done.length > 0) takeDone(run, (each) => each.scope === scope)
}
