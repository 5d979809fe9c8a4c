import { AppError } from '../../lib/errors.ts'
import { MEMORY } from './memory.ts'

export type ProblemKind =
  | 'syntax'
  | 'thrown'
  | 'timeout'
  | 'memory'
  | 'bad_result'
  /** The script or its context is too large: nothing ran. */
  | 'too_large'

/** Why a script gave no result. Lines and columns count from 1. */
export type ScriptProblem = {
  kind: ProblemKind
  message: string
  /** The `code` that the script threw: `throw { code: 'refused', message: '…' }`. */
  code?: string
  line?: number
  column?: number
}

export const OUT_OF_MEMORY: ScriptProblem = {
  kind: 'memory',
  message: `it needs more than the ${MEMORY / 1024 ** 2} MB of memory allowed`,
}

export const outOfTime = (milliseconds: number): ScriptProblem => ({
  kind: 'timeout',
  message: `it computed for more than ${milliseconds} ms`,
})

/** Not retryable: the script itself has to change. */
export class ScriptError extends AppError {
  readonly problem: ScriptProblem

  constructor(problem: ScriptProblem) {
    super('unprocessable', inWords(problem))
    this.problem = problem
  }
}

const place = ({ line, column }: ScriptProblem) =>
  line === undefined ? '' : ` at line ${line}${column === undefined ? '' : `, column ${column}`}`

const inWords = (problem: ScriptProblem) => `the script failed${place(problem)}: ${problem.message}`
