import { tooMany } from '../lib/errors.ts'

const WINDOW = 60_000

type Used = { count: number; since: number }

/** So many requests a minute per credential on this node; `take` answers what is left. */
export class RateLimit {
  readonly #limit: number
  readonly #now: () => Date
  #used = new Map<string, Used>()

  constructor(limit: number, now: () => Date) {
    this.#limit = limit
    this.#now = now
  }

  /** The headers to answer with; throws when nothing is left. */
  take(who: string): Record<string, string> {
    const now = this.#now().getTime()
    const used = this.#current(who, now)
    const reset = Math.ceil((used.since + WINDOW - now) / 1000)
    if (used.count >= this.#limit) {
      throw tooMany(`requests: the limit is ${this.#limit} a minute`, reset)
    }
    used.count++
    return {
      'ratelimit-policy': `"default";q=${this.#limit};w=60`,
      ratelimit: `"default";r=${this.#limit - used.count};t=${reset}`,
    }
  }

  #current(who: string, now: number): Used {
    const known = this.#used.get(who)
    if (known && now - known.since < WINDOW) return known
    if (this.#used.size > 10_000) this.#used = new Map()
    const fresh = { count: 0, since: now }
    this.#used.set(who, fresh)
    return fresh
  }
}
