import type { StoredApp } from '../../definitions/snapshot.ts'
import { wrongValue, wrongValues } from '../../fields/values.ts'
import { forbidden } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { type Item, newItem } from './change.ts'
import { findUpload, makeFiles } from './files.ts'
import { readChanges, readNew } from './item-values.ts'
import { keyNamed, readKey } from './keys.ts'
import { findBrokenLinks } from './links.ts'
import { findKeeper } from './locks.ts'
import type { UpsertedItem } from './operations.ts'
import { canUse, mayOnItem } from './policy.ts'
import { getApp, type Place } from './service.ts'
import * as bulk from './store/bulk.ts'
import { shapeOf } from './store/shape.ts'
import {
  type Change,
  type Creation,
  createAll,
  createAlone,
  orTell,
  saveAll,
  toError,
  type Work,
} from './upsert-writes.ts'

type Json = Record<string, unknown>
type Upsert = Work & { key: bulk.Key; contexts: readonly Json[] }

/**
 * Creates or updates items, found by a key. Invalid items are reported
 * and skipped; the rest are stored together.
 */
export async function upsertItems(
  ctx: Context,
  place: Place,
  wanted: { key: string; items: readonly { context: Json }[]; withEventHandlers: boolean },
): Promise<UpsertedItem[]> {
  const app = await getApp(ctx, place)
  const work: Upsert = {
    app,
    shape: shapeOf(app.whole),
    key: keyNamed(app, wanted.key),
    contexts: wanted.items.map(({ context }) => context),
    withHandlers: wanted.withEventHandlers,
    outcomes: new Map(),
  }
  const keys = await readKeys(work)
  await bulk.holdKeys(ctx.db, work.shape, [...keys.values()].map(String))
  const refused = await pass(ctx, work, keys)
  // A concurrent create may have been faster: the items that now exist are updated.
  const again = refused.map(({ at }) => [at, keys.get(at)] as const)
  for (const each of await pass(ctx, work, new Map(again))) await createAlone(ctx, work, each)
  return work.contexts.map((_, at) => work.outcomes.get(at) ?? { status: 'unchanged' })
}

/** Keys by index in the request. A missing or duplicate key is an error. */
async function readKeys(work: Upsert): Promise<Map<number, unknown>> {
  const keys = new Map<number, unknown>()
  const owners = new Map<unknown, number>()
  for (const [at, context] of work.contexts.entries()) {
    await orTell(work, at, async () => {
      const key = readKey(work.key, context)
      const owner = owners.get(key)
      if (owner !== undefined) {
        throw wrongValue(work.key.field.code, `items[${owner}] has the same key`)
      }
      owners.set(key, at)
      keys.set(at, key)
    })
  }
  return keys
}

/** Returns the new items whose unique value is taken. */
async function pass(
  ctx: Context,
  work: Upsert,
  keys: ReadonlyMap<number, unknown>,
): Promise<Creation[]> {
  if (keys.size === 0) return []
  const { creations, changes } = await sort(ctx, work, keys)
  await saveAll(ctx, work, await withFiles(ctx, work, await withLinks(ctx, work, changes)))
  return createAll(ctx, work, await withFiles(ctx, work, await withLinks(ctx, work, creations)))
}

async function sort(ctx: Context, work: Upsert, keys: ReadonlyMap<number, unknown>) {
  const { app, shape, key, contexts } = work
  const matches = await bulk.lockByKey(ctx.db, shape, { key, values: keys })
  const found = Map.groupBy(matches, ({ at }) => at)
  const creations: Creation[] = []
  const changes: Change[] = []
  const require = requirer(ctx, app)
  const keeper = await findKeeper(ctx, app)
  for (const at of keys.keys()) {
    await orTell(work, at, async () => {
      const [match, ...others] = found.get(at) ?? []
      if (others.length > 0) {
        throw wrongValue(key.field.code, `${others.length + 1} items have this key`)
      }
      const context = contexts[at] ?? {}
      const before = match && (JSON.parse(match.row) as Item)
      await require(before)
      if (before) {
        const given = readChanges(app, context, before)
        keeper?.require(before, given)
        return void changes.push({ at, before, given })
      }
      const given = readNew(app, context)
      creations.push({ at, given, item: newItem(ctx, app, { given }) })
    })
  }
  return { creations, changes }
}

/** Checks the right on the app once; only without it, on each item. */
function requirer(ctx: Context, app: StoredApp) {
  const may = { create: canUse(ctx, app, 'create'), update: canUse(ctx, app, 'update') }
  return async (before: Item | undefined): Promise<void> => {
    const right = before ? 'update' : 'create'
    if (await may[right]) return
    if (before && (await mayOnItem(ctx, app, right, before))) return
    // A caller who may neither read the item nor create one does not learn that the key is taken.
    const isSecret = before && !(await may.create) && !(await mayOnItem(ctx, app, 'read', before))
    const missing = isSecret ? 'create' : right
    throw forbidden(`the right "${missing}" on ${app.namespace}/${app.code} is required`)
  }
}

/** The items whose links the caller may all read. */
async function withLinks<T extends Creation | Change>(
  ctx: Context,
  work: Work,
  entries: readonly T[],
): Promise<T[]> {
  const wanted = entries.map((entry) => ({
    fields: entry.given.fields,
    ...('before' in entry && { before: entry.before }),
  }))
  const broken = await findBrokenLinks(ctx, wanted)
  return entries.filter(({ at }, index) => {
    const problems = broken[index] ?? []
    if (problems.length > 0) work.outcomes.set(at, toError(wrongValues(problems)))
    return problems.length === 0
  })
}

/** Only file ids are accepted: repeating the call would create uploads again. */
async function withFiles<T extends Creation | Change>(
  ctx: Context,
  work: Work,
  entries: readonly T[],
): Promise<T[]> {
  const right: T[] = []
  for (const entry of entries) {
    await orTell(work, entry.at, async () => {
      const id = 'item' in entry ? entry.item.id : entry.before.__id
      const upload = findUpload(entry.given.fields)
      if (upload) throw wrongValue(upload.code, 'expected ids of files, received an upload')
      await makeFiles(ctx, { app: work.app, id }, entry.given.fields)
      right.push(entry)
    })
  }
  return right
}
