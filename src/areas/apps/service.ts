import type { List } from '../../api/list.ts'
import { type StoredApp, snapshotOf } from '../../definitions/snapshot.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import { invalid } from '../../lib/errors.ts'
import { etagOf, requireMatch } from '../../lib/etag.ts'
import { JsonText } from '../../lib/json-text.ts'
import { aggregate } from '../../lists/aggregate.ts'
import type { Aggregated, AggregateRequest } from '../../lists/aggregate-request.ts'
import type { ListRequest } from '../../lists/request.ts'
import type { Source } from '../../lists/source.ts'
import type { Context } from '../../platform/context.ts'
import { areEmployees, employeesSource, getEmployee } from './employees.ts'
import { defaultsOf, requireForm } from './form-rules.ts'
import { type Changes, type Item, newItem, parseItem, systemColumns } from './item.ts'
import { readChanges, readNew } from './item-values.ts'
import { itemsSource, listFrom } from './lists.ts'
import { lockedOf } from './lock-rules.ts'
import type { Links } from './operations.ts'
import { mayKeepLinks, requireOnItem, requireRight } from './policy.ts'
import type { LockedField, StatusMove } from './status-operations.ts'
import { statusByCode } from './statuses.ts'
import * as items from './store/items.ts'
import { shapeOf } from './store/shape.ts'
import { transitionsFor } from './transition-rules.ts'
import { type Entry, idOf, isChange, toChange } from './write/entries.ts'
import { allOrNone } from './write/failure-policy.ts'
import { readVisible } from './write/visible.ts'
import { type Writing, writeItems } from './write/write.ts'

/** An item as its caller may see it, with its change counter. */
export type ShownItem = {
  item: JsonText
  version: number
  /** The caller's transitions and locks, computed only when requested. */
  open(): Promise<Open>
}
type Open = { transitions?: StatusMove[]; locked?: LockedField[] }

export async function getApp(ctx: Context, { namespace, code }: AppAddress): Promise<StoredApp> {
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  if (app) return app
  if (await areEmployees(ctx, { namespace, code })) {
    throw invalid(`${namespace}/${code} is a list of the users, for reading: change them as users`)
  }
  throw invalid(`app not found: ${namespace}/${code}`)
}

const sourceAt = async (ctx: Context, address: AppAddress): Promise<Source> =>
  (await areEmployees(ctx, address))
    ? employeesSource(ctx)
    : itemsSource(ctx, await getApp(ctx, address))

export async function createItem(
  ctx: Context,
  address: AppAddress,
  wanted: {
    context: Record<string, unknown>
    statusGroupId?: string | undefined
    status?: string | undefined
    withEventForceCreate: boolean
    byForm?: boolean | undefined
    links?: Links | undefined
  },
  last?: Context['last'],
): Promise<ShownItem> {
  const app = await getApp(ctx, address)
  await requireRight(ctx, app, 'create')
  const given = readNew(ctx, app, wanted.context)
  if (wanted.byForm) {
    requireForm(app, { form: 'create', given: given.fields, before: defaultsOf(app) })
  }
  const { statusGroupId, status } = wanted
  const item = newItem(ctx, app, { given, statusGroupId, status })
  const creation = { at: 0, app, given: given.fields, item }
  const keepsLinks = mayKeepLinks(ctx, wanted.links)
  return write(ctx, creation, { withHandlers: wanted.withEventForceCreate, keepsLinks, last })
}

type Update = {
  id: string
  context: Record<string, unknown>
  ifMatch: string | undefined
  byForm?: boolean
  links?: Links | undefined
}

export async function updateItem(
  ctx: Context,
  address: AppAddress,
  { id, context, ifMatch, byForm = false, links }: Update,
): Promise<ShownItem> {
  const { app, before } = await lockForChange(ctx, address, { id, ifMatch, right: 'update' })
  const { fields, system } = readChanges(ctx, app, { context, before })
  if (byForm) {
    const locked = new Set((await lockedOf(ctx, app, before)).map(({ field }) => field))
    requireForm(app, { form: 'edit', given: fields, before, locked })
  }
  const changes = { fields, columns: systemColumns(app, system) }
  return save(ctx, { app, before }, changes, mayKeepLinks(ctx, links))
}

type Move = { id: string; status: string; ifMatch: string | undefined }

/** Stores the given values first, because the transition may require them. */
export async function setStatus(
  ctx: Context,
  address: AppAddress,
  { context, ...move }: Move & { context?: Record<string, unknown> | undefined },
): Promise<ShownItem> {
  if (context === undefined) return moveItem(ctx, address, move)
  await updateItem(ctx, address, { id: move.id, context, ifMatch: move.ifMatch })
  return moveItem(ctx, address, { ...move, ifMatch: undefined })
}

async function moveItem(
  ctx: Context,
  address: AppAddress,
  { id, status, ifMatch }: Move,
): Promise<ShownItem> {
  const { app, before } = await lockForChange(ctx, address, { id, ifMatch, right: 'update' })
  const wanted = statusByCode(app, status)
  if ((before.__status as { status: number } | null)?.status === wanted) {
    return unchanged(ctx, app, before)
  }
  const columns = new Map<string, unknown>([
    ['__status', wanted],
    ['__statusChangedAt', ctx.now()],
  ])
  return save(ctx, { app, before }, { fields: new Map(), columns })
}

/** Soft delete, because links and events refer to the row. Idempotent. */
export async function deleteItem(
  ctx: Context,
  address: AppAddress,
  { id, ifMatch }: { id: string; ifMatch: string | undefined },
): Promise<void> {
  const locked = await lockForChange(ctx, address, { id, ifMatch, right: 'delete' })
  if (locked.before.__deletedAt === null) await save(ctx, locked, deletedAt(ctx.now()))
}

export async function restoreItem(
  ctx: Context,
  address: AppAddress,
  { id, ifMatch }: { id: string; ifMatch: string | undefined },
): Promise<ShownItem> {
  const locked = await lockForChange(ctx, address, { id, ifMatch, right: 'delete' })
  if (locked.before.__deletedAt !== null) return save(ctx, locked, deletedAt(null))
  return unchanged(ctx, locked.app, locked.before)
}

const deletedAt = (time: Date | null): Changes => ({
  fields: new Map(),
  columns: new Map([['__deletedAt', time]]),
})

export async function getItem(ctx: Context, address: AppAddress, id: string): Promise<ShownItem> {
  if (await areEmployees(ctx, address)) {
    return { ...(await getEmployee(ctx, id)), open: async () => ({}) }
  }
  const app = await getApp(ctx, address)
  const found = await items.findItem(ctx.db, shapeOf(app), id)
  const item = found && ownedIn(id, found)
  const { row, version } = await requireOnItem(ctx, app, { right: 'read', id, item })
  return toShown(ctx, app, { row, version })
}

const ownedIn = (id: string, { row, version, author }: items.ItemHead) => ({
  row,
  version,
  __id: id,
  __createdBy: author,
  // Needed only if the app grants rights to performers.
  get __tasks_performers() {
    return parseItem(row).__tasks_performers
  },
})

export async function listItems(
  ctx: Context,
  address: AppAddress,
  request: ListRequest,
): Promise<List> {
  return listFrom(ctx, await sourceAt(ctx, address), request)
}

/** Numbers over the items that the caller may read, by fields that they may see. */
export async function aggregateItems(
  ctx: Context,
  address: AppAddress,
  request: AggregateRequest,
): Promise<Aggregated> {
  return aggregate(ctx.db, await sourceAt(ctx, address), request, ctx.now())
}

/** `app` as visible to the caller; `before` with all fields, as stored. */
type Locked = { app: StoredApp; before: Item }

async function lockForChange(
  ctx: Context,
  address: AppAddress,
  { id, right, ifMatch }: { id: string; right: string; ifMatch: string | undefined },
): Promise<Locked> {
  const app = await getApp(ctx, address)
  const found = await items.lockItem(ctx.db, shapeOf(app.whole), id)
  const item = found && parseItem(found.row)
  const before = await requireOnItem(ctx, app, { right, id, item })
  requireMatch(ifMatch, etagOf(before.__version), 'the item was changed in the meantime')
  return { app, before }
}

const save = (
  ctx: Context,
  locked: Locked,
  changes: Changes,
  keepsLinks = false,
): Promise<ShownItem> => write(ctx, toChange(ctx, { at: 0, ...locked }, changes), { keepsLinks })

const ALONE = allOrNone()

async function write(
  ctx: Context,
  entry: Entry,
  {
    withHandlers = false,
    keepsLinks = false,
    last,
  }: Partial<Pick<Writing, 'withHandlers' | 'keepsLinks' | 'last'>> = {},
): Promise<ShownItem> {
  const writing = {
    policy: ALONE,
    withHandlers,
    keepsLinks,
    last: isShownAsStored(entry.app) && !keepsLinks ? last : undefined,
  }
  const [stored] = await writeItems(ctx, writing, [entry])
  if (!stored) throw new Error('a write that did not fail stored nothing')
  const version = isChange(entry)
    ? Number(entry.changes.columns.get('__version'))
    : entry.item.version
  return shown(ctx, entry.app, { id: idOf(entry), row: stored.row, version })
}

/** Whether the answer needs no query: all fields are visible, and neither transitions nor locks depend on it. */
const isShownAsStored = (app: StoredApp): boolean =>
  app === app.whole && app.body.transitions.length === 0 && app.body.locks.length === 0

const unchanged = (ctx: Context, app: StoredApp, item: Item): Promise<ShownItem> =>
  shown(ctx, app, { id: item.__id, row: JSON.stringify(item), version: item.__version })

type StoredItem = { row: string; version: number }

/** A stored item as visible to the caller. */
async function shown(
  ctx: Context,
  app: StoredApp,
  { id, row, version }: StoredItem & { id: string },
): Promise<ShownItem> {
  const [visible = ''] = await readVisible(ctx, [{ app, id, row }])
  return toShown(ctx, app, { row: visible, version })
}

const toShown = (ctx: Context, app: StoredApp, { row, version }: StoredItem): ShownItem => ({
  item: new JsonText(row),
  version,
  open: async () => {
    const { transitions, locks } = app.body
    return {
      ...(transitions.length > 0 && {
        transitions: await transitionsFor(ctx, app, parseItem(row)),
      }),
      ...(locks.length > 0 && { locked: await lockedOf(ctx, app, parseItem(row)) }),
    }
  },
})
