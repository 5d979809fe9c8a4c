import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Given } from './item-values.ts'
import { initialStatus } from './statuses.ts'
import type { NewItem } from './store/items.ts'

export type Item = {
  __id: string
  __createdBy: string
  __version: number
  __index: number
} & Record<string, unknown>

/** A new item without what the database assigns: its number and its name. */
export function newItem(
  ctx: Context,
  app: StoredApp,
  {
    given: { fields, system },
    statusGroupId,
  }: { given: Given; statusGroupId?: string | undefined },
): NewItem {
  const now = ctx.now()
  return {
    id: system.__id ?? newId(),
    at: now,
    by: ctx.user.id,
    version: versionAt(now),
    status: initialStatus(app, statusGroupId),
    directory: system.__directory ?? null,
    subscribers: [...new Set([ctx.user.id, ...(system.__subscribers ?? [])])],
    externalId: system.__externalId ?? null,
    externalProcessMeta: system.__externalProcessMeta ?? null,
    name: system.__name ?? null,
    fields,
  }
}

export const emitCreated = (
  ctx: Context,
  app: StoredApp,
  { item, withHandlers }: { item: NewItem; withHandlers: boolean },
): Promise<void> =>
  emitCreatedAs(ctx, app, { id: item.id, after: valuesOf(item.fields), withHandlers })

/** The item with values in wire format. */
export const emitCreatedAs = (
  ctx: Context,
  app: StoredApp,
  { id, ...data }: { id: string; after: Record<string, unknown>; withHandlers: boolean },
): Promise<void> => emit(ctx, app, { type: 'app.item.created', id, data })

/** Emits an event if anything changed; a status change has its own event. */
export function emitChanged(
  ctx: Context,
  app: StoredApp,
  { before, after }: { before: Item; after: Item },
): Promise<void> {
  const data = difference(before, after)
  return emit(ctx, app, { type: typeOf(data.after), id: before.__id, data })
}

function typeOf(after: Record<string, unknown>): string {
  if ('__deletedAt' in after) return after.__deletedAt ? 'app.item.deleted' : 'app.item.restored'
  return '__status' in after ? 'app.item.status_changed' : 'app.item.updated'
}

/** The columns of the system values that a caller may set. */
export function systemColumns(app: StoredApp, system: Given['system']): Map<string, unknown> {
  const { __id, __name, __externalProcessMeta: meta, ...rest } = system
  const columns = new Map<string, unknown>(Object.entries(rest))
  if (__name !== undefined && app.body.nameTemplate === undefined) columns.set('__name', __name)
  if (meta !== undefined) columns.set('__externalProcessMeta', meta && JSON.stringify(meta))
  return columns
}

/** The columns that every change updates. */
export function changeMarks(ctx: Context, before: Item): Map<string, unknown> {
  const now = ctx.now()
  return new Map<string, unknown>([
    ['__updatedAt', now],
    ['__updatedBy', ctx.user.id],
    ['__version', Math.max(before.__version + 1, versionAt(now))],
  ])
}

/** The version as clients know it: the time of the change in seconds, always increasing. */
export const versionAt = (time: Date): number => Math.floor(time.getTime() / 1000)

const SILENT = ['__updatedAt', '__updatedBy', '__version', '__statusChangedAt']

/** The values that changed, before and after. */
function difference(before: Item, after: Item) {
  const changed = Object.keys(after).filter(
    (code) =>
      !SILENT.includes(code) && JSON.stringify(before[code]) !== JSON.stringify(after[code]),
  )
  const pick = (item: Item) => Object.fromEntries(changed.map((code) => [code, item[code]]))
  return { before: pick(before), after: pick(after) }
}

const valuesOf = (fields: ReadonlyMap<Field, unknown>) =>
  Object.fromEntries(
    [...fields].filter(([, value]) => value !== null).map(([{ code }, value]) => [code, value]),
  )

const emit = (
  ctx: Context,
  { namespace, code }: StoredApp,
  { type, id, data }: { type: string; id: string; data: Record<string, unknown> },
) => ctx.emit({ type, object: `item:${namespace}/${code}/${id}`, namespace, code, data })
