/** Ids of the portal that are others here. */
export class IdMap {
  readonly #ids: Map<string, string>

  constructor(known: Record<string, string> = {}) {
    this.#ids = new Map(Object.entries(known))
  }

  add(linked: Record<string, string>): void {
    for (const [from, to] of Object.entries(linked)) this.#ids.set(from, to)
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  get(id: string): string {
    return this.#ids.get(id) ?? id
  }

  toJSON(): Record<string, string> {
    return Object.fromEntries(this.#ids)
  }

  /** The same value with our ids, wherever in it they are. Ids are random, so that no other text is one. */
  translate<T>(value: T): T
  translate(value: unknown): unknown {
    if (this.#ids.size === 0) return value
    if (typeof value === 'string') return this.#ids.get(value) ?? value
    if (Array.isArray(value)) return value.map((each) => this.translate<unknown>(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.translate(each)]),
    )
  }
}
