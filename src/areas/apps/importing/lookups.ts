import { snapshotOf } from '../../../definitions/snapshot.ts'
import type { Field, Named } from '../../../fields/field-type.ts'
import { kindName } from '../../../kinds/kind.ts'
import { parsePath } from '../../../lib/app-path.ts'
import { invalid } from '../../../lib/errors.ts'
import { isId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { Unreadable } from '../../../platform/kinds.ts'
import { itemsSource } from '../lists.ts'
import * as store from '../store/lookups.ts'
import type { Line, Lookup } from './rows.ts'

/** The id that a name resolves to, or the reason it does not. */
type Meaning = { id: string } | { problem: string }

const MOST_REMEMBERED = 100_000

/** Resolves the links of many rows with one query per kind of link. */
export class Lookups {
  readonly #known = new Map<string, Map<string, Meaning>>()
  #lost: Unreadable = new Map()

  async load(ctx: Context, lines: readonly Line[]): Promise<void> {
    const wanted = new Map<string, { field: Field; keys: Set<string> }>()
    const named: Named[] = []
    for (const { lookups } of lines) {
      for (const lookup of lookups) {
        if ('named' in lookup) {
          named.push(...lookup.named)
          continue
        }
        const { column, names } = lookup
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
    this.#lost = named.length > 0 ? await ctx.kinds.findUnreadable(ctx, named) : new Map()
  }

  /** The value of a cell, with ids in the place of names. */
  readonly find = (lookup: Lookup): unknown => {
    if ('named' in lookup) return this.#checked(lookup)
    const target = targetOf(lookup.column.field)
    return lookup.names.map((name) => {
      const meaning = this.#known.get(target)?.get(keyOf(target, name))
      if (meaning && 'id' in meaning) return meaning.id
      throw invalid(meaning?.problem ?? `there is no ${whatIs(target)} "${name}"`)
    })
  }

  #checked({ value, named }: Extract<Lookup, { named: Named[] }>): unknown {
    const lost = named.find(({ kind, id }) => this.#lost.get(kind)?.has(id))
    if (lost) throw invalid(`there is no ${kindName(lost.kind)} with id ${lost.id}`)
    return value
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

/** Only objects that the caller may read are found. */
async function ask(ctx: Context, target: string, keys: string[]): Promise<store.Match[]> {
  if (target === 'user') return store.findUsers(ctx.db, keys)
  if (target === 'unit') return store.findUnits(ctx.db, keys)
  const ids = keys.filter(isId)
  if (target === 'file') return findFiles(ctx, ids)
  const { namespace, code } = parsePath(target)
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  return app ? store.findItems(ctx.db, await itemsSource(ctx, app), { ids, names: keys }) : []
}

async function findFiles(ctx: Context, ids: string[]): Promise<store.Match[]> {
  const lost = await ctx.kinds.findUnreadable(
    ctx,
    ids.map((id) => ({ kind: 'file', id })),
  )
  const isReadable = (id: string) => !lost.get('file')?.has(id)
  return ids.filter(isReadable).map((id) => ({ key: id, id, rank: 1 }))
}

function meaningOf(target: string, name: string, found: store.Match[]): Meaning {
  const best = Math.min(...found.map(({ rank }) => rank))
  const ids = new Set(found.filter(({ rank }) => rank === best).map(({ id }) => id))
  const [id] = ids
  if (id === undefined) return { problem: `there is no ${whatIs(target)} "${name}"` }
  if (ids.size === 1) return { id }
  return { problem: `"${name}" is the name of more than one ${whatIs(target)}: give the id` }
}
