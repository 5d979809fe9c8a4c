import { setTimeout as pause } from 'node:timers/promises'
import { areas } from '../../../src/client/areas.ts'
import { createClient, overHttp } from '../../../src/client/client.ts'
import { TOKEN } from '../node.ts'

type Job = { id: string; lock: string; key: string }

/** A program that pulls jobs from whichever node is up, and repeats its answers until they are heard. */
export class CrashWorker {
  /** Accepted answers, by job. */
  readonly completed = new Map<string, number>()
  readonly #address: () => string | undefined
  #isStopped = false
  #working: Promise<void> | undefined

  constructor(address: () => string | undefined) {
    this.#address = address
  }

  start(): void {
    this.#working = this.#work()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#working
  }

  async #work(): Promise<void> {
    while (!this.#isStopped) {
      const input = { topics: ['crash'], worker: 'crash', lockSeconds: 5, waitSeconds: 1 }
      const { jobs } = await this.#client.workers.fetch({ input }).catch(() => ({ jobs: [] }))
      await Promise.all(jobs.map((job) => this.#complete(job)))
      if (jobs.length === 0) await pause(50)
    }
  }

  /** 409: the lock was lost with its node, and another fetch has the job. */
  async #complete({ id: job, lock, key }: Job): Promise<void> {
    for (let status = 0; status !== 200 && status !== 409 && !this.#isStopped; ) {
      status = await this.#client.workers.complete({ params: { job }, input: { lock } }).then(
        () => 200,
        (error: { status?: number }) => error.status ?? 0,
      )
      if (status === 200) this.completed.set(key, (this.completed.get(key) ?? 0) + 1)
      else await pause(50)
    }
  }

  get #client() {
    return createClient(areas, overHttp(this.#address() ?? 'http://127.0.0.1:9', TOKEN))
  }
}
