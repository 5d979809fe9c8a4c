import { isDeepStrictEqual } from 'node:util'
import type { StoredApp } from '../../definitions/snapshot.ts'
import { wrongValue } from '../../fields/values.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import { forbidden } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { findUpload } from './files.ts'
import { type Changes, type Item, newItem, parseItem, systemColumns } from './item.ts'
import { type Given, readChanges, readNew } from './item-values.ts'
import { keyNamed, readKey } from './keys.ts'
import type { Links, UpsertedItem } from './operations.ts'
import { canUse, mayKeepLinks, mayOnItem } from './policy.ts'
import { differentFrom } from './same-values.ts'
import { getApp } from './service.ts'
import { holdKeys, type Key, lockByKey } from './store/keys.ts'
import { shapeOf } from './store/shape.ts'
import { type Entry, idOf, isChange, toChange } from './write/entries.ts'
import { eachAlone } from './write/failure-policy.ts'
import { type Writing, writeItems } from './write/write.ts'

type Json = Record<string, unknown>
type Keys = ReadonlyMap<number, unknown>
type Upsert = Writing & {
  app: StoredApp
  key: Key
  contexts: readonly Json[]
  /** By index in the request. */
  outcomes: Map<number, UpsertedItem>
}

type UpsertInput = {
  key: string
  items: readonly { context: Json }[]
  withEventHandlers: boolean
  links?: Links | undefined
}

/**
 * Creates or updates items, found by a key. Invalid items are reported
 * and skipped; the rest are stored together.
 */
export async function upsertItems(
  ctx: Context,
  address: AppAddress,
  wanted: UpsertInput,
): Promise<UpsertedItem[]> {
  ctx.hiddenConflicts.require(ctx.user)
  const app = await getApp(ctx, address)
  const outcomes = new Map<number, UpsertedItem>()
  const upsert: Upsert = {
    app,
    key: keyNamed(app, wanted.key),
    contexts: wanted.items.map(({ context }) => context),
    withHandlers: wanted.withEventHandlers,
    keepsLinks: mayKeepLinks(ctx, wanted.links),
    policy: eachAlone((at, { message }) => outcomes.set(at, { status: 'error', error: message })),
    outcomes,
  }
  const keys = await readKeys(upsert)
  await holdKeys(ctx.db, shapeOf(app.whole), [...keys.values()].map(String))
  const again = new Map<number, unknown>()
  await pass(ctx, { ...upsert, onConflict: ({ at }) => again.set(at, keys.get(at)) }, keys)
  // A concurrent create may have been faster: the items that now exist are updated.
  await pass(ctx, upsert, again)
  return upsert.contexts.map((_, at) => outcomes.get(at) ?? { status: 'unchanged' })
}

/** Keys by index in the request. A missing or duplicate key is an error. */
async function readKeys({ policy, key: by, contexts }: Upsert): Promise<Keys> {
  const keys = new Map<number, unknown>()
  const owners = new Map<unknown, number>()
  for (const [at, context] of contexts.entries()) {
    await policy.attempt(at, async () => {
      const key = readKey(by, context)
      const owner = owners.get(key)
      if (owner !== undefined) throw wrongValue(by.field.code, `items[${owner}] has the same key`)
      owners.set(key, at)
      keys.set(at, key)
    })
  }
  return keys
}

async function pass(ctx: Context, upsert: Upsert, keys: Keys): Promise<void> {
  if (keys.size === 0) return
  const entries = await readEntries(ctx, upsert, keys)
  const ordered = [...entries].sort((a, b) => Number(isChange(b)) - Number(isChange(a)))
  for (const { entry } of await writeItems(ctx, upsert, ordered)) {
    const status = isChange(entry) ? 'updated' : 'created'
    upsert.outcomes.set(entry.at, { status, id: idOf(entry) })
  }
}

/** What is to be created or changed; unchanged items are not written. */
async function readEntries(ctx: Context, upsert: Upsert, keys: Keys): Promise<Entry[]> {
  const { app, key, policy, contexts, outcomes } = upsert
  const matches = await lockByKey(ctx.db, shapeOf(app.whole), { key, values: keys })
  const found = Map.groupBy(matches, ({ at }) => at)
  const require = requirer(ctx, app)
  const entries: Entry[] = []
  for (const at of keys.keys()) {
    await policy.attempt(at, async () => {
      const [match, ...others] = found.get(at) ?? []
      if (others.length > 0) {
        throw wrongValue(key.field.code, `${others.length + 1} items have this key`)
      }
      const before = match && parseItem(match.row)
      await require(before)
      const entry = readEntry(ctx, app, { at, context: contexts[at] ?? {}, before })
      if (entry) entries.push(entry)
      else outcomes.set(at, { status: 'unchanged', id: before?.__id })
    })
  }
  return entries
}

/** Undefined if the item has these values already. */
function readEntry(
  ctx: Context,
  app: StoredApp,
  { at, context, before }: { at: number; context: Json; before: Item | undefined },
): Entry | undefined {
  if (before) {
    const given = readChanges(ctx, app, { context, before })
    refuseUploads(given)
    const changes = differences(app, before, given)
    return changes && toChange(ctx, { at, app, before }, changes)
  }
  const given = readNew(ctx, app, context)
  refuseUploads(given)
  return { at, app, given: given.fields, item: newItem(ctx, app, { given }) }
}

/** Only ids of files are accepted: repeating the call would create uploads again. */
function refuseUploads({ fields }: Given): void {
  const upload = findUpload(fields)
  if (upload) throw wrongValue(upload.code, 'expected ids of files, received an upload')
}

/** The given values that the item does not have; undefined if it has them all. */
function differences(app: StoredApp, before: Item, given: Given): Changes | undefined {
  const fields = differentFrom(before, given.fields)
  const system = Object.entries(given.system).filter(
    ([code, value]) => !isDeepStrictEqual(before[code] ?? null, value),
  )
  const columns = systemColumns(app, Object.fromEntries(system))
  return fields.size === 0 && columns.size === 0 ? undefined : { fields, columns }
}

/** Checks the right on the app once; only without it, on each item. */
function requirer(ctx: Context, app: StoredApp) {
  const may = { create: canUse(ctx, app, 'create'), update: canUse(ctx, app, 'update') }
  const reads = canUse(ctx, app, 'read')
  const mayRead = async (item: Item) => (await reads) || mayOnItem(ctx, app, 'read', item)
  return async (before: Item | undefined): Promise<void> => {
    if (before && !(await mayRead(before))) ctx.hiddenConflicts.add('item', ctx.user)
    const right = before ? 'update' : 'create'
    if (await may[right]) return
    if (before && (await mayOnItem(ctx, app, right, before))) return
    // A caller who may neither read the item nor create one does not learn that the key is taken.
    const isSecret = before && !(await may.create) && !(await mayRead(before))
    const missing = isSecret ? 'create' : right
    throw forbidden(`the right "${missing}" on ${app.namespace}/${app.code} is required`)
  }
}
