import { compensate } from '../compensation.ts'
import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import { isReadable } from '../mapping.ts'
import type { Node } from '../model.ts'
import { place, type Run, record, remove, tokenOf } from '../run.ts'
import { triggersOf } from '../starts.ts'
import { throwTrigger } from '../trigger.ts'

/** Throws its trigger and continues; also used by send tasks with a message. */
export const throwEvent: Element = {
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    if (node.trigger?.kind === 'link') followLink(run, no, node)
    else throwAll(run, no, node)
  },
}

/**
 * Throws every trigger and leaves. A receiver inside this instance gets it immediately, and an
 * interrupting one may cancel the thrower. What was done is undone last, and waited for.
 */
export function throwAll(run: Run, no: number, node: Node): void {
  const triggers = triggersOf(node)
  for (const trigger of triggers) {
    if (run.tokens.has(no)) throwTrigger(run, no, trigger)
  }
  if (!run.tokens.has(no)) return
  const undoing = triggers.find(({ kind }) => kind === 'compensation')
  if (undoing) compensate(run, no, undoing)
  else leave(run, no)
}

/** Continues at the target of the link as if along a flow. */
function followLink(run: Run, no: number, node: Node): void {
  const { scope } = tokenOf(run, no)
  const [target] = run.program.linked(node)
  record(run, 'left', no)
  if (target) place(run, { node: target.id, scope })
  remove(run, no)
}
