import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads'
import { unavailable } from '../lib/errors.ts'
import { replyOf } from './reply.ts'
import { stopping, Turns, type TurnsOptions } from './turns.ts'

/** Each of the `size` threads is started on demand. */
export type PoolOptions = TurnsOptions & { file: URL; limits: ResourceLimits }

/** Who waits for a task, and whose share it uses. */
export type TaskOwner = { left?: AbortSignal | undefined; owner?: string | undefined }

type Running = TaskOwner & { passed?: Transferable[] }

/** The time limit for the start of a thread. */
const BOOT = 30_000

/**
 * Threads for work that may never end. A task that exceeds its time is terminated with its thread, which
 * works even for endless loops and native calls; the next task gets a new thread.
 */
export class WorkerPool<Task, Answer> {
  readonly #options: PoolOptions
  readonly #all = new Set<Worker>()
  readonly #idle: Worker[] = []
  readonly #turns: Turns

  constructor(options: PoolOptions) {
    this.#options = options
    this.#turns = new Turns(options)
  }

  /**
   * Runs a task; its thread is terminated after `time` milliseconds. A caller that disconnects stops waiting.
   * `passed` is transferred to the thread, such as a port.
   */
  run(task: Task, time: number, { left, passed = [], owner }: Running = {}): Promise<Answer> {
    return this.#turns.run(
      async () => {
        try {
          const worker = this.#idle.pop() ?? (await this.#boot())
          worker.postMessage(task, passed)
          const answer = await replyOf<Answer>(worker, time)
          this.#idle.push(worker)
          return answer
        } catch (error) {
          // Terminated by us at the close: not the fault of the task, which may be retried.
          throw this.#turns.isClosed ? stopping() : error
        }
      },
      left,
      owner,
    )
  }

  async close(): Promise<void> {
    this.#turns.close()
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  async #boot(): Promise<Worker> {
    const { name, file, limits } = this.#options
    // An empty environment, so that the settings and secrets of the server are out of reach.
    const worker = new Worker(file, { resourceLimits: limits, env: {} })
    this.#all.add(worker)
    worker.on('exit', () => this.#forget(worker))
    // Without a listener an error of an idle thread would end the server.
    worker.on('error', () => this.#forget(worker))
    try {
      await replyOf(worker, BOOT)
    } catch (error) {
      throw unavailable(`no thread for ${name} could be started`, error)
    }
    // Does not keep the process alive; while it works, its timeout does.
    worker.unref()
    return worker
  }

  #forget(worker: Worker): void {
    this.#all.delete(worker)
    const at = this.#idle.indexOf(worker)
    if (at >= 0) this.#idle.splice(at, 1)
  }
}
