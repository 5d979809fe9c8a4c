import { isDiskFull } from './errors.ts'

/** After this long without a write nobody knows any more, and the next write shall find out. */
const REMEMBERED = 30_000

/**
 * Remembers that the database refused a write because its disk is full, so that the readiness of a node
 * can say so without writing. The next successful write ends it.
 */
export class FullDisk {
  readonly #now: () => Date
  #refusedAt: number | undefined

  constructor(now: () => Date) {
    this.#now = now
  }

  get isFull(): boolean {
    const since = this.#refusedAt
    return since !== undefined && this.#now().getTime() - since < REMEMBERED
  }

  noteWrite(): void {
    this.#refusedAt = undefined
  }

  noteError(error: unknown): void {
    if (isDiskFull(error)) this.#refusedAt = this.#now().getTime()
  }
}
