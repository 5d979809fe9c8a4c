import type { Log } from '../../../platform/log.ts'
import { BackgroundLoop } from '../../../platform/loops/background-loop.ts'

/** Milliseconds between polls without a notification: a lost one does no harm. */
const REST = 5_000

export type PumpOptions<Job> = {
  /** Takes up to so many due jobs; an empty list means that there are none. */
  take: (limit: number) => Promise<Job[]>
  run: (job: Job) => Promise<void>
  /** How many jobs to take beyond those that can start at once. */
  ahead: number
  log: Log
}

/** Keeps a number of workers busy: looks for jobs when notified, and from time to time. */
export class Pump<Job> {
  readonly #options: PumpOptions<Job>
  readonly #queue: Job[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #loop: BackgroundLoop
  #workers = 0
  #isStopped = false

  constructor(options: PumpOptions<Job>) {
    this.#options = options
    this.#loop = new BackgroundLoop({
      round: () => this.#fill(),
      onFailure: (err) => options.log.warn({ err }, 'jobs of processes cannot be looked for'),
    })
  }

  start(workers: number): void {
    this.#workers = workers
    this.#loop.start()
  }

  /** There may be something to do. */
  nudge(): void {
    this.#loop.wake()
  }

  /** Finishes the jobs that have begun. Jobs that were only taken are left to others when their lease expires. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#queue.length = 0
    await this.#loop.stop()
    await Promise.all(this.#running)
  }

  get #free(): number {
    return this.#workers - this.#running.size - this.#queue.length
  }

  /** Looks again at once while there may be more. */
  async #fill(): Promise<number> {
    if (this.#free <= 0) return REST
    const wanted = this.#free + this.#options.ahead * this.#workers
    const jobs = await this.#options.take(wanted)
    if (this.#isStopped) return REST
    this.#queue.push(...jobs)
    this.#begin()
    return jobs.length === wanted && this.#free > 0 ? 0 : REST
  }

  #begin(): void {
    while (this.#queue.length > 0 && this.#running.size < this.#workers && !this.#isStopped) {
      const running = this.#run(this.#queue.shift() as Job)
      this.#running.add(running)
      void running.finally(() => {
        this.#running.delete(running)
        this.#begin()
        if (this.#queue.length === 0) this.#loop.wake()
      })
    }
  }

  async #run(job: Job): Promise<void> {
    try {
      await this.#options.run(job)
    } catch (err) {
      this.#options.log.error({ err }, 'a job of a process could not even be put off')
    }
  }
}
