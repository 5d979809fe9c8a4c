/** Milliseconds: what happens at once is asked for once. */
const GATHER = 120
/** Where something happens all the time, a page asks every few seconds: hundreds of people may look at it. */
const REST = 2000
const LONGEST = 60_000
/** A server that has much to do is asked less often: a page waits for answers for a hundredth of its time. */
const SHARE = 100

/** When it was last asked, how long that took, and how long to wait with the next questions: in milliseconds. */
export class Gathering {
  #answeredAt = Number.NEGATIVE_INFINITY
  #lasted = 0

  get wait(): number {
    const rest = Math.min(LONGEST, Math.max(REST, this.#lasted * SHARE))
    return Math.max(GATHER, this.#answeredAt + rest - performance.now())
  }

  async ask(work: () => Promise<unknown>): Promise<void> {
    const since = performance.now()
    await work()
    this.#answeredAt = performance.now()
    this.#lasted = this.#answeredAt - since
  }
}
