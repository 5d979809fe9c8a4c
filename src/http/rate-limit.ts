import { type AppError, tooMany } from '../lib/errors.ts'

const WINDOW = 60_000

export type Taken = { headers: Record<string, string>; refusal?: AppError }

/** So many requests a minute per caller on this node; everybody's minute is the same one. */
export class RateLimit {
  readonly #limit: number
  readonly #now: () => Date
  #since = 0
  #counts = new Map<string, number>()

  constructor(limit: number, now: () => Date) {
    this.#limit = limit
    this.#now = now
  }

  /** The headers to answer with, and the refusal when nothing is left. */
  take(who: string): Taken {
    const now = this.#now().getTime()
    if (now - this.#since >= WINDOW) {
      this.#since = now
      this.#counts = new Map()
    }
    const count = (this.#counts.get(who) ?? 0) + 1
    this.#counts.set(who, count)
    const reset = Math.ceil((this.#since + WINDOW - now) / 1000)
    const headers = {
      'ratelimit-policy': `"default";q=${this.#limit};w=60`,
      ratelimit: `"default";r=${Math.max(0, this.#limit - count)};t=${reset}`,
    }
    if (count <= this.#limit) return { headers }
    return {
      headers,
      refusal: tooMany(`requests: the limit is ${this.#limit} a minute`, reset),
    }
  }
}
