import type { List } from '../../api/list.ts'
import { type StoredApp, snapshotOf } from '../../definitions/snapshot.ts'
import { AppError, invalid } from '../../lib/errors.ts'
import { etagOf, requireMatch } from '../../lib/etag.ts'
import { JsonText } from '../../lib/json-text.ts'
import type { ListRequest } from '../../lists/request.ts'
import type { Context } from '../../platform/context.ts'
import {
  changeMarks,
  emitChanged,
  emitCreated,
  type Item,
  newItem,
  systemColumns,
} from './change.ts'
import { makeFiles } from './files.ts'
import { isEmpty, readChanges, readNew } from './item-values.ts'
import { checkLinks } from './links.ts'
import { itemsSource, listFrom } from './lists.ts'
import { findKeeper, lockedOf } from './locks.ts'
import { movableOf, movesOf, requireMove } from './moves.ts'
import type { LockedField, StatusMove } from './operations.ts'
import { requireOnItem, requireRight } from './policy.ts'
import { statusByCode } from './statuses.ts'
import * as items from './store/items.ts'
import { type ItemShape, shapeOf } from './store/shape.ts'

export type Place = { namespace: string; code: string }
/** An item as its caller may see it, with its change counter. */
export type ShownItem = {
  item: JsonText
  version: number
  /** The caller's transitions and locks, computed only when requested. */
  open(): Promise<Open>
}
type Open = { transitions?: StatusMove[]; locked?: LockedField[] }

export async function getApp(ctx: Context, { namespace, code }: Place): Promise<StoredApp> {
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  if (!app) throw invalid(`app not found: ${namespace}/${code}`)
  return app
}

export async function createItem(
  ctx: Context,
  place: Place,
  wanted: {
    context: Record<string, unknown>
    statusGroupId?: string | undefined
    withEventForceCreate: boolean
  },
): Promise<ShownItem> {
  const app = await getApp(ctx, place)
  await requireRight(ctx, app, 'create')
  const given = readNew(app, wanted.context)
  const made = newItem(ctx, app, { given, statusGroupId: wanted.statusGroupId })
  await requireMove(ctx, app, { item: unborn(app, made), to: made.status })
  const item = { ...made, fields: await makeFiles(ctx, { app, id: made.id }, made.fields) }
  // Sent together: if the check fails, the insert is rolled back.
  const checked = checkLinks(ctx, given.fields)
  const inserted = items.insertItem(ctx.db, shapeOf(app.whole), item)
  const [{ reason: broken }] = (await Promise.allSettled([checked, inserted])) as [
    { reason?: unknown },
    unknown,
  ]
  // After a failed insert, the error of the check is only a consequence.
  if (broken instanceof AppError) throw broken
  const row = await inserted
  await checked
  await emitCreated(ctx, app, { item, withHandlers: wanted.withEventForceCreate })
  return shown(ctx, app, { id: item.id, row, version: item.version })
}

/** A new item starts in the initial status; another one is a transition from there. */
const unborn = (app: StoredApp, { by, fields }: items.NewItem) => ({
  status: null,
  author: by,
  performers: [],
  isFilled: (code: string) => {
    const field = app.whole.byCode.get(code)
    return field !== undefined && !isEmpty(fields.get(field) ?? null)
  },
})

export async function updateItem(
  ctx: Context,
  place: Place,
  {
    id,
    context,
    ifMatch,
  }: { id: string; context: Record<string, unknown>; ifMatch: string | undefined },
): Promise<ShownItem> {
  const { app, shape, before } = await lockForChange(ctx, place, { id, ifMatch, right: 'update' })
  const given = readChanges(app, context, before)
  ;(await findKeeper(ctx, app))?.require(before, given)
  await checkLinks(ctx, given.fields, before)
  const fields = await makeFiles(ctx, { app, id }, given.fields)
  return save(ctx, { app, shape, before }, { fields, columns: systemColumns(app, given.system) })
}

type Move = { id: string; status: string; ifMatch: string | undefined }

/** Stores the given values first, because the transition may require them. */
export async function setStatus(
  ctx: Context,
  place: Place,
  { context, ...move }: Move & { context?: Record<string, unknown> | undefined },
): Promise<ShownItem> {
  if (context === undefined) return moveItem(ctx, place, move)
  await updateItem(ctx, place, { id: move.id, context, ifMatch: move.ifMatch })
  return moveItem(ctx, place, { ...move, ifMatch: undefined })
}

async function moveItem(
  ctx: Context,
  place: Place,
  { id, status, ifMatch }: Move,
): Promise<ShownItem> {
  const { app, shape, before } = await lockForChange(ctx, place, { id, ifMatch, right: 'update' })
  const wanted = statusByCode(app, status)
  if ((before.__status as { status: number } | null)?.status === wanted) {
    return unchanged(ctx, app, before)
  }
  await requireMove(ctx, app, { item: movableOf(before), to: wanted })
  const columns = new Map<string, unknown>([
    ['__status', wanted],
    ['__statusChangedAt', ctx.now()],
  ])
  return save(ctx, { app, shape, before }, { fields: new Map(), columns })
}

/** Soft delete, because links and events refer to the row. Idempotent. */
export async function deleteItem(
  ctx: Context,
  place: Place,
  { id, ifMatch }: { id: string; ifMatch: string | undefined },
): Promise<void> {
  const locked = await lockForChange(ctx, place, { id, ifMatch, right: 'delete' })
  if (locked.before.__deletedAt === null) await save(ctx, locked, deletedAt(ctx.now()))
}

export async function restoreItem(
  ctx: Context,
  place: Place,
  { id, ifMatch }: { id: string; ifMatch: string | undefined },
): Promise<ShownItem> {
  const locked = await lockForChange(ctx, place, { id, ifMatch, right: 'delete' })
  if (locked.before.__deletedAt !== null) return save(ctx, locked, deletedAt(null))
  return unchanged(ctx, locked.app, locked.before)
}

const deletedAt = (time: Date | null): items.Changes => ({
  fields: new Map(),
  columns: new Map([['__deletedAt', time]]),
})

export async function getItem(ctx: Context, place: Place, id: string): Promise<ShownItem> {
  const app = await getApp(ctx, place)
  const found = await items.findItem(ctx.db, shapeOf(app), id)
  const item = found && ownedIn(id, found)
  const { row, version } = await requireOnItem(ctx, app, { right: 'read', id, item })
  return toShown(ctx, app, { row, version })
}

const ownedIn = (id: string, { row, version, author }: items.Found) => ({
  row,
  version,
  __id: id,
  __createdBy: author,
  // Needed only if the app grants rights to performers.
  get __tasks_performers() {
    return (JSON.parse(row) as Item).__tasks_performers
  },
})

export async function listItems(ctx: Context, place: Place, request: ListRequest): Promise<List> {
  const app = await getApp(ctx, place)
  return listFrom(ctx, await itemsSource(ctx, app), request)
}

/** `app` as visible to the caller; `shape` and `before` with all fields, as stored. */
type Locked = { app: StoredApp; shape: ItemShape; before: Item }

async function lockForChange(
  ctx: Context,
  place: Place,
  { id, right, ifMatch }: { id: string; right: string; ifMatch: string | undefined },
): Promise<Locked> {
  const app = await getApp(ctx, place)
  const shape = shapeOf(app.whole)
  const found = await items.lockItem(ctx.db, shape, id)
  const item = found && (JSON.parse(found.row) as Item)
  const before = await requireOnItem(ctx, app, { right, id, item })
  requireMatch(ifMatch, etagOf(before.__version), 'the item was changed in the meantime')
  return { app, shape, before }
}

async function save(
  ctx: Context,
  { app, shape, before }: Locked,
  changes: items.Changes,
): Promise<ShownItem> {
  const columns = new Map([...changes.columns, ...changeMarks(ctx, before)])
  const row = await items.saveItem(ctx.db, shape, before.__id, { ...changes, columns })
  const after = read(row)
  await emitChanged(ctx, app, { before, after })
  return shown(ctx, app, { id: before.__id, row, version: after.__version })
}

const unchanged = (ctx: Context, app: StoredApp, item: Item): Promise<ShownItem> =>
  shown(ctx, app, { id: item.__id, row: JSON.stringify(item), version: item.__version })

type Stored = { row: string; version: number }

/** A stored item as visible to the caller. */
async function shown(
  ctx: Context,
  app: StoredApp,
  { id, ...stored }: Stored & { id: string },
): Promise<ShownItem> {
  if (app === app.whole) return toShown(ctx, app, stored)
  const seen = await items.findItem(ctx.db, shapeOf(app), id)
  if (!seen) throw new Error('a stored item is not there')
  return toShown(ctx, app, { ...stored, row: seen.row })
}

const toShown = (ctx: Context, app: StoredApp, { row, version }: Stored): ShownItem => ({
  item: new JsonText(row),
  version,
  open: async () => {
    const { transitions, locks } = app.body
    return {
      ...(transitions.length > 0 && { transitions: await movesOf(ctx, app, read(row)) }),
      ...(locks.length > 0 && { locked: await lockedOf(ctx, app, read(row)) }),
    }
  },
})

const read = (row: string) => JSON.parse(row) as Item
