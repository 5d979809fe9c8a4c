import type { MessagePort } from 'node:worker_threads'
import type { ScriptProblem } from './problem.ts'
import type { Settings } from './session.ts'

/** A request to the sandbox: to parse a script, to look for what it declares, or to run it. */
export type Task = Settings &
  ({ type: 'check' } | { type: 'declared'; names: readonly string[] } | ({ type: 'run' } & Running))

export type Running = {
  /** JSON. */
  context: string
  /** The maximum size of the changed variables as JSON, in bytes. */
  result: number
  /** JSON: where the script is, for what it sees of the system. */
  place: string
  /** JSON: what the function is called with. */
  argument?: string | undefined
  /** The variable that takes what the function returns. */
  answer?: string | undefined
  /** Where what the script asks for is answered; absent = it can ask for nothing. */
  port?: MessagePort | undefined
}

/** `result` is JSON: the changed variables, or the names that are declared. */
export type Outcome = { result: string } | { problem: ScriptProblem }

/** What a script asks for, with the number of the request; both sides speak JSON. */
export type ScriptRequest = { no: number; request: string }

export type Refusal = { message: string; code: string }

export type ScriptReply = { no: number } & ({ answer: string } | { refusal: Refusal })
