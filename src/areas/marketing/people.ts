import type { StoredApp } from '../../definitions/snapshot.ts'
import { newId } from '../../lib/ids.ts'
import { ListRequest } from '../../lists/request.ts'
import type { Context } from '../../platform/context.ts'
import { listItems } from '../apps/service.ts'
import { toAddress } from './addresses.ts'
import type { Subscription } from './operations.ts'
import * as store from './store/subscribers.ts'

export type Contact = { item: string; email?: string | undefined }

/** A requested person and what to do with them. */
export type Sorted =
  | { item: string; status: 'invalid'; reason: string }
  | { item: string; status: Exclude<Subscription['status'], 'invalid'>; person: store.Subscriber }

/** New subscribers, changed ones, existing ones, and errors. */
export async function sortOut(
  ctx: Context,
  app: StoredApp,
  asked: readonly Contact[],
): Promise<Sorted[]> {
  const found = await findPeople(ctx, app, asked)
  const people = found.filter((each) => 'email' in each)
  const existing = await store.listExisting(ctx.db, app, {
    items: people.map(({ item }) => item),
    emails: people.map(({ email }) => email),
  })
  const known = new Known(existing)
  return found.map((each) => ('reason' in each ? { ...each, status: 'invalid' } : known.sort(each)))
}

type Person = { item: string; name: string; email: string }
type ResolvedPerson = Person | { item: string; reason: string }

/** The people of the items, with their e-mail addresses. */
async function findPeople(
  ctx: Context,
  app: StoredApp,
  asked: readonly Contact[],
): Promise<ResolvedPerson[]> {
  const items = await findItems(ctx, app, asked)
  return asked.map(({ item, email }) => {
    const known = items.get(item)
    if (!known) return { item, reason: 'item not found' }
    const text = email ?? known.email
    if (text === undefined) return { item, reason: 'the item has no e-mail address' }
    const address = toAddress(text)
    if (address) return { item, name: known.name, email: address }
    return { item, reason: `"${text.slice(0, 100)}" is no e-mail address` }
  })
}

type Item = { __id: string; __name: string } & Record<string, unknown>

async function findItems(ctx: Context, app: StoredApp, asked: readonly Contact[]) {
  const field = app.fields.find(({ type }) => type === 'EMAIL')?.code ?? ''
  const request = ListRequest.parse({
    ids: asked.map(({ item }) => item),
    size: -1,
    active: true,
    fields: { __name: true, [field]: true },
  })
  const rows = (await listItems(ctx, app, request)).parse<Item>()
  return new Map(
    rows.map((row) => {
      const addresses = row[field] as { email: string }[] | null | undefined
      return [row.__id, { name: row.__name, email: addresses?.[0]?.email }]
    }),
  )
}

/** Finds existing subscribers and duplicates in the request: one per address, and one per item. */
class Known {
  readonly #byEmail: Map<string, store.Existing>
  readonly #byItem: Map<string, store.Existing>
  readonly #newest = new Map<string, string>()

  constructor(existing: readonly store.Existing[]) {
    this.#byEmail = new Map(existing.map((each) => [each.email, each]))
    this.#byItem = new Map(existing.filter((each) => each.is_here).map((each) => [each.item, each]))
  }

  sort({ item, name, email }: Person): Sorted {
    const before = this.#newest.get(email)
    if (before !== undefined)
      return { item, status: 'present', person: { id: before, item, name, email } }
    if (this.#newest.has(item))
      return { item, status: 'invalid', reason: 'the item is there twice' }
    const known = this.#byEmail.get(email) ?? this.#byItem.get(item)
    const id = known?.id ?? newId()
    this.#newest.set(email, id).set(item, id)
    const isThere = known?.email === email && known.subscribed
    const status = isThere ? 'present' : known ? 'updated' : 'added'
    return { item, status, person: { id, item, name, email } }
  }
}
