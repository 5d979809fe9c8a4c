import { pauseAgent, think } from '../agent.ts'
import { cancelInside } from '../cancel.ts'
import type { Element, Submission } from '../element.ts'
import { complete, settleAdHoc } from '../leave.ts'
import { isReadable } from '../mapping.ts'
import type { Node } from '../model.ts'
import { performersOf } from '../performers.ts'
import {
  contextOf,
  emit,
  nodeOf,
  place,
  type Run,
  remove,
  setVariables,
  tokenOf,
  wait,
} from '../run.ts'
import { openScope } from '../scope.ts'
import type { Values } from '../state.ts'
import { fail } from '../throw.ts'
import { dueAt } from '../time/due.ts'

/** What an agent has decided: the answer to its job. */
export type AgentTurn =
  /** Something was done, and it thinks again. */
  | { type: 'again' }
  /** An activity is done next, which sees the arguments as `agent`. */
  | { type: 'begin'; activity: string; arguments: Values }
  /** A person is asked whether it may go on. */
  | { type: 'ask'; name: string; text: string }
  | { type: 'finish'; answer: string }

/**
 * An ad-hoc sub-process in which a language model chooses what is done. A token of its own inside it thinks,
 * waits for what it has begun, and for the people who permit it.
 */
export const agent: Element = {
  enter: (run, no, node) => {
    const { isAgent, isOpen, told, asks } = tokenOf(run, no)
    if (asks) return askFor(run, no, asks)
    if (isAgent) return think(run, no, told, true)
    if (isOpen) {
      wait(run, no, 'selection')
      return settleAdHoc(run, no)
    }
    if (!isReadable(run, no, node)) return
    openScope(run, no, [])
    place(run, { node: node.id, scope: no, isAgent: true })
  },
  done: (run, no, node, result) => TURNS[(result as AgentTurn).type](run, no, { node, result }),
  submitted: permit,
}

type Decided = { node: Node; result: unknown }

const TURNS: Record<AgentTurn['type'], (run: Run, no: number, decided: Decided) => void> = {
  again: (run, no) => think(run, no),
  begin: (run, no, { node, result }) => {
    const { activity, arguments: values } = result as Extract<AgentTurn, { type: 'begin' }>
    const { scope } = tokenOf(run, no)
    if (!run.program.facts(node.id).starts.some(({ id }) => id === activity)) {
      return fail(run, no, { message: `there is no activity "${activity}"`, code: 'agent-reply' })
    }
    pauseAgent(run, no)
    place(run, { node: activity, scope, locals: { agent: values } })
  },
  ask: (run, no, { node, result }) => {
    const { name, text } = result as Extract<AgentTurn, { type: 'ask' }>
    pauseAgent(run, no)
    place(run, { node: node.id, scope: no, isAgent: true, asks: { name, text } })
  },
  finish: (run, no, { node, result }) => {
    const { answer } = result as Extract<AgentTurn, { type: 'finish' }>
    const { scope } = tokenOf(run, no)
    const { until = '' } = node.adHoc ?? {}
    if (node.settings.result) setVariables(run, scope, { [node.settings.result]: answer })
    if (until !== '' && !run.program.expressions.holds(until, contextOf(run, scope))) {
      const message = `the agent says that it is done, but "${until}" does not hold: ${answer}`
      return fail(run, no, { message, code: 'agent-condition' })
    }
    // Its job is answered, and not to be withdrawn.
    remove(run, no)
    cancelInside(run, scope)
    complete(run, scope)
  },
}

/** The task of a permission: a token of its own inside that of the agent. */
function askFor(run: Run, no: number, about: { name: string; text: string }): void {
  const node = nodeOf(run, no)
  const performers = performersOf(run, no, node)
  emit(run, {
    ...{ type: 'task.create', token: no, node: node.id, kind: 'permission', performers, about },
    ...dueAt(run, no, node.due),
  })
  wait(run, no, 'task')
}

/** A person allows what the agent wants to do, or does not. */
function permit(run: Run, no: number, _: Node, submission: Submission): string | undefined {
  const { exit, actor, comment } = submission
  if (exit !== 'approved' && exit !== 'rejected') {
    return `"${exit ?? ''}" is no answer, expected one of approved, rejected`
  }
  emit(run, {
    type: 'task.close',
    token: no,
    exit,
    ...(actor !== undefined && { actor }),
    ...(comment !== undefined && { comment }),
  })
  const { scope } = tokenOf(run, no)
  remove(run, no)
  think(run, scope, { isAllowed: exit === 'approved', comment: comment ?? '' })
  return undefined
}
