import { conflict } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { numbered } from './names.ts'
import type { Directory } from './store/directories.ts'
import * as store from './store/directories.ts'

const FIRST_TRIES = 8
const MOST = 100_000

/**
 * Finds free names in a directory. It remembers the names it gave and the numbers it tried, so
 * that a thousand files of one name cost no more than a thousand of different ones.
 */
export class FreeNames {
  readonly #ctx: Context
  readonly #given = new Set<string>()
  readonly #next = new Map<string, number>()

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  async take(directory: Directory, name: string): Promise<string> {
    if (!directory.unique_names) return name
    const key = (text: string) => `${directory.id}/${text}`
    const free = await this.#find(directory, name, key)
    this.#given.add(key(free))
    return free
  }

  async #find(directory: Directory, name: string, key: (text: string) => string): Promise<string> {
    let next = this.#next.get(key(name)) ?? 0
    for (let tries = 1; next < MOST; tries = tries === 1 ? FIRST_TRIES : tries * 2) {
      const wanted = Array.from({ length: tries }, (_, at) => nameAt(name, next + at)).filter(
        (each) => each !== undefined,
      )
      const taken = new Set(await store.listTaken(this.#ctx.db, directory.id, wanted))
      const at = wanted.findIndex((each) => !taken.has(each) && !this.#given.has(key(each)))
      const free = wanted[at]
      this.#next.set(key(name), next + (free === undefined ? tries : at + 1))
      if (free !== undefined) return free
      if (wanted.length < tries) break
      next += tries
    }
    throw conflict(`"${directory.name}" has a file called "${name}", and no other name is possible`)
  }
}

const nameAt = (name: string, number: number) => (number === 0 ? name : numbered(name, number))
