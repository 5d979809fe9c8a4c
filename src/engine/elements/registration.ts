import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import { isReadable, targetOf } from '../mapping.ts'
import type { Node } from '../model.ts'
import { emit, type Run, setVariables, tokenOf, update, wait } from '../run.ts'
import { closeTask, createTask, findExit } from './user-task.ts'

/** Registers an item, by a task or automatically with `auto`. `cancelExit` is the exit without a number. */
export const registration: Element = {
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    const isDecided = tokenOf(run, no).exit !== undefined
    if (node.settings.auto === 'true' || isDecided) register(run, no, node)
    else createTask(run, no, 'registration')
  },
  submitted: (run, no, node, submission) => {
    const { flow, refused } = findExit(run, no, submission)
    if (refused !== undefined) return refused
    closeTask(run, no, submission, flow)
    if (flow && flow.id === node.settings.cancelExit) {
      leave(run, no, [flow])
      return undefined
    }
    if (flow) update(run, no, { exit: flow.id })
    register(run, no, node)
    return undefined
  },
  done: (run, no, { settings }, result) => {
    if (settings.result) setVariables(run, no, { [settings.result]: result })
    const { exit } = tokenOf(run, no)
    leave(run, no, exit === undefined ? undefined : [run.program.flow(exit)])
  },
}

function register(run: Run, no: number, { id, settings }: Node): void {
  const target = targetOf(run, no, settings.targetFieldCode ?? '')
  wait(run, no, 'operation')
  const operation = { kind: 'register', target, folder: settings.folder ?? '' } as const
  emit(run, { type: 'operation', token: no, node: id, operation })
}
