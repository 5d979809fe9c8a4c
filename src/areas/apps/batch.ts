import type { StoredApp } from '../../definitions/snapshot.ts'
import { type AppAddress, pathOf } from '../../lib/app-path.ts'
import { AppError, type Detail } from '../../lib/errors.ts'
import { JsonText } from '../../lib/json-text.ts'
import type { Context } from '../../platform/context.ts'
import { newItem } from './item.ts'
import { readNew } from './item-values.ts'
import type { NewIds } from './links.ts'
import type { Links } from './operations.ts'
import { mayKeepLinks, requireRight } from './policy.ts'
import { References } from './references.ts'
import { getApp } from './service.ts'
import type { Creation, Stored } from './write/entries.ts'
import { allOrNone } from './write/failure-policy.ts'
import { readVisible } from './write/visible.ts'
import { writeItems } from './write/write.ts'

type Json = Record<string, unknown>
type BatchItem = AppAddress & { context: Json }

type Batch = {
  items: readonly BatchItem[]
  withEventHandlers: boolean
  links?: Links | undefined
}

/** An error names the item by its index in the request. */
const policy = allOrNone({
  message: (at, message) => `items[${at}]: ${message}`,
  path: (at, path) => `items.${at}.context.${path}`,
})

/** Creates items of any apps, all or none; they may link to each other by `$ref/…`. */
export async function createItems(
  ctx: Context,
  { items, withEventHandlers, links }: Batch,
): Promise<JsonText[]> {
  const entries = await readEntries(ctx, items)
  const writing = {
    policy,
    withHandlers: withEventHandlers,
    newIds: newIdsOf(entries),
    keepsLinks: mayKeepLinks(ctx, links),
  }
  const stored = await writeItems(ctx, writing, entries)
  return (await readVisible(ctx, stored.map(toVisible))).map((row) => new JsonText(row))
}

const toVisible = ({ entry: { app, item }, row }: Stored<Creation>) => ({ app, id: item.id, row })

function newIdsOf(entries: readonly Creation[]): NewIds {
  const byApp = Map.groupBy(entries, ({ app }) => pathOf(app))
  return new Map([...byApp].map(([path, all]) => [path, new Set(all.map(({ item }) => item.id))]))
}

/** Reports the errors of all items together. */
async function readEntries(ctx: Context, items: readonly BatchItem[]): Promise<Creation[]> {
  const apps = await findApps(ctx, items)
  const references = new References()
  const named: Json[] = []
  for (const [at, { context }] of items.entries()) {
    named.push(await policy.attempt(at, async () => references.declare(context)))
  }
  const wrong = new Map<number, readonly Detail[]>()
  const entries = apps.flatMap((app, at): Creation[] => {
    try {
      const given = readNew(ctx, app, references.resolve(app, named[at] ?? {}))
      return [{ at, app, given: given.fields, item: newItem(ctx, app, { given }) }]
    } catch (error) {
      if (!(error instanceof AppError) || error.details.length === 0) throw error
      wrong.set(at, error.details)
      return []
    }
  })
  policy.reject(wrong)
  return entries
}

/** Checks the rights on each app once. */
async function findApps(ctx: Context, items: readonly BatchItem[]): Promise<StoredApp[]> {
  const known = new Map<string, StoredApp>()
  const apps: StoredApp[] = []
  for (const [at, address] of items.entries()) {
    const path = pathOf(address)
    const app = known.get(path) ?? (await policy.attempt(at, () => findCreatable(ctx, address)))
    known.set(path, app)
    apps.push(app)
  }
  return apps
}

async function findCreatable(ctx: Context, address: AppAddress): Promise<StoredApp> {
  const app = await getApp(ctx, address)
  await requireRight(ctx, app, 'create')
  return app
}
