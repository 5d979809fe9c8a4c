type Limits = {
  /** The maximum number of values; the oldest are evicted. */
  most?: number
  /** The lifetime of a value. */
  milliseconds?: number
}
type Entry<Value> = { value: Value; mark: string; until: number }

/**
 * Values by key, each computed on first use. Concurrent callers share one promise; a failed promise is
 * removed. A value with another mark is computed again.
 */
export class Cache<Value> {
  readonly #most: number
  readonly #milliseconds: number
  readonly #entries = new Map<string, Entry<Value>>()

  constructor({
    most = Number.POSITIVE_INFINITY,
    milliseconds = Number.POSITIVE_INFINITY,
  }: Limits = {}) {
    this.#most = most
    this.#milliseconds = milliseconds
  }

  get(key: string, make: () => Value, mark = ''): Value {
    return this.find(key, mark) ?? this.keep(key, make(), mark)
  }

  find(key: string, mark = ''): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.mark !== mark) return undefined
    const isGood = entry.until === Number.POSITIVE_INFINITY || performance.now() < entry.until
    return isGood ? entry.value : undefined
  }

  keep(key: string, value: Value, mark = ''): Value {
    const until = this.#milliseconds + performance.now()
    this.#entries.delete(key)
    this.#entries.set(key, { value, mark, until })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) break
      this.#entries.delete(oldest)
    }
    if (value instanceof Promise) value.catch(() => this.#forget(key, value))
    return value
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  #forget(key: string, value: Value): void {
    if (this.#entries.get(key)?.value === value) this.#entries.delete(key)
  }
}

/** Calls `make` once per object, and keeps the value as long as the object. */
export function memoize<Key extends object, Value>(make: (key: Key) => Value) {
  const values = new WeakMap<Key, Value>()
  return (key: Key): Value => {
    const known = values.get(key)
    if (known !== undefined) return known
    const made = make(key)
    values.set(key, made)
    if (made instanceof Promise) made.catch(() => values.delete(key))
    return made
  }
}
