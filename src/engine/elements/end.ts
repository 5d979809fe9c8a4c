import { cancelInside } from '../cancel.ts'
import { cancelTransaction } from '../compensation.ts'
import type { Element } from '../element.ts'
import { complete, finish } from '../leave.ts'
import { isReadable } from '../mapping.ts'
import type { Node, Trigger } from '../model.ts'
import { nodeOf, type Run, raise, record, remove, tokenOf } from '../run.ts'
import { triggersOf } from '../starts.ts'
import { throwError } from '../throw.ts'
import { throwTrigger } from '../trigger.ts'
import { throwAll } from './throw-event.ts'

/** Ends the token; its scope ends with the last one. */
export const endEvent: Element = {
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    const triggers = triggersOf(node)
    const last = triggers.find(({ kind }) => kind in ENDS)
    if (!last) return throwAll(run, no, node)
    for (const each of triggers) if (run.tokens.has(no)) throwTrigger(run, no, each)
    if (run.tokens.has(no)) ENDS[last.kind]?.(run, no, last)
  },
}

/** What ends more than its own token. */
const ENDS: Record<string, (run: Run, no: number, trigger: Trigger) => void> = {
  terminate,
  cancel,
  error: (run, no, { name: code }) => endWithError(run, no, nodeOf(run, no), code),
}

/** Ends everything that runs in its scope, and nothing outside it. */
function terminate(run: Run, no: number): void {
  const { scope } = tokenOf(run, no)
  record(run, 'left', no)
  remove(run, no)
  cancelInside(run, scope)
  complete(run, scope)
}

/** Cancels the transaction around it. */
function cancel(run: Run, no: number): void {
  let { scope } = tokenOf(run, no)
  while (scope !== 0 && !nodeOf(run, scope).isTransaction) scope = tokenOf(run, scope).scope
  if (scope === 0) {
    raise(run, no, 'no-way', 'there is no transaction to cancel')
    return
  }
  record(run, 'left', no)
  remove(run, no)
  cancelTransaction(run, scope)
}

/** An uncaught error ends the process; the calling process may catch it. */
function endWithError(run: Run, no: number, { name }: Node, code: string): void {
  const message = name || code
  if (!throwError(run, no, { code, message })) finish(run, { kind: 'error', code, message })
}
