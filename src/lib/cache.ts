type Limits = {
  /** How many values are kept; the oldest make room. */
  most?: number
  /** How long a value is good for. */
  milliseconds?: number
}
type Entry<Value> = { value: Value; mark: string; until: number }

/**
 * Values by key, each made when it is first asked for. Many who ask at once share one promise; a
 * promise that fails is forgotten. A value made under another mark is made again.
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

/** `make` once per object, for as long as the object is in use. */
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
