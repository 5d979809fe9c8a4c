/** Two who talk with one another see soon what the other says. */
const REST = 2000
/** Where something happens all the time, a page rests longer and longer: hundreds of people may look at it. */
const BUSY_REST = 6000
const GROWTH = 1.5
/** Something happened while it rested, so it asked as soon as it might. */
const AT_ONCE = 500
const LONGEST = 10_000
/** A server that has much to do is asked less often: a page waits for answers for a twentieth of its time. */
const SHARE = 20

/** When it was last asked, how long that took, and how long to wait with the next questions: in milliseconds. */
export class RefetchPace {
  #askedUntil = Number.NEGATIVE_INFINITY
  #lasted = 0
  #rest = REST

  get wait(): number {
    return Math.max(0, this.#restedAt - performance.now())
  }

  get #restedAt(): number {
    return this.#askedUntil + Math.min(LONGEST, Math.max(this.#rest, this.#lasted * SHARE))
  }

  /** While answers are on their way, the same is not asked again either. */
  async ask(work: () => Promise<unknown>): Promise<void> {
    const since = performance.now()
    const isBusy = since < this.#restedAt + AT_ONCE
    this.#rest = isBusy ? Math.min(BUSY_REST, this.#rest * GROWTH) : REST
    this.#askedUntil = since
    await work()
    this.#askedUntil = performance.now()
    this.#lasted = this.#askedUntil - since
  }
}
