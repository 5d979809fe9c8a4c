import type { ScriptProblem } from './problem.ts'
import type { Settings } from './session.ts'

/** A request to the sandbox: to parse a script, or to run it. */
export type Task = Settings &
  (
    | { type: 'check' }
    | {
        type: 'run'
        /** JSON. */
        context: string
        /** The maximum size of the changed variables as JSON, in bytes. */
        result: number
      }
  )

/** `result` is JSON: the changed variables. */
export type Outcome = { result: string } | { problem: ScriptProblem }
