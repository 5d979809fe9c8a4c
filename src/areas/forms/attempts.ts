import { conflict } from '../../lib/errors.ts'
import { LIFETIME } from './proof.ts'

/** People correct a form a few times; whoever tries out values must solve a challenge for every few. */
const MOST = 10

/** How often each solved challenge was tried on this node. */
export class Attempts {
  readonly #counts = new Map<string, { count: number; until: number }>()

  take(challenge: string, now: Date): void {
    for (const [id, { until }] of this.#counts) {
      if (until > now.getTime()) break
      this.#counts.delete(id)
    }
    const known = this.#counts.get(challenge) ?? { count: 0, until: now.getTime() + LIFETIME }
    if (known.count >= MOST) {
      throw conflict(`the challenge was tried ${MOST} times: ask for another`)
    }
    this.#counts.set(challenge, { ...known, count: known.count + 1 })
  }
}
