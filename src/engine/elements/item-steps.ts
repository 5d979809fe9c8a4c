import type { Operation } from '../effects.ts'
import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import { inputsOf, isReadable, takeMapped, targetOf } from '../mapping.ts'
import type { Node } from '../model.ts'
import { emit, type Run, setVariables, wait } from '../run.ts'

/** A step that the host executes in the same transaction; the result goes to the variable `result`. */
const operationStep = (toOperation: (run: Run, no: number, node: Node) => Operation): Element => ({
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    const operation = toOperation(run, no, node)
    wait(run, no, 'operation')
    emit(run, { type: 'operation', token: no, node: node.id, operation })
  },
  done: (run, no, node, result) => {
    if (node.settings.result) setVariables(run, no, { [node.settings.result]: result ?? null })
    takeMapped(run, no, result)
    leave(run, no)
  },
})

export const createItem = operationStep((run, no, node) => ({
  kind: 'item.create',
  app: node.settings.app ?? '',
  values: inputsOf(run, no, node),
}))

export const updateItem = operationStep((run, no, node) => ({
  kind: 'item.update',
  target: targetOf(run, no, node.settings.target ?? ''),
  values: inputsOf(run, no, node),
}))

export const changeStatus = operationStep((run, no, { settings }) => ({
  kind: 'item.status',
  target: targetOf(run, no, settings.target ?? ''),
  status: settings.status ?? '',
}))
