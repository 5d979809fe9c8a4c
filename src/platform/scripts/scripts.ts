import { createHash } from 'node:crypto'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { toStorable } from '../../lib/storable.ts'
import { WorkerPool } from '../../workers/pool.ts'
import { WorkerFailure } from '../../workers/reply.ts'
import type { TurnsOptions } from '../../workers/turns.ts'
import type { Config } from '../config.ts'
import type { Outcome, Task } from './outcome.ts'
import { OUT_OF_MEMORY, ScriptError, type ScriptProblem } from './problem.ts'
import { RequestQueue, type ScriptHost } from './request-queue.ts'
import { findFunctionNames, isAsking } from './source.ts'
import { NO_ENVIRONMENT, type ScriptEnvironment } from './world/environment.ts'

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
  source: 256 * 1024,
  context: 4 * 1024 ** 2,
  result: 1024 ** 2,
}

/** Requests that may be unanswered; each may hold megabytes. */
const WAITING = 50

/** How many existing functions an error names when one is missing. */
const MOST_NAMES = 30

/** A minute, as in the product that scripts come from. */
const WHOLE = 60_000

export type Script = {
  source: string
  context: Record<string, unknown>
  /** The fixed time that the script sees. */
  now: Date
  /** The seed of the random numbers. */
  seed: string
  /** The function of the source to call; absent = the source is a function body. */
  called?: string | undefined
  /** The argument of the function. */
  argument?: unknown
  /** The variable for the return value of the function. */
  answer?: string | undefined
  /** The environment of the script, for the objects it sees. */
  place?: ScriptEnvironment
  /** Answers requests of the script; absent = it can make none. */
  host?: ScriptHost | undefined
  /** The threads it runs on; absent = chosen by whether it makes requests. */
  threads?: Threads | undefined
  /** Who waits for the result: no caller may use all threads for answers. */
  owner?: string | undefined
}

/** Threads for scripts that only compute, for those that may wait, and for those whose result somebody waits for. */
type Threads = 'computing' | 'asking' | 'served'

export type ScriptsOptions = {
  workers: number
  queue?: number
  limits?: Partial<ScriptLimits>
  /** Milliseconds for a script that makes requests, waiting included. */
  whole?: number
  /** The factor by which elapsed time may exceed CPU time, on a busy machine. */
  clockFactor?: number
}

export const openScripts = ({ KONTOR_SCRIPT_WORKERS, KONTOR_SCRIPT_TIME }: Config): Scripts =>
  new Scripts({ workers: KONTOR_SCRIPT_WORKERS, limits: { time: KONTOR_SCRIPT_TIME } })

/** Scripts that wait for answers need a thread each, but little CPU time. */
export const askingThreads = (workers: number): number => workers * 4

/** Handlers have threads of their own: an import of many items must not hold up processes. */
export const handlerThreads = (workers: number): number => workers * 2

/**
 * Runs process scripts. A script gets a copy of the context and returns the variables it changes. Everything else
 * it can reach is answered by its host; without a host, running it twice is harmless and gives the same result.
 */
export class Scripts {
  readonly #pools: Record<Threads, WorkerPool<Task, Outcome>>
  readonly #limits: ScriptLimits
  readonly #clockFactor: number
  readonly #whole: number

  constructor(options: ScriptsOptions) {
    const { workers, queue = 1000, limits = {}, clockFactor = 3, whole = WHOLE } = options
    this.#clockFactor = clockFactor
    this.#whole = whole
    this.#limits = { ...LIMITS, ...limits }
    const pool = (turns: Pick<TurnsOptions, 'size' | 'queue' | 'each'>) =>
      new WorkerPool<Task, Outcome>({
        name: 'scripts',
        file: new URL('./worker.ts', import.meta.url),
        ...turns,
        limits: { maxOldGenerationSizeMb: 64, stackSizeMb: 16 },
      })
    const size = askingThreads(workers)
    this.#pools = {
      computing: pool({ size: workers, queue }),
      asking: pool({ size: size + handlerThreads(workers), queue }),
      served: pool({ size, queue: WAITING, each: { size: size / 2, queue: WAITING / 2 } }),
    }
  }

  /** Returns the changed variables; throws a `ScriptError` if the script fails. */
  async run(script: Script, left?: AbortSignal): Promise<Record<string, unknown>> {
    const { source, context, place = NO_ENVIRONMENT, host } = script
    const json = JSON.stringify(context)
    this.#limit('source', source)
    this.#limit('context', json)
    const task: Task = {
      ...{ type: 'run', source, called: script.called, answer: script.answer },
      ...{ time: this.#limits.time, now: script.now.getTime(), seed: toNumber(script.seed) },
      ...{ context: json, result: this.#limits.result, place: JSON.stringify(place) },
      ...(script.argument !== undefined && { argument: JSON.stringify(script.argument) }),
    }
    const isWaiting = host !== undefined && isAsking(source)
    const { threads = isWaiting ? 'asking' : 'computing', owner } = script
    const asking = { pool: this.#pools[threads], left, owner }
    const outcome = isWaiting
      ? await this.#answering(task, host, asking)
      : await this.#ask(task, { ...asking, time: this.#limits.time * this.#clockFactor })
    if ('problem' in outcome) throw new ScriptError(outcome.problem)
    return readResult(outcome.result)
  }

  /** Checks a script without running it. */
  async check(source: string, called?: string): Promise<ScriptProblem | undefined> {
    const problem = this.#tooLarge('source', source)
    if (problem) return problem
    const { time } = this.#limits
    const task: Task = { type: 'check', source, called, time, now: 0, seed: 0 }
    const outcome = await this.#ask(task, { time: time * this.#clockFactor })
    return 'problem' in outcome ? outcome.problem : undefined
  }

  /** The functions of a program that lacks the one of this name; undefined if it has it. */
  async findOthers(source: string, name: string): Promise<string[] | undefined> {
    const [own] = await this.#declared(source, [name])
    if (own !== undefined) return undefined
    return this.#declared(source, findFunctionNames(source).slice(0, MOST_NAMES))
  }

  async #declared(source: string, names: readonly string[]): Promise<string[]> {
    const { time } = this.#limits
    const task: Task = { type: 'declared', source, names, time, now: 0, seed: 0 }
    const outcome = await this.#ask(task, { time: time * this.#clockFactor })
    // On a busy machine a timeout says nothing about the program.
    return 'problem' in outcome ? [...names] : JSON.parse(outcome.result)
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.close()))
  }

  async #answering(
    task: Task,
    host: ScriptHost,
    asking: Pick<Asking, 'left' | 'pool' | 'owner'>,
  ): Promise<Outcome> {
    const { port1: ours, port2: port } = new MessageChannel()
    const counter = new RequestQueue(ours, host)
    try {
      return await this.#ask({ ...task, port } as Task, {
        ...{ ...asking, time: this.#whole, passed: [port] },
      })
    } finally {
      counter.close()
    }
  }

  async #ask(
    task: Task,
    { time, pool = this.#pools.computing, ...more }: Asking,
  ): Promise<Outcome> {
    try {
      return await pool.run(task, time, more)
    } catch (error) {
      if (!(error instanceof WorkerFailure) || error.kind === 'crash') throw error
      return { problem: error.kind === 'memory' ? OUT_OF_MEMORY : late(time) }
    }
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

type Asking = {
  time: number
  pool?: WorkerPool<Task, Outcome>
  left?: AbortSignal | undefined
  owner?: string | undefined
  passed?: MessagePort[]
}

const late = (time: number): ScriptProblem => ({
  kind: 'timeout',
  message: `it did not end after ${time} ms`,
})

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
