import { type ResourceLimits, Worker } from 'node:worker_threads'
import { tooMany, unavailable } from '../lib/errors.ts'
import { replyOf } from './reply.ts'

export type PoolOptions = {
  /** The name of the tasks for messages: `scripts`. */
  name: string
  file: URL
  /** The maximum number of threads; each is started on demand. */
  size: number
  /** The maximum number of waiting tasks. */
  queue: number
  limits: ResourceLimits
}

type Job<Task, Answer> = {
  task: Task
  /** The time limit in milliseconds. */
  time: number
  resolve(answer: Answer): void
  reject(error: unknown): void
}

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
  readonly #waiting: Job<Task, Answer>[] = []
  #busy = 0
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  async run(task: Task, time: number): Promise<Answer> {
    const { name, queue } = this.#options
    if (this.#isClosed) throw unavailable('the server is stopping')
    if (this.#waiting.length >= queue) throw tooMany(`${name} wait already: ${queue}`, 1)
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ task, time, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of this.#waiting.splice(0)) job.reject(unavailable('the server is stopping'))
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  #next(): void {
    if (this.#busy >= this.#options.size) return
    const job = this.#waiting.shift()
    if (job) void this.#serve(job)
  }

  async #serve(job: Job<Task, Answer>): Promise<void> {
    this.#busy++
    try {
      const worker = this.#idle.pop() ?? (await this.#boot())
      job.resolve(await this.#ask(worker, job))
      this.#idle.push(worker)
    } catch (error) {
      // Terminated by us at the close: not the fault of the task, which may be retried.
      job.reject(this.#isClosed ? unavailable('the server is stopping') : error)
    } finally {
      this.#busy--
      this.#next()
    }
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

  #ask(worker: Worker, { task, time }: Job<Task, Answer>): Promise<Answer> {
    worker.postMessage(task)
    return replyOf(worker, time)
  }
}
