import type { Node } from './model.ts'
import type { Run } from './run.ts'
import type { Values } from './state.ts'

/** What a person did: through which exit, with which values. */
export type Submission = { exit?: string; values?: Values; actor?: string; comment?: string }

/** How one kind of element works. */
export type Element = {
  /** A token comes in. */
  enter: (run: Run, no: number, node: Node) => void
  /** The answer to an operation, a job or a child has come. */
  done?: (run: Run, no: number, node: Node, result: unknown) => void
  /** A person did the task; tells why it cannot be done so. */
  submitted?: (run: Run, no: number, node: Node, submission: Submission) => string | undefined
}
