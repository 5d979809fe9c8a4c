import { createHash } from 'node:crypto'
import { toStorable } from '../../lib/storable.ts'
import { WorkerPool } from '../../workers/pool.ts'
import { WorkerFailure } from '../../workers/reply.ts'
import type { Config } from '../config.ts'
import type { Outcome, Task } from './outcome.ts'
import { OUT_OF_MEMORY, ScriptError, type ScriptProblem } from './problem.ts'

export type ScriptLimits = {
  /** CPU time in milliseconds. */
  time: number
  /** Maximum sizes of a script, its context and its result as JSON, in bytes. */
  source: number
  context: number
  result: number
}

const LIMITS: ScriptLimits = {
  time: 1000,
  source: 64 * 1024,
  context: 4 * 1024 ** 2,
  result: 1024 ** 2,
}

export type Script = {
  source: string
  context: Record<string, unknown>
  /** The fixed time that the script sees. */
  now: Date
  /** The seed of the random numbers. */
  seed: string
}

export type ScriptsOptions = {
  workers: number
  queue?: number
  limits?: Partial<ScriptLimits>
  /** The factor of the CPU time that a script may take by the clock, on a busy machine. */
  clockFactor?: number
}

export const openScripts = ({ KONTOR_SCRIPT_WORKERS, KONTOR_SCRIPT_TIME }: Config): Scripts =>
  new Scripts({ workers: KONTOR_SCRIPT_WORKERS, limits: { time: KONTOR_SCRIPT_TIME } })

/**
 * Runs process scripts. A script gets a copy of the context and returns the variables it changes; it can
 * reach nothing else, so running it twice is harmless and gives the same result.
 */
export class Scripts {
  readonly #pool: WorkerPool<Task, Outcome>
  readonly #limits: ScriptLimits
  readonly #clockFactor: number

  constructor({ workers, queue = 1000, limits = {}, clockFactor = 3 }: ScriptsOptions) {
    this.#clockFactor = clockFactor
    this.#limits = { ...LIMITS, ...limits }
    this.#pool = new WorkerPool({
      name: 'scripts',
      file: new URL('./worker.ts', import.meta.url),
      size: workers,
      queue,
      limits: { maxOldGenerationSizeMb: 64, stackSizeMb: 16 },
    })
  }

  /** Returns the changed variables; throws a `ScriptError` if the script fails. */
  async run(
    { source, context, now, seed }: Script,
    left?: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const { time, result } = this.#limits
    const json = JSON.stringify(context)
    this.#limit('source', source)
    this.#limit('context', json)
    const settings = { source, time, now: now.getTime(), seed: toNumber(seed) }
    const outcome = await this.#ask({ type: 'run', ...settings, context: json, result }, left)
    if ('problem' in outcome) throw new ScriptError(outcome.problem)
    return readResult(outcome.result)
  }

  /** Checks a script without running it. */
  async check(source: string): Promise<ScriptProblem | undefined> {
    const problem = this.#tooLarge('source', source)
    if (problem) return problem
    const settings = { source, time: this.#limits.time, now: 0, seed: 0 }
    const outcome = await this.#ask({ type: 'check', ...settings })
    return 'problem' in outcome ? outcome.problem : undefined
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #ask(task: Task, left?: AbortSignal): Promise<Outcome> {
    try {
      return await this.#pool.run(task, task.time * this.#clockFactor, left)
    } catch (error) {
      if (!(error instanceof WorkerFailure) || error.kind === 'crash') throw error
      return { problem: error.kind === 'memory' ? OUT_OF_MEMORY : this.#late() }
    }
  }

  #late(): ScriptProblem {
    const time = this.#limits.time * this.#clockFactor
    return { kind: 'timeout', message: `it did not end after ${time} ms` }
  }

  #limit(what: 'source' | 'context', text: string): void {
    const problem = this.#tooLarge(what, text)
    if (problem) throw new ScriptError(problem)
  }

  #tooLarge(what: 'source' | 'context', text: string): ScriptProblem | undefined {
    const [bytes, most] = [Buffer.byteLength(text), this.#limits[what]]
    if (bytes <= most) return undefined
    return { kind: 'too_large', message: `its ${what} has ${bytes} bytes, ${most} are allowed` }
  }
}

/** A time that QuickJS can represent: 48 bits of milliseconds. */
const toNumber = (seed: string): number =>
  createHash('sha256').update(seed).digest().readUIntBE(0, 6)

/** The text is JSON written by QuickJS, so a name has only one spelling. */
function readResult(json: string): Record<string, unknown> {
  if (json.includes('"__proto__":')) {
    const message = '"__proto__" is no name for a variable'
    throw new ScriptError({ kind: 'bad_result', message })
  }
  return toStorable(JSON.parse(json))
}
