/** Where something happens all the time, a page asks every few seconds: hundreds of people may look at it. */
const REST = 2000
const LONGEST = 10_000
/** A server that has much to do is asked less often: a page waits for answers for a twentieth of its time. */
const SHARE = 20

/** When it was last asked, how long that took, and how long to wait with the next questions: in milliseconds. */
export class Gathering {
  #askedUntil = Number.NEGATIVE_INFINITY
  #lasted = 0

  get wait(): number {
    const rest = Math.min(LONGEST, Math.max(REST, this.#lasted * SHARE))
    return Math.max(0, this.#askedUntil + rest - performance.now())
  }

  /** While answers are on their way, the same is not asked again either. */
  async ask(work: () => Promise<unknown>): Promise<void> {
    const since = performance.now()
    this.#askedUntil = since
    await work()
    this.#askedUntil = performance.now()
    this.#lasted = this.#askedUntil - since
  }
}
