import type { ScriptField } from './environment.ts'
import type { Any, Kit, Listing } from './kit.ts'

/** `search().where((f, g) => …)`: conditions become a filter of the API. Runs in the sandbox. */
export function search(kit: Kit) {
  type Fields = ReadonlyMap<string, ScriptField>
  /** A condition; its values are encoded once the fields are known. */
  type Condition = (fields: Fields) => object

  const NOTHING = { null: '' }
  const listOf = (value: Any): Any[] => (Array.isArray(value) ? value : [value])

  const compare =
    (op: string, code: string) =>
    (value: Any): Condition =>
    (fields) => {
      const own = kit.codeOf(code)
      const isNothing = value === null || value === undefined
      const other = isNothing ? NOTHING : { const: kit.constant(fields.get(own), value) }
      return { [op]: [{ field: own }, other] }
    }

  const among =
    (op: string, code: string) =>
    (value: Any): Condition =>
    (fields) => {
      const own = kit.codeOf(code)
      const list = listOf(value).map((each) => kit.constant(fields.get(own), each))
      return { [op]: [{ field: own }, { list }] }
    }

  const all =
    (code: string) =>
    (value: Any): Condition =>
    (fields) => ({ and: listOf(value).map((each) => among('has', code)(each)(fields)) })

  const f = kit.dictionary((code) =>
    kit.guarded(
      {
        ...Object.fromEntries(
          ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like'].map((op) => [op, compare(op, code)]),
        ),
        ...{ in: among('in', code), link: among('link', code), has: among('has', code) },
        all: all(code),
      },
      `f.${code}`,
    ),
  )

  const join =
    (op: string) =>
    (...conditions: Any[]): Condition =>
    (fields) => ({ [op]: conditions.flat().map((each: Condition) => each(fields)) })

  const g = kit.guarded({ and: join('and'), or: join('or') }, 'g')

  type Query = {
    wheres: Condition[]
    from: number
    size: number
    sorts: { field: string; ascending: boolean }[]
    fields: object
  }

  class Search {
    readonly #listing: Listing
    readonly #asked: Query

    constructor(listing: Listing, asked: Partial<Query> = {}) {
      this.#listing = listing
      this.#asked = { wheres: [], from: 0, size: 10, sorts: [], fields: {}, ...asked }
    }

    where(condition: (fields: Any, groups: Any) => Condition) {
      const made = typeof condition === 'function' ? condition(f, g) : undefined
      if (typeof made !== 'function') {
        throw new Error('where() expects a function such as (f, g) => f.total.gt(5)')
      }
      return this.#with({ wheres: [...this.#asked.wheres, made] })
    }

    from(from: number) {
      return this.#with({ from })
    }

    size(size: number) {
      return this.#with({ size })
    }

    sort(code: string, ascending = true) {
      const field = kit.codeOf(code)
      return this.#with({ sorts: [...this.#asked.sorts, { field, ascending }] })
    }

    fields(fields: object) {
      return this.#with({ fields })
    }

    async all() {
      return (await this.#list({})).result.map(this.#listing.toItem)
    }

    async first() {
      const { result } = await this.#list({ size: 1 })
      return result.length === 0 ? undefined : this.#listing.toItem(result[0])
    }

    async count() {
      return (await this.#list({ from: 0, size: 0, total: true })).total
    }

    #with(change: Partial<Query>) {
      return kit.guarded(new Search(this.#listing, { ...this.#asked, ...change }), 'search()')
    }

    async #list(more: object) {
      const { wheres, from, size, sorts, fields } = this.#asked
      const known = new Map((await this.#listing.fields()).map((field) => [field.code, field]))
      const filter = wheres.length === 0 ? {} : { and: wheres.map((each) => each(known)) }
      const input = { filter, from, size, sortExpressions: sorts, fields, total: false }
      return this.#listing.list({ ...input, ...more })
    }
  }

  const newSearch = (listing: Listing) => kit.guarded(new Search(listing), 'search()')

  /** A list of objects with plain fields. */
  const listingOf = (operation: string, toItem: (row: Any) => Any): Listing => ({
    fields: async () => [],
    list: async (input) => (await kit.call(operation, { input })).result,
    toItem,
  })

  return { newSearch, listingOf }
}
