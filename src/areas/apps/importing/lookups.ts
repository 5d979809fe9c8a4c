import type { Field } from '../../../fields/field-type.ts'
import { invalid } from '../../../lib/errors.ts'
import { isId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { usableFiles } from '../files.ts'
import { appTable } from '../store/items.ts'
import * as store from '../store/lookups.ts'
import type { Line, Lookup } from './rows.ts'

/** What a name means: an id, or why none. */
type Meaning = { id: string } | { problem: string }

const MOST_REMEMBERED = 100_000

/** Finds out what the links of many rows mean, in one question for each kind of link. */
export class Lookups {
  readonly #known = new Map<string, Map<string, Meaning>>()

  async load(ctx: Context, lines: readonly Line[]): Promise<void> {
    const wanted = new Map<string, { field: Field; keys: Set<string> }>()
    for (const { lookups } of lines) {
      for (const { column, names } of lookups) {
        const target = targetOf(column.field)
        const known = this.#known.get(target)
        const entry = wanted.get(target) ?? { field: column.field, keys: new Set() }
        for (const name of names)
          if (!known?.has(keyOf(target, name))) entry.keys.add(keyOf(target, name))
        wanted.set(target, entry)
      }
    }
    for (const [target, { keys }] of wanted) {
      if (keys.size > 0) await this.#ask(ctx, target, [...keys])
    }
  }

  readonly find = ({ column, names }: Lookup): string[] => {
    const target = targetOf(column.field)
    return names.map((name) => {
      const meaning = this.#known.get(target)?.get(keyOf(target, name))
      if (meaning && 'id' in meaning) return meaning.id
      throw invalid(meaning?.problem ?? `there is no ${whatIs(target)} "${name}"`)
    })
  }

  async #ask(ctx: Context, target: string, keys: string[]): Promise<void> {
    const found = Map.groupBy(await ask(ctx, target, keys), ({ key }) => key)
    let known = this.#known.get(target)
    if (!known || known.size + keys.length > MOST_REMEMBERED) known = new Map()
    this.#known.set(target, known)
    for (const key of keys) known.set(key, meaningOf(target, key, found.get(key) ?? []))
  }
}

/** `user`, `unit`, `file`, or the path of an app. */
const targetOf = ({ type, app }: Field): string => {
  if (type === 'SYS_COLLECTION') return String(app)
  if (type === 'SYS_USER') return 'user'
  return type === 'SYS_OSNODE' ? 'unit' : 'file'
}

const isApp = (target: string) => target.includes('/')
/** Names of items are found as they are written, ids and people in any case. */
const keyOf = (target: string, name: string): string =>
  isApp(target) && !isId(name) ? name : name.toLowerCase()

const whatIs = (target: string): string => {
  if (isApp(target)) return `item of ${target}`
  return { user: 'user', unit: 'place in the org chart', file: 'file' }[target] ?? target
}

function ask(ctx: Context, target: string, keys: string[]): Promise<store.Found[]> {
  if (target === 'user') return store.findUsers(ctx.db, keys)
  if (target === 'unit') return store.findUnits(ctx.db, keys)
  if (target === 'file') return usableFiles(ctx, keys)
  const ids = keys.filter(isId)
  return store.findItems(ctx.db, appTable(target), { ids, names: keys })
}

function meaningOf(target: string, name: string, found: store.Found[]): Meaning {
  const best = Math.min(...found.map(({ rank }) => rank))
  const ids = new Set(found.filter(({ rank }) => rank === best).map(({ id }) => id))
  const [id] = ids
  if (id === undefined) return { problem: `there is no ${whatIs(target)} "${name}"` }
  if (ids.size === 1) return { id }
  return { problem: `"${name}" is the name of more than one ${whatIs(target)}: give the id` }
}
