import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import { inputsOf, isReadable } from '../mapping.ts'
import type { Node } from '../model.ts'
import { emit, place, type Run, record, remove, tokenOf } from '../run.ts'
import { throwEscalation } from '../throw.ts'
import { correlationOf } from '../watchers.ts'

/** Throws its trigger and goes on; also send tasks with a message. */
export const throwEvent: Element = {
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    if (node.trigger?.kind === 'link') followLink(run, no, node)
    else if (isStillThere(run, no, node)) leave(run, no)
  },
}

/** Throws, and tells whether the token survived it: an interrupting handler may have swept it away. */
export function isStillThere(run: Run, no: number, node: Node): boolean {
  const { trigger, id, settings } = node
  const name = trigger?.name ?? ''
  if (trigger?.kind === 'message') {
    const correlation = correlationOf(run, no, settings.correlation)
    emit(run, {
      type: 'message',
      token: no,
      node: id,
      name,
      correlation,
      values: inputsOf(run, no, node),
    })
  }
  if (trigger?.kind === 'signal') {
    emit(run, { type: 'signal', token: no, node: id, name, values: inputsOf(run, no, node) })
  }
  if (trigger?.kind === 'escalation') throwEscalation(run, no, name)
  return run.tokens.has(no)
}

/** Goes on at the link's other end as if a flow led there. */
function followLink(run: Run, no: number, node: Node): void {
  const { scope } = tokenOf(run, no)
  const [target] = run.program.linked(node)
  record(run, 'left', no)
  if (target) place(run, { node: target.id, scope })
  remove(run, no)
}
