import type { MessagePort } from 'node:worker_threads'
import type { ScriptProblem } from './problem.ts'
import type { Settings } from './session.ts'

/** Work for the sandbox: parse a script, look for a declaration, or run it. */
export type Task = Settings &
  ({ type: 'check' } | { type: 'declared'; names: readonly string[] } | ({ type: 'run' } & Running))

export type Running = {
  /** JSON. */
  context: string
  /** The maximum size of the changed variables as JSON, in bytes. */
  result: number
  /** JSON: the environment of the script, for the objects it sees. */
  place: string
  /** JSON: the argument of the function. */
  argument?: string | undefined
  /** The variable for the return value of the function. */
  answer?: string | undefined
  /** The port for requests of the script; absent = it can make none. */
  port?: MessagePort | undefined
}

/** `result` is JSON: the changed variables, or the names that are declared. */
export type Outcome = { result: string } | { problem: ScriptProblem }

/** A request of a script with its number; both sides use JSON. */
export type ScriptRequest = { no: number; request: string }

export type Refusal = { message: string; code: string }

export type ScriptReply = { no: number } & ({ answer: string } | { refusal: Refusal })
