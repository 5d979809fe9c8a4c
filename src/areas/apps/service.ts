import { type StoredApp, snapshotOf, toApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { invalid, notFound, preconditionFailed } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { type List, list } from '../../lists/list.ts'
import type { ListRequest } from '../../lists/request.ts'
import type { Context } from '../../platform/context.ts'
import { type Given, readChanges, readNew } from './context.ts'
import { makeFiles } from './files.ts'
import { checkLinks } from './links.ts'
import { canUse, readable, requireOnItem, requireRight } from './policy.ts'
import { initialStatus, statusByCode } from './statuses.ts'
import * as items from './store/items.ts'
import { type ItemShape, shapeOf, sourceOf } from './store/shape.ts'

export type Place = { namespace: string; code: string }
/** An item as JSON text, ready to be sent, with its change counter. */
export type ItemText = { text: string; version: number }

type Item = { __id: string; __createdBy: string; __version: number; __index: number } & Record<
  string,
  unknown
>

export async function getApp(ctx: Context, { namespace, code }: Place): Promise<StoredApp> {
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  if (!app) throw invalid(`app not found: ${namespace}/${code}`)
  return app
}

/** The apps the caller may read. */
export async function listApps(ctx: Context): Promise<StoredApp[]> {
  const all = (await snapshotOf(ctx)).all('app').map(toApp)
  const allowed = await Promise.all(all.map((app) => canUse(ctx, app, 'read')))
  return all.filter((_, at) => allowed[at])
}

export async function createItem(
  ctx: Context,
  place: Place,
  wanted: {
    context: Record<string, unknown>
    statusGroupId?: string | undefined
    withEventForceCreate: boolean
  },
): Promise<ItemText> {
  const app = await getApp(ctx, place)
  await requireRight(ctx, app, 'create')
  const { fields: given, system } = readNew(app, wanted.context)
  await checkLinks(ctx, given)
  const now = ctx.now()
  const version = versionAt(now)
  const id = system.__id ?? newId()
  const fields = await makeFiles(ctx, { app, id }, given)
  const text = await items.insertItem(ctx.db, shapeOf(app), {
    id,
    at: now,
    by: ctx.user.id,
    version,
    status: initialStatus(app, wanted.statusGroupId),
    directory: system.__directory ?? null,
    subscribers: [...new Set([ctx.user.id, ...(system.__subscribers ?? [])])],
    externalId: system.__externalId ?? null,
    externalProcessMeta: system.__externalProcessMeta ?? null,
    name: system.__name ?? null,
    fields,
  })
  const { withEventForceCreate: withHandlers } = wanted
  await emit(ctx, app, {
    type: 'app.item.created',
    id,
    data: { after: withValue(fields), withHandlers },
  })
  return { text, version }
}

export async function updateItem(
  ctx: Context,
  place: Place,
  {
    id,
    context,
    ifMatch,
  }: { id: string; context: Record<string, unknown>; ifMatch: string | undefined },
): Promise<ItemText> {
  const { app, shape, before } = await lockForChange(ctx, place, { id, ifMatch, right: 'update' })
  const { fields: given, system } = readChanges(app, context)
  await checkLinks(ctx, given)
  const fields = await makeFiles(ctx, { app, id }, given)
  return save(ctx, { app, shape, before }, { fields, columns: systemColumns(app, system) })
}

export async function setStatus(
  ctx: Context,
  place: Place,
  { id, status, ifMatch }: { id: string; status: string; ifMatch: string | undefined },
): Promise<ItemText> {
  const { app, shape, before } = await lockForChange(ctx, place, { id, ifMatch, right: 'update' })
  const wanted = statusByCode(app, status)
  if ((before.__status as { status: number } | null)?.status === wanted) {
    return { text: JSON.stringify(before), version: before.__version }
  }
  const columns = new Map<string, unknown>([
    ['__status', wanted],
    ['__statusChangedAt', ctx.now()],
  ])
  return save(ctx, { app, shape, before }, { fields: new Map(), columns })
}

export async function getItem(
  ctx: Context,
  place: Place,
  id: string,
): Promise<ItemText & { item: Item }> {
  const app = await getApp(ctx, place)
  const found = await items.findItem(ctx.db, shapeOf(app), id)
  if (!found) throw notFound('item', id)
  const item = JSON.parse(found.row) as Item
  await requireOnItem(ctx, app, { right: 'read', item })
  return { text: found.row, version: found.version, item }
}

export async function listItems(ctx: Context, place: Place, request: ListRequest): Promise<List> {
  const app = await getApp(ctx, place)
  return list(ctx.db, sourceOf(shapeOf(app), await readable(ctx, app)), request)
}

type Locked = { app: StoredApp; shape: ItemShape; before: Item }

async function lockForChange(
  ctx: Context,
  place: Place,
  { id, right, ifMatch }: { id: string; right: string; ifMatch: string | undefined },
): Promise<Locked> {
  const app = await getApp(ctx, place)
  const shape = shapeOf(app)
  const found = await items.lockItem(ctx.db, shape, id)
  if (!found) throw notFound('item', id)
  const before = JSON.parse(found.row) as Item
  await requireOnItem(ctx, app, { right, item: before })
  if (
    ifMatch !== undefined &&
    ifMatch !== '*' &&
    !ifMatch.split(/\s*,\s*/).includes(etagOf(found.version))
  ) {
    throw preconditionFailed('the item was changed meanwhile')
  }
  return { app, shape, before }
}

async function save(
  ctx: Context,
  { app, shape, before }: Locked,
  changes: items.Changes,
): Promise<ItemText> {
  const now = ctx.now()
  const version = Math.max(before.__version + 1, versionAt(now))
  const columns = new Map([
    ...changes.columns,
    ['__updatedAt', now],
    ['__updatedBy', ctx.user.id],
    ['__version', version],
  ])
  const text = await items.saveItem(ctx.db, shape, before.__id, { ...changes, columns })
  const data = difference(before, JSON.parse(text) as Item)
  const type = '__status' in data.after ? 'app.item.status_changed' : 'app.item.updated'
  await emit(ctx, app, { type, id: before.__id, data })
  return { text, version }
}

/** Only what really changed, as it was and as it is. */
function difference(before: Item, after: Item) {
  const silent = ['__updatedAt', '__updatedBy', '__version', '__statusChangedAt']
  const changed = Object.keys(after).filter(
    (code) =>
      !silent.includes(code) && JSON.stringify(before[code]) !== JSON.stringify(after[code]),
  )
  const pick = (item: Item) => Object.fromEntries(changed.map((code) => [code, item[code]]))
  return { before: pick(before), after: pick(after) }
}

function systemColumns(app: StoredApp, system: Given['system']): Map<string, unknown> {
  const { __id, __name, __externalProcessMeta: meta, ...rest } = system
  const columns = new Map<string, unknown>(Object.entries(rest))
  if (__name !== undefined && app.body.nameTemplate === undefined) columns.set('__name', __name)
  if (meta !== undefined) columns.set('__externalProcessMeta', meta && JSON.stringify(meta))
  return columns
}

const withValue = (fields: ReadonlyMap<Field, unknown>) =>
  Object.fromEntries(
    [...fields].filter(([, value]) => value !== null).map(([{ code }, value]) => [code, value]),
  )

/** Seconds of the change, as clients know versions; always larger than the one before. */
const versionAt = (time: Date): number => Math.floor(time.getTime() / 1000)

export const etagOf = (version: number): string => `"${version}"`

const emit = (
  ctx: Context,
  { namespace, code }: StoredApp,
  { type, id, data }: { type: string; id: string; data: Record<string, unknown> },
) => ctx.emit({ type, object: `item:${namespace}/${code}/${id}`, namespace, code, data })
