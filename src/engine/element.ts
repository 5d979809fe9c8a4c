import type { Node } from './model.ts'
import type { Run } from './run.ts'
import type { Values } from './state.ts'

/** How a person completed a task: the exit, the values. */
export type Submission = { exit?: string; values?: Values; actor?: string; comment?: string }

/** The behaviour of one kind of element. */
export type Element = {
  /** A token enters the element. */
  enter: (run: Run, no: number, node: Node) => void
  /** An operation, a job or a child has been answered. */
  done?: (run: Run, no: number, node: Node, result: unknown) => void
  /** A person completed the task. Returns a reason if it is refused. */
  submitted?: (run: Run, no: number, node: Node, submission: Submission) => string | undefined
}
