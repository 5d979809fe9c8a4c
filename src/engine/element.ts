import type { Node } from './model.ts'
import type { Run } from './run.ts'

/** How one kind of element works: what a token does when it enters, and when the answer it asked for comes. */
export type Element = {
  enter: (run: Run, no: number, node: Node) => void
  /** The answer to an operation or a job. */
  done?: (run: Run, no: number, node: Node, result: unknown) => void
}
