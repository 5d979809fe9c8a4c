/** A least-recently-set cache with limits on the number and the total weight of its values. */
export class WeightedCache<Value> {
  readonly #limits: { most: number; weight: number }
  readonly #entries = new Map<string, { value: Value; weight: number }>()
  #weight = 0

  constructor(limits: { most: number; weight: number }) {
    this.#limits = limits
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** The newest value stays, however heavy, because it is in use. */
  keep(key: string, value: Value, weight: number): void {
    this.#drop(key)
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      const isEnough =
        this.#entries.size <= this.#limits.most && this.#weight <= this.#limits.weight
      if (isEnough || oldest === key) return
      this.#drop(oldest)
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  #drop(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
