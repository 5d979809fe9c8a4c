import { isDiskFull } from './errors.ts'

/** After this long without a write the state is unknown, and the next write finds out. */
const REMEMBERED = 30_000

/**
 * Remembers that the database refused a write because its disk is full, so that readiness can report it without
 * writing. The next successful write clears it.
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
