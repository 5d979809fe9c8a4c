import { cancelInside } from '../cancel.ts'
import type { Element } from '../element.ts'
import { finish, leave, settle } from '../leave.ts'
import { isReadable } from '../mapping.ts'
import type { Node } from '../model.ts'
import { type Run, record, remove, tokenOf } from '../run.ts'
import { throwError } from '../throw.ts'
import { isStillThere } from './throw-event.ts'

/** Ends the token; its scope ends with the last one. */
export const endEvent: Element = {
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    if (node.trigger?.kind === 'terminate') terminate(run, no)
    else if (node.trigger?.kind === 'error') endWithError(run, no, node)
    else if (isStillThere(run, no, node)) leave(run, no, [])
  },
}

/** Ends everything that runs in its scope, and nothing outside it. */
function terminate(run: Run, no: number): void {
  const { scope } = tokenOf(run, no)
  record(run, 'left', no)
  remove(run, no)
  cancelInside(run, scope)
  settle(run, scope)
}

/** An uncaught error ends the process; the calling process may catch it. */
function endWithError(run: Run, no: number, { name, trigger }: Node): void {
  const code = trigger?.name ?? ''
  const message = name || code
  if (!throwError(run, no, { code, message })) finish(run, { kind: 'error', code, message })
}
