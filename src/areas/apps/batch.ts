import type { StoredApp } from '../../definitions/snapshot.ts'
import { wrongValues } from '../../fields/values.ts'
import { pathOf } from '../../lib/app-path.ts'
import { AppError, type Detail } from '../../lib/errors.ts'
import { JsonText } from '../../lib/json-text.ts'
import type { Context } from '../../platform/context.ts'
import { emitCreated, newItem } from './change.ts'
import { makeFiles } from './files.ts'
import { type Given, readNew } from './item-values.ts'
import { findBrokenLinks } from './links.ts'
import { requireRight } from './policy.ts'
import { References } from './references.ts'
import { getApp, type Place } from './service.ts'
import * as bulk from './store/bulk.ts'
import { insertItem, type NewItem } from './store/items.ts'
import { shapeOf } from './store/shape.ts'

type Json = Record<string, unknown>
type Wanted = Place & { context: Json }
/** An item to be created, with its index in the request. */
type Entry = { at: number; app: StoredApp; given: Given; item: NewItem }

/** Creates items of any apps, all or none; they may link to each other by `$ref/…`. */
export async function createItems(
  ctx: Context,
  { items, withEventHandlers }: { items: readonly Wanted[]; withEventHandlers: boolean },
): Promise<JsonText[]> {
  const entries = await withFiles(ctx, await readEntries(ctx, items))
  await checkAllLinks(ctx, entries)
  const texts = new Map<number, string>()
  for (const ofApp of Map.groupBy(entries, ({ app }) => app).values()) {
    for (const [at, text] of await store(ctx, ofApp)) texts.set(at, text)
  }
  for (const { app, item } of entries) {
    await emitCreated(ctx, app, { item, withHandlers: withEventHandlers })
  }
  return entries.map(({ at }) => new JsonText(texts.get(at) ?? ''))
}

/** Reports the errors of all items together. */
async function readEntries(ctx: Context, items: readonly Wanted[]): Promise<Entry[]> {
  const apps = await findApps(ctx, items)
  const references = new References()
  const named = items.map(({ context }, at) => within(at, () => references.declare(context)))
  const problems: Detail[] = []
  const entries = apps.flatMap((app, at): Entry[] => {
    try {
      const given = within(at, () => readNew(app, references.resolve(app, named[at] ?? {})))
      return [{ at, app, given, item: newItem(ctx, app, { given }) }]
    } catch (error) {
      if (!(error instanceof AppError) || error.details.length === 0) throw error
      problems.push(...error.details)
      return []
    }
  })
  if (problems.length > 0) throw wrongValues(problems)
  return entries
}

/** Checks the rights on each app once. */
async function findApps(ctx: Context, items: readonly Wanted[]): Promise<StoredApp[]> {
  const known = new Map<string, StoredApp>()
  const apps: StoredApp[] = []
  for (const [at, place] of items.entries()) {
    const path = pathOf(place)
    const app = known.get(path) ?? (await withinAsync(at, () => findCreatable(ctx, place)))
    known.set(path, app)
    apps.push(app)
  }
  return apps
}

async function findCreatable(ctx: Context, place: Place): Promise<StoredApp> {
  const app = await getApp(ctx, place)
  await requireRight(ctx, app, 'create')
  return app
}

async function withFiles(ctx: Context, entries: readonly Entry[]): Promise<Entry[]> {
  const made: Entry[] = []
  for (const { at, app, given, item } of entries) {
    const fields = await withinAsync(at, () => makeFiles(ctx, { app, id: item.id }, item.fields))
    made.push({ at, app, given, item: { ...item, fields } })
  }
  return made
}

async function checkAllLinks(ctx: Context, entries: readonly Entry[]): Promise<void> {
  const coming = new Map<string, Set<string>>()
  for (const { app, item } of entries) {
    const path = pathOf(app)
    coming.set(path, (coming.get(path) ?? new Set()).add(item.id))
  }
  const values = entries.map(({ given }) => ({ fields: given.fields }))
  const found = await findBrokenLinks(ctx, values, coming)
  const problems = found.flatMap((details, at) => placed(entries[at]?.at ?? 0, details))
  if (problems.length > 0) throw wrongValues(problems)
}

/** After a conflict the items are inserted one by one, to find out which one conflicts and why. */
async function store(ctx: Context, entries: readonly Entry[]): Promise<Map<number, string>> {
  const [first] = entries
  if (!first) return new Map()
  const shape = shapeOf(first.app.whole)
  const stored = await bulk.insertItems(
    ctx.db,
    shape,
    entries.map(({ item }) => item),
  )
  const texts = new Map<number, string>()
  for (const { at, item } of entries) {
    const text = stored.get(item.id)
    // Two items with one id: only the first is stored.
    stored.delete(item.id)
    texts.set(at, text ?? (await withinAsync(at, () => insertItem(ctx.db, shape, item))))
  }
  return first.app === first.app.whole ? texts : readAsSeen(ctx, first.app, entries)
}

/** The items that were just stored, as the caller may see them. */
async function readAsSeen(ctx: Context, app: StoredApp, entries: readonly Entry[]) {
  const ids = entries.map(({ item }) => item.id)
  const seen = await bulk.readItems(ctx.db, shapeOf(app), ids)
  return new Map(entries.map(({ at, item }) => [at, seen.get(item.id) ?? '']))
}

const placed = (at: number, details: readonly Detail[]): Detail[] =>
  details.map(({ path, message }) => ({ path: `items.${at}.context.${path}`, message }))

/** Adds the index of the item to an error. */
function within<T>(at: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw ofItem(at, error)
  }
}

async function withinAsync<T>(at: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw ofItem(at, error)
  }
}

function ofItem(at: number, error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message, details, cause } = error
  return new AppError(code, `items[${at}]: ${message}`, { details: placed(at, details), cause })
}
