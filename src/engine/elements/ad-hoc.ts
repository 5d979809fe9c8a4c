import { cancelInside } from '../cancel.ts'
import type { Element } from '../element.ts'
import { complete, settleAdHoc } from '../leave.ts'
import type { Node, NodeType } from '../model.ts'
import type { Program } from '../program.ts'
import { nodeOf, place, type Run, setVariables, tokenOf, update, wait } from '../run.ts'
import { openScope } from '../scope.ts'
import type { Control, Values } from '../state.ts'
import { tokenIn, tokensIn } from '../tokens.ts'

const PEOPLE: NodeType[] = [
  'user',
  'sign_item',
  'registration',
  'approval_list_process',
  'inform_list_process',
]

/**
 * Offers the tasks of people inside it, at once or one after another; everything else begins when somebody
 * chooses it.
 */
export const adHoc: Element = {
  enter: (run, no, node) => {
    if (tokenOf(run, no).isOpen) {
      wait(run, no, 'selection')
      return settleAdHoc(run, no)
    }
    const { starts } = run.program.facts(node.id)
    const tasks = starts.filter(({ type }) => PEOPLE.includes(type))
    const [first, later] = isSequential(node) ? [tasks.slice(0, 1), tasks.slice(1)] : [tasks, []]
    openScope(run, no, first)
    if (later.length > 0) update(run, no, { later: later.map(({ id }) => id) })
    if (starts.length === 0) complete(run, no)
  },
}

const isSequential = ({ adHoc }: Node): boolean => adHoc?.isSequential === true

/** The activities of an ad-hoc sub-process that can be chosen now. */
export function choicesAt(program: Program, control: Control, no: number): readonly Node[] {
  const token = tokenIn(control, no)
  if (token?.waits !== 'selection' || token.isClosing) return []
  const isBusy = isSequential(program.node(token.node)) && isAliveIn(control, no)
  return isBusy ? [] : program.facts(token.node).starts
}

const isAliveIn = (control: Control, no: number): boolean =>
  Object.values(tokensIn(control)).some(({ scope, watches }) => scope === no && !watches)

/** Somebody chose what is done next. Returns a reason if it is refused. */
export function activate(
  run: Run,
  no: number,
  { node, values = {} }: { node: string; values?: Values | undefined },
): string | undefined {
  const { isClosing } = tokenOf(run, no)
  const { starts } = run.program.facts(nodeOf(run, no).id)
  const choices = isClosing ? [] : starts.map(({ id }) => id)
  if (!choices.includes(node)) {
    return `"${node}" cannot be chosen here, expected one of ${choices.join(', ')}`
  }
  if (isSequential(nodeOf(run, no)) && run.tokens.isAlive(no))
    return 'one activity is done after another here, and one is under way'
  setVariables(run, no, values)
  place(run, { node, scope: no })
  return undefined
}

/** Somebody said that enough is done. */
export function completeAdHoc(run: Run, no: number): undefined {
  cancelInside(run, no)
  complete(run, no)
}
