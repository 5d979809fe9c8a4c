import type { Element } from '../element.ts'
import { leave, settle } from '../leave.ts'
import { inputsOf, isReadable, takeMapped } from '../mapping.ts'
import { emit, wait } from '../run.ts'
import { openScope } from '../scope.ts'

/** Starts another process and waits for its end; with `async` it does not wait. One in the same file runs inside. */
export const callActivity: Element = {
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    if (node.calls !== undefined) {
      openScope(run, no)
      settle(run, no)
      return
    }
    const isWaiting = node.settings.async !== 'true'
    const values = inputsOf(run, no, node)
    emit(run, {
      type: 'child.start',
      token: no,
      node: node.id,
      process: node.called ?? '',
      values,
      isWaiting,
    })
    if (isWaiting) wait(run, no, 'child')
    else leave(run, no)
  },
  done: (run, no, _, values) => {
    takeMapped(run, no, values)
    leave(run, no)
  },
}
