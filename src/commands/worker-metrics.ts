import type { Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import { pause } from '../platform/loops/sleep.ts'
import { type Counted, tell } from './worker.ts'

/** In milliseconds: the answer is to come within a second. */
const LONGEST = 400

/** The metrics of several workers as one. */
export class WorkerMetrics {
  readonly #asked = new Map<number, (counted: Counted | undefined) => void>()
  /** What each has counted last. */
  readonly #latest = new WeakMap<Worker, Counted>()
  #last = 0

  /** Of one that does not answer in time, because it stalls, the last numbers count; a dead one does not. */
  async read(workers: Iterable<Worker>): Promise<string> {
    const counted = await Promise.all(Array.from(workers, (worker) => this.#ask(worker)))
    const given = counted.filter((each) => each !== undefined)
    return AggregatorRegistry.aggregate(given).metrics()
  }

  hear(id: number, counted: Counted | undefined): void {
    this.#asked.get(id)?.(counted)
  }

  async #ask(worker: Worker): Promise<Counted | undefined> {
    if (!worker.isConnected()) return undefined
    const id = ++this.#last
    const over = new AbortController()
    try {
      const counted = await new Promise<Counted | undefined>((resolve) => {
        this.#asked.set(id, resolve)
        tell(worker, { kind: 'count', id })
        void pause(LONGEST, over.signal).then(() => resolve(undefined))
      })
      if (counted) this.#latest.set(worker, counted)
      return counted ?? this.#latest.get(worker)
    } finally {
      over.abort()
      this.#asked.delete(id)
    }
  }
}
