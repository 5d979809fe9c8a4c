import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import type { Flow } from '../model.ts'
import { performersOf } from '../performers.ts'
import { contextOf, emit, nodeOf, type Run, setVariables, wait } from '../run.ts'
import type { Values } from '../state.ts'
import { dueAt } from '../time/due.ts'

/** A person does it and takes one of its exits, which are its outgoing flows. */
export const userTask: Element = {
  enter: (run, no, node) => {
    emit(run, {
      type: 'task.create',
      token: no,
      node: node.id,
      kind: 'user',
      performers: performersOf(run, no, node),
      due: dueAt(run, no, node.due),
    })
    wait(run, no, 'task')
  },
}

type Submission = { exit?: string; values?: Values; actor?: string; comment?: string }

/** Says why the task cannot be done so, or does it. */
export function submitTask(run: Run, no: number, submission: Submission): string | undefined {
  const exits = exitsOf(run, no)
  const exit = submission.exit ?? (exits.length === 1 ? exits[0]?.id : undefined)
  const flow = exits.find(({ id }) => id === exit)
  if (!flow && exits.length > 0) {
    const names = exits.map(({ id }) => id).join(', ')
    return `"${exit ?? ''}" is no exit of the task, expected one of ${names}`
  }
  const { actor, comment, values = {} } = submission
  setVariables(run, values)
  emit(run, {
    type: 'task.close',
    token: no,
    exit: flow?.id ?? null,
    ...(actor !== undefined && { actor }),
    ...(comment !== undefined && { comment }),
  })
  leave(run, no, flow ? [flow] : [])
  return undefined
}

/** An exit with a condition is there only while the condition holds. */
export function exitsOf(run: Run, no: number): Flow[] {
  const context = contextOf(run, no)
  return nodeOf(run, no)
    .outgoing.map(run.program.flow)
    .filter(
      ({ condition }) => condition === '' || run.program.expressions.holds(condition, context),
    )
}
