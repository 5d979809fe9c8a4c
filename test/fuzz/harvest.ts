import type { Random } from './random.ts'

const MOST = 400
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type AppPathParts = { namespace: string; code: string }

/** A ring buffer of the newest values. */
class Pool<T> {
  readonly all: T[] = []
  #next = 0

  add(value: T): void {
    this.all[this.#next % MOST] = value
    this.#next++
  }
}

/** Values collected from responses: ids by area, apps and processes, and values by key. */
export class Harvest {
  readonly #ids = new Map<string, Pool<string>>()
  readonly #values = new Map<string, Pool<unknown>>()
  readonly #apps = new Pool<AppPathParts>()
  readonly #spared: ReadonlySet<string>

  /** `spared` ids are never used: the callers themselves must not be deleted. */
  constructor(spared: Iterable<string>) {
    this.#spared = new Set(spared)
  }

  learn(area: string, value: unknown, depth = 0): void {
    if (depth > 8 || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const each of value.slice(0, 20)) this.learn(area, each, depth + 1)
      return
    }
    const object = value as Record<string, unknown>
    const { namespace, code } = object
    if (typeof namespace === 'string' && typeof code === 'string')
      this.#apps.add({ namespace, code })
    for (const [name, inner] of Object.entries(object).slice(0, 60)) {
      this.#learnValue(area, name, inner)
      this.learn(area, inner, depth + 1)
    }
  }

  #learnValue(area: string, name: string, value: unknown): void {
    const text = JSON.stringify(value)
    if (text === undefined || text.length > 2000) return
    if ([...this.#spared].some((id) => text.includes(id))) return
    poolOf(this.#values, name).add(value)
    for (const id of [value].flat()) {
      if (typeof id !== 'string' || !UUID.test(id)) continue
      poolOf(this.#ids, area).add(id)
      poolOf(this.#ids, '').add(id)
    }
  }

  id(area: string, random: Random): string {
    const own = this.#ids.get(area)?.all ?? []
    const all = this.#ids.get('')?.all ?? []
    const from = own.length > 0 && random.chance(0.8) ? own : all
    return from.length > 0 && random.chance(0.95) ? random.of(from) : random.uuid()
  }

  app(random: Random): AppPathParts | undefined {
    return this.#apps.all.length > 0 ? random.of(this.#apps.all) : undefined
  }

  /** A collected value of this key. */
  named(name: string, random: Random): unknown {
    const known = this.#values.get(name)?.all
    return known && known.length > 0 ? random.of(known) : undefined
  }

  /** Some keys with collected values, such as the fields of an item. */
  object(random: Random): Record<string, unknown> {
    const names = [...this.#values.keys()]
    if (names.length === 0) return {}
    const chosen = Array.from({ length: random.int(5) }, () => random.of(names))
    return Object.fromEntries(chosen.map((name) => [name, this.named(name, random)]))
  }
}

function poolOf<T>(pools: Map<string, Pool<T>>, key: string): Pool<T> {
  const known = pools.get(key) ?? new Pool<T>()
  if (!pools.has(key) && pools.size < 2000) pools.set(key, known)
  return known
}
