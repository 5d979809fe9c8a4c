import type { Element, Submission } from '../element.ts'
import { leave } from '../leave.ts'
import { type Flow, hasExits } from '../model.ts'
import { performersOf, readPerformers } from '../performers.ts'
import { contextOf, emit, nodeOf, type Run, setVariables, wait } from '../run.ts'
import { dueAt } from '../time/due.ts'

type TaskKind = 'user' | 'sign' | 'registration'

/** A person completes it through one of its exits, which are its outgoing flows. */
export const userTask: Element = {
  enter: (run, no) => createTask(run, no, 'user'),
  submitted: (run, no, _, submission) => {
    const { flow, refused } = findExit(run, no, submission)
    if (refused !== undefined) return refused
    closeTask(run, no, submission, flow)
    leave(run, no, flow && [flow])
    return undefined
  },
}

export function createTask(run: Run, no: number, kind: TaskKind): void {
  const node = nodeOf(run, no)
  const { locals } = run.tokens.get(no) ?? {}
  const { participants } = node.settings
  emit(run, {
    type: 'task.create',
    token: no,
    node: node.id,
    kind,
    performers: performersOf(run, no, node),
    ...(participants && { participants: readPerformers(run, no, participants) }),
    ...dueAt(run, no, node.due),
    ...(locals && { locals }),
  })
  wait(run, no, 'task')
}

/**
 * The exit that was taken: the named one, or the only one. There is none if nobody chooses: the task has no
 * outgoing flows, or they have no names, or each has a condition; then the process goes on as after any step.
 */
export function findExit(
  run: Run,
  no: number,
  { exit }: Submission,
): { flow?: Flow; refused?: string } {
  if (exit === undefined && !isChosen(run, no)) return {}
  const exits = exitsOf(run, no)
  const flow =
    exit === undefined && exits.length === 1 ? exits[0] : exits.find(({ id }) => id === exit)
  if (flow) return { flow }
  const names = exits.map(({ id }) => id).join(', ')
  return { refused: `"${exit ?? ''}" is no exit of the task, expected one of ${names}` }
}

/** Whether a person chooses the way on, rather than conditions. */
function isChosen(run: Run, no: number): boolean {
  const { outgoing, defaultFlow } = nodeOf(run, no)
  const flows = outgoing.map(run.program.flow)
  const isAsked = ({ id, condition }: Flow) => condition !== '' || id === defaultFlow
  return flows.length === 1 || (hasExits(flows) && !flows.every(isAsked))
}

/** An exit with a condition is available only while the condition holds. */
export function exitsOf(run: Run, no: number): Flow[] {
  const context = contextOf(run, no)
  const flows = nodeOf(run, no).outgoing.map(run.program.flow)
  return flows.filter(
    ({ condition }) => condition === '' || run.program.expressions.holds(condition, context),
  )
}

export function closeTask(run: Run, no: number, submission: Submission, flow?: Flow): void {
  const { actor, comment, values = {} } = submission
  setVariables(run, no, values)
  emit(run, {
    type: 'task.close',
    token: no,
    exit: flow?.id ?? null,
    ...(actor !== undefined && { actor }),
    ...(comment !== undefined && { comment }),
  })
}
