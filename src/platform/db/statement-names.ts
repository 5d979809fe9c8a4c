const MOST_SEEN = 10_000

/**
 * Which statements are prepared. Literal templates are from their first use. A composed text is from its second use:
 * a filter that is never repeated would only fill every backend with plans. For the same reason the number of names
 * is limited: what has not been used for longest gives way, and its plan goes when its connection ends.
 */
export class StatementNames {
  readonly #most: number
  /** The least recently used first. */
  readonly #named = new Set<string>()
  readonly #seen = new Set<string>()

  constructor(most: number) {
    this.#most = most
  }

  /** Whether the statement is sent under its name. */
  use(name: string, isCertain: boolean): boolean {
    const isNamed = this.#named.delete(name)
    if (!isNamed && !isCertain && !this.#seen.delete(name)) {
      this.#see(name)
      return false
    }
    this.#named.add(name)
    if (this.#named.size > this.#most) this.#named.delete(this.#oldest())
    return true
  }

  #see(name: string): void {
    if (this.#seen.size >= MOST_SEEN) this.#seen.clear()
    this.#seen.add(name)
  }

  readonly #oldest = () => this.#named.values().next().value as string
}
