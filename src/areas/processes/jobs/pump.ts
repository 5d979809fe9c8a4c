import type { Log } from '../../../platform/log.ts'

/** How long nobody looks when nobody says that there is something. */
const POLL = 250
/** After trouble with the database. */
const LONGEST_PAUSE = 5_000

export type PumpOptions<Job> = {
  /** Up to so many jobs that are due; an empty list means that there are none. */
  take: (limit: number) => Promise<Job[]>
  run: (job: Job) => Promise<void>
  /** How many are taken beyond those that can begin at once. */
  ahead: number
  log: Log
}

/** Keeps a number of workers busy: looks when it is told to, and every now and then all the same. */
export class Pump<Job> {
  readonly #options: PumpOptions<Job>
  readonly #queue: Job[] = []
  readonly #running = new Set<Promise<void>>()
  #workers = 0
  #isStopped = false
  #isTaking = false
  /** Somebody said so while we were looking. */
  #isNudged = false
  #timer: NodeJS.Timeout | undefined
  #pause = POLL

  constructor(options: PumpOptions<Job>) {
    this.#options = options
  }

  start(workers: number): void {
    this.#workers = workers
    this.nudge()
  }

  /** There may be something to do. */
  nudge(): void {
    this.#isNudged = true
    void this.#fill()
  }

  /** Lets what has begun come to its end. What was only taken is left to others when its lease is over. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#queue.length = 0
    await Promise.all(this.#running)
  }

  get #free(): number {
    return this.#workers - this.#running.size - this.#queue.length
  }

  async #fill(): Promise<void> {
    if (this.#isTaking || this.#isStopped || this.#workers === 0) return
    this.#isTaking = true
    try {
      while (this.#free > 0 && !this.#isStopped && (await this.#takeMore())) this.#begin()
      this.#pause = POLL
    } catch (err) {
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE)
      this.#options.log.warn({ err }, 'jobs of processes cannot be looked for')
    } finally {
      this.#isTaking = false
      this.#later()
    }
  }

  /** True while there may be more. */
  async #takeMore(): Promise<boolean> {
    this.#isNudged = false
    const wanted = this.#free + this.#options.ahead * this.#workers
    const jobs = await this.#options.take(wanted)
    if (this.#isStopped) return false
    this.#queue.push(...jobs)
    this.#begin()
    return jobs.length === wanted || this.#isNudged
  }

  #begin(): void {
    while (this.#queue.length > 0 && this.#running.size < this.#workers && !this.#isStopped) {
      const running = this.#run(this.#queue.shift() as Job)
      this.#running.add(running)
      void running.finally(() => {
        this.#running.delete(running)
        this.#begin()
        if (this.#queue.length === 0) void this.#fill()
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

  #later(): void {
    clearTimeout(this.#timer)
    if (!this.#isStopped) this.#timer = setTimeout(() => this.nudge(), this.#pause).unref()
  }
}
