import { pause } from '../../../platform/loops/sleep.ts'

type Limits = {
  /** 0 = as many as go. */
  perMinute: number
  /** Calls at once. */
  parallel: number
}

/** Lets calls start one after another, so that a portal never counts more in a minute than it allows. */
export class Pace {
  readonly #interval: number
  #free: number
  readonly #waiting: (() => void)[] = []
  #next = 0

  constructor({ perMinute, parallel }: Limits) {
    this.#interval = perMinute === 0 ? 0 : 60_000 / perMinute
    this.#free = parallel
  }

  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter()
    try {
      const wait = this.#reserve()
      if (wait > 0) await pause(wait, signal)
      return await work()
    } finally {
      this.#leave()
    }
  }

  /** Nothing starts for so many milliseconds. */
  hold(milliseconds: number): void {
    this.#next = Math.max(this.#next, Date.now() + milliseconds)
  }

  #reserve(): number {
    const now = Date.now()
    const at = Math.max(now, this.#next)
    this.#next = at + this.#interval
    return at - now
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
