import { Cache } from '../lib/cache.ts'

type Entry<Value> = { upTo: number; value: Promise<Value | undefined> }
type Fetch<Value> = (keys: string[]) => Promise<ReadonlyMap<string, Value>>

const MOST = 50_000

/**
 * Briefly cached values shared by all readers of this node. A value fetched after an event is valid for that event
 * and all earlier ones.
 */
export class Recent<Value> {
  readonly #entries: Cache<Entry<Value>>

  /** Changes are noticed after at most so many milliseconds. */
  constructor(milliseconds: number) {
    this.#entries = new Cache({ most: MOST, milliseconds })
  }

  /** The values of these keys at this position of the event log, or later. */
  async get(
    keys: readonly string[],
    upTo: number,
    fetch: Fetch<Value>,
  ): Promise<ReadonlyMap<string, Value>> {
    const known = keys.map((key) => [key, this.#entries.find(key)] as const)
    const isFresh = (entry: Entry<Value> | undefined): entry is Entry<Value> =>
      entry !== undefined && entry.upTo >= upTo
    const missing = known.flatMap(([key, entry]) => (isFresh(entry) ? [] : [key]))
    const fetched = this.#fetch(missing, upTo, fetch)
    const found = await Promise.all(
      known.map(async ([key, entry]) => {
        const value = isFresh(entry) ? entry.value : fetched.get(key)
        return [key, await value] as const
      }),
    )
    return new Map(found.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
  }

  #fetch(
    keys: string[],
    upTo: number,
    fetch: Fetch<Value>,
  ): ReadonlyMap<string, Promise<Value | undefined>> {
    if (keys.length === 0) return new Map()
    const all = fetch(keys)
    const values = keys.map((key) => [key, all.then((found) => found.get(key))] as const)
    for (const [key, value] of values) {
      value.catch(() => this.#entries.delete(key))
      this.#entries.keep(key, { upTo, value })
    }
    return new Map(values)
  }
}
