import { deliverMessage, deliverSignal } from '../deliver.ts'
import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import { inputsOf, isReadable } from '../mapping.ts'
import type { Node } from '../model.ts'
import { emit, place, type Run, record, remove, tokenOf } from '../run.ts'
import { throwEscalation } from '../throw.ts'
import { correlationOf } from '../watchers.ts'

/** Throws its trigger and continues; also used by send tasks with a message. */
export const throwEvent: Element = {
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    if (node.trigger?.kind === 'link') followLink(run, no, node)
    else if (isStillThere(run, no, node)) leave(run, no)
  },
}

/**
 * Throws, and returns whether the token still exists: a receiver inside this instance gets it
 * immediately, and an interrupting one may cancel the thrower.
 */
export function isStillThere(run: Run, no: number, node: Node): boolean {
  const { kind, name = '' } = node.trigger ?? {}
  if (kind === 'message') throwMessage(run, no, node)
  if (kind === 'signal') {
    const values = inputsOf(run, no, node)
    emit(run, { type: 'signal', token: no, node: node.id, name, values })
    deliverSignal(run, name, values)
  }
  if (kind === 'escalation') throwEscalation(run, no, name)
  return run.tokens.has(no)
}

/** A message has one receiver: if it is in this instance, nothing is sent outside. */
function throwMessage(run: Run, no: number, node: Node): void {
  const name = node.trigger?.name ?? ''
  const correlation = correlationOf(run, no, node.settings.correlation)
  const values = inputsOf(run, no, node)
  if (deliverMessage(run, { name, correlation, values })) return
  emit(run, { type: 'message', token: no, node: node.id, name, correlation, values })
}

/** Continues at the target of the link as if along a flow. */
function followLink(run: Run, no: number, node: Node): void {
  const { scope } = tokenOf(run, no)
  const [target] = run.program.linked(node)
  record(run, 'left', no)
  if (target) place(run, { node: target.id, scope })
  remove(run, no)
}
