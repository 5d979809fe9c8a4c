import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import { isReadable, targetOf } from '../mapping.ts'
import { emit } from '../run.ts'
import { closeTask, createTask, findExit } from './user-task.ts'

/** A person signs an item or refuses to; `signExit` names the exit that means a signature. */
export const signItem: Element = {
  enter: (run, no, node) => {
    if (isReadable(run, no, node)) createTask(run, no, 'sign')
  },
  submitted: (run, no, node, submission) => {
    const { flow, refused } = findExit(run, no, submission)
    if (refused !== undefined) return refused
    closeTask(run, no, submission, flow)
    const { signExit, targetFieldCode = '' } = node.settings
    if (flow?.id === (signExit ?? flow?.id)) {
      const { actor } = submission
      const target = targetOf(run, no, targetFieldCode)
      emit(run, {
        type: 'signature',
        token: no,
        node: node.id,
        target,
        ...(actor !== undefined && { actor }),
      })
    }
    leave(run, no, flow ? [flow] : [])
    return undefined
  },
}
