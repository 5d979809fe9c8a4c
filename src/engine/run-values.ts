import type { Control, Loop } from './state.ts'

type Pages = NonNullable<Control['kept']>

/** A loop with more runs than this keeps the values of its runs in pages. */
export const FEW_RUNS = 128
const PAGE_BITS = 7

/** One value for each run of the large loops of a step in progress. Pages are copied before they change. */
export class RunValues {
  #pages: Pages
  readonly #own = new Set<number>()

  constructor(pages: Pages = {}) {
    this.#pages = pages
  }

  get(no: number): unknown {
    return this.#pages[no >> PAGE_BITS]?.[no]
  }

  set(no: number, value: unknown): void {
    this.#page(no >> PAGE_BITS)[no] = value
  }

  /** Forgets the values of a loop that is over. */
  forget({ from, total = 0 }: Loop): void {
    if (from === undefined) return
    for (const key of Object.keys(this.#pages).map(Number)) {
      const first = key << PAGE_BITS
      if (first >= from + total || first + FEW_RUNS <= from) continue
      const page = this.#page(key)
      for (const no of Object.keys(page).map(Number)) {
        if (no >= from && no < from + total) delete page[no]
      }
      if (Object.keys(page).length === 0) delete this.#pages[key]
    }
  }

  toControl(): Pick<Control, 'kept'> {
    return Object.keys(this.#pages).length > 0 ? { kept: this.#pages } : {}
  }

  #page(key: number): Record<number, unknown> {
    if (this.#own.size === 0) this.#pages = { ...this.#pages }
    const page = this.#pages[key]
    if (page && this.#own.has(key)) return page
    const own = { ...page }
    this.#pages[key] = own
    this.#own.add(key)
    return own
  }
}
