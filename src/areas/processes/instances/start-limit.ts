import { tooMany } from '../../../lib/errors.ts'

const WINDOW = 1_000

/** Limits starts per second and process on this node; 0 = no limit. */
export class StartLimit {
  readonly #limit: number
  #since = 0
  #counts = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  take(templateId: string, now: Date): void {
    if (this.#limit === 0) return
    if (now.getTime() - this.#since >= WINDOW) {
      this.#since = now.getTime()
      this.#counts = new Map()
    }
    const count = (this.#counts.get(templateId) ?? 0) + 1
    this.#counts.set(templateId, count)
    if (count > this.#limit) {
      throw tooMany(`starts of this process: the limit is ${this.#limit} a second`, 1)
    }
  }
}
