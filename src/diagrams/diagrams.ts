import type { Compiled } from '../engine/compile.ts'
import { WorkerPool } from '../workers/pool.ts'
import { WorkerFailure } from '../workers/reply.ts'
import type { Task } from './worker.ts'

type Limits = { time: number; megabytes: number }

const LIMITS: Limits = { time: 30_000, megabytes: 512 }

/** Compiles and checks process diagrams, in a worker thread because they are untrusted. */
export class Diagrams {
  readonly #limits: Limits
  readonly #pool: WorkerPool<Task, Compiled>

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
    this.#pool = new WorkerPool({
      name: 'diagrams',
      file: new URL('./worker.ts', import.meta.url),
      size: 1,
      queue: 100,
      limits: { maxOldGenerationSizeMb: this.#limits.megabytes },
    })
  }

  /** Exceeding the limits is reported as a problem of the diagram. */
  async compile(task: Task): Promise<Compiled> {
    try {
      return await this.#pool.run(task, this.#limits.time)
    } catch (error) {
      if (!(error instanceof WorkerFailure) || error.kind === 'crash') throw error
      return { problems: [{ element: '', name: '', message: this.#reason(error) }] }
    }
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  #reason({ kind }: WorkerFailure): string {
    const { time, megabytes } = this.#limits
    return kind === 'timeout'
      ? `the diagram could not be checked within ${time / 1000} seconds: make it smaller`
      : `the diagram takes more than ${megabytes} MB of memory to check: make it smaller`
  }
}
