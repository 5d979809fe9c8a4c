import { createHash } from 'node:crypto'
import { Cache } from '../lib/cache.ts'
import { AppError } from '../lib/errors.ts'
import { type TaskOwner, WorkerPool } from '../workers/pool.ts'
import { WorkerFailure } from '../workers/reply.ts'
import type { Case, Checked } from './check.ts'
import type { Evaluation } from './evaluate.ts'
import type { Answer, Task } from './worker.ts'

type Limits = { time: number; checkTime: number; megabytes: number }

const LIMITS: Limits = { time: 5000, checkTime: 20_000, megabytes: 256 }

/** The decision has no answer: its table, an expression or a value is wrong. Trying again does not help. */
export class DecisionFailure extends AppError {
  /** A busy machine may be the reason. */
  readonly isLate: boolean

  constructor(message: string, isLate = false) {
    super('unprocessable', message)
    this.isLate = isLate
  }
}

export type EvaluationRequest = {
  xml: string
  decision?: string | undefined
  values: Record<string, unknown>
}

/**
 * Reads and evaluates decisions, in worker threads: an expression of FEEL may compute for ever, and then
 * its thread ends, not the node.
 */
export class Decisions {
  readonly #limits: Limits
  readonly #pool: WorkerPool<Task, Answer>
  /** A draft is checked at every save; not for ever, since a busy machine may have been too slow. */
  readonly #checked = new Cache<Promise<Checked>>({ most: 500, milliseconds: 600_000 })

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
    this.#pool = new WorkerPool({
      name: 'decisions',
      file: new URL('./worker.ts', import.meta.url),
      size: 2,
      queue: 1000,
      each: { size: 1, queue: 100 },
      limits: { maxOldGenerationSizeMb: this.#limits.megabytes },
    })
  }

  async evaluate(
    asked: EvaluationRequest,
    left?: AbortSignal,
    owner?: string,
  ): Promise<Evaluation & { decision: string }> {
    const key = createHash('sha256').update(asked.xml).digest('base64')
    const answer = await this.#run({ kind: 'evaluate', key, ...asked }, this.#limits.time, {
      left,
      owner,
    })
    if (answer.kind === 'evaluated') return { ...answer.evaluation, decision: answer.decision }
    throw new DecisionFailure(answer.kind === 'failed' ? answer.message : 'it was not evaluated')
  }

  /** Exceeding the limits is reported as a problem of the file. */
  check(
    xml: string,
    { decision, cases = [] }: { decision?: string | undefined; cases?: readonly Case[] } = {},
  ): Promise<Checked> {
    const task: Task = { kind: 'check', xml, decision, cases }
    const key = createHash('sha256').update(JSON.stringify(task)).digest('base64')
    return this.#checked.get(key, () => this.#check(task))
  }

  async #check(task: Task): Promise<Checked> {
    try {
      const answer = await this.#run(task, this.#limits.checkTime)
      if (answer.kind === 'checked') return answer.checked
      throw new Error('the decisions were not checked')
    } catch (error) {
      if (!(error instanceof DecisionFailure)) throw error
      const problem = { element: '', message: error.message, line: 1, column: 1 }
      return { problems: [problem], failures: [] }
    }
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #run(task: Task, time: number, by: TaskOwner = {}): Promise<Answer> {
    try {
      return await this.#pool.run(task, time, by)
    } catch (error) {
      if (!(error instanceof WorkerFailure) || error.kind === 'crash') throw error
      throw new DecisionFailure(
        error.kind === 'timeout'
          ? `it computed for more than ${time / 1000} seconds`
          : `it needs more than the ${this.#limits.megabytes} MB of memory allowed`,
        error.kind === 'timeout',
      )
    }
  }
}
