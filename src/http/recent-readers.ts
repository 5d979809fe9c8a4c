import { createHash } from 'node:crypto'

const MOST = 20
const LONGEST = 10 * 60_000

/** Tokens that were let in during the last ten minutes, as hashes. */
export class RecentReaders {
  readonly #now: () => Date
  readonly #seen = new Map<string, number>()

  constructor(now: () => Date) {
    this.#now = now
  }

  add(token: string | undefined): void {
    if (token === undefined) return
    this.delete(token)
    this.#seen.set(hashOf(token), this.#now().getTime())
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > MOST && oldest !== undefined) this.#seen.delete(oldest)
  }

  has(token: string | undefined): boolean {
    const at = token === undefined ? undefined : this.#seen.get(hashOf(token))
    return at !== undefined && this.#now().getTime() < at + LONGEST
  }

  delete(token: string | undefined): void {
    if (token !== undefined) this.#seen.delete(hashOf(token))
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
