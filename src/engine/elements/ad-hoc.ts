import { cancelInside } from '../cancel.ts'
import type { Element } from '../element.ts'
import { complete, settleAdHoc } from '../leave.ts'
import type { NodeType } from '../model.ts'
import { nodeOf, place, type Run, setVariables, tokenOf, wait } from '../run.ts'
import { openScope } from '../scope.ts'
import type { Values } from '../state.ts'

const PEOPLE: NodeType[] = [
  'user',
  'sign_item',
  'registration',
  'approval_list_process',
  'inform_list_process',
]

/** Offers the tasks of people inside it at once; everything else begins when somebody chooses it. */
export const adHoc: Element = {
  enter: (run, no, node) => {
    if (tokenOf(run, no).isOpen) {
      wait(run, no, 'selection')
      return settleAdHoc(run, no)
    }
    const { starts } = run.program.facts(node.id)
    openScope(
      run,
      no,
      starts.filter(({ type }) => PEOPLE.includes(type)),
    )
    if (starts.length === 0) complete(run, no)
  },
}

/** The activities of an ad-hoc sub-process that can be chosen. */
export const choicesOf = (run: Run, no: number): string[] =>
  tokenOf(run, no).isClosing ? [] : run.program.facts(nodeOf(run, no).id).starts.map(({ id }) => id)

/** Somebody chose what is done next. Returns a reason if it is refused. */
export function activate(
  run: Run,
  no: number,
  { node, values = {} }: { node: string; values?: Values | undefined },
): string | undefined {
  const choices = choicesOf(run, no)
  if (!choices.includes(node)) {
    return `"${node}" cannot be chosen here, expected one of ${choices.join(', ')}`
  }
  const isBusy = nodeOf(run, no).adHoc?.isSequential === true && run.tokens.isAlive(no)
  if (isBusy) return 'one activity is done after another here, and one is under way'
  setVariables(run, no, values)
  place(run, { node, scope: no })
  return undefined
}

/** Somebody said that enough is done. */
export function completeAdHoc(run: Run, no: number): undefined {
  cancelInside(run, no)
  complete(run, no)
}
