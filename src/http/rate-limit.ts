import { type AppError, tooMany } from '../lib/errors.ts'

const WINDOW = 60_000

export type LimitResult = { headers: Record<string, string>; refusal?: AppError }

/** Limits the requests per minute and caller on this node; the minutes are the same for all callers. */
export class RateLimit {
  readonly #limit: number
  readonly #now: () => Date
  #since = 0
  #counts = new Map<string, number>()

  constructor(limit: number, now: () => Date) {
    this.#limit = limit
    this.#now = now
  }

  /** Returns the headers of the response, and the refusal if the limit is exceeded. */
  take(who: string): LimitResult {
    const now = this.#now().getTime()
    // If the clock was set back, a new minute begins.
    if (now < this.#since || now - this.#since >= WINDOW) {
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
