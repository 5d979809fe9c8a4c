import type { Context } from '../../platform/context.ts'

type Fetch<Facts> = (ctx: Context, ids: string[]) => Promise<ReadonlyMap<string, Facts>>
type Entry<Facts> = { upTo: number; until: number; facts: Promise<Facts | undefined> }

/** What was granted or handed over meanwhile is noticed after so many milliseconds at the latest. */
const MOMENT = 2000
const MOST = 20_000

/**
 * What decides who may see an object, asked once for everybody who listens on this node. An answer
 * that was fetched when an event was there already holds for that event and for all before it.
 */
export class Known<Facts> {
  readonly #fetch: Fetch<Facts>
  readonly #entries = new Map<string, Entry<Facts>>()

  constructor(fetch: Fetch<Facts>) {
    this.#fetch = fetch
  }

  /** Of these objects, as they were at this position of the log or later. */
  async get(
    ctx: Context,
    ids: readonly string[],
    upTo: number,
  ): Promise<ReadonlyMap<string, Facts>> {
    const now = performance.now()
    const isKnown = (id: string) => {
      const entry = this.#entries.get(id)
      return entry !== undefined && entry.upTo >= upTo && entry.until > now
    }
    const missing = ids.filter((id) => !isKnown(id))
    if (missing.length > 0) this.#load(ctx, missing, { upTo, until: now + MOMENT })
    const found = await Promise.all(
      ids.map(async (id) => [id, await this.#entries.get(id)?.facts] as const),
    )
    return new Map(found.flatMap(([id, facts]) => (facts === undefined ? [] : [[id, facts]])))
  }

  #load(ctx: Context, ids: string[], validity: { upTo: number; until: number }): void {
    const all = this.#fetch(ctx, ids)
    for (const id of ids) {
      const facts = all.then((found) => found.get(id))
      facts.catch(() => this.#entries.delete(id))
      this.#entries.delete(id)
      this.#entries.set(id, { ...validity, facts })
    }
    for (const id of this.#entries.keys()) {
      if (this.#entries.size <= MOST) break
      this.#entries.delete(id)
    }
  }
}
