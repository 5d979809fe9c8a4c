import type { ScriptProblem } from './problem.ts'
import type { Settings } from './session.ts'

/** What the sandbox is asked: only to read a script, or to run it. */
export type Task = Settings &
  (
    | { type: 'check' }
    | {
        type: 'run'
        /** JSON. */
        context: string
        /** Bytes the changed variables may have as JSON. */
        result: number
      }
  )

/** `result` is JSON: the changed variables. */
export type Outcome = { result: string } | { problem: ScriptProblem }
