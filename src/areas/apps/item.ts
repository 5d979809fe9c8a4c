import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Given } from './item-values.ts'
import { initialStatus, statusByCode } from './statuses.ts'

/** A stored item in the wire format. */
export type Item = {
  __id: string
  __createdBy: string
  __version: number
  __index: number
} & Record<string, unknown>

/** An item to be created, without its number and name, which the database assigns. */
export type NewItem = {
  id: string
  at: Date
  by: string
  version: number
  status: number | null
  directory: string | null
  subscribers: string[]
  externalId: string | null
  externalProcessMeta: object | null
  name: string | null
  fields: ReadonlyMap<Field, unknown>
}

/** What is written to a stored item. */
export type Changes = {
  fields: ReadonlyMap<Field, unknown>
  /** System columns by name. */
  columns: ReadonlyMap<string, unknown>
}

/** Values that change with every change, so that events do not mention them. */
export const SILENT = ['__updatedAt', '__updatedBy', '__version', '__statusChangedAt']

export const parseItem = (row: string): Item => JSON.parse(row) as Item

export function newItem(
  ctx: Context,
  app: StoredApp,
  {
    given: { fields, system },
    statusGroupId,
    status,
  }: { given: Given; statusGroupId?: string | undefined; status?: string | undefined },
): NewItem {
  const now = ctx.now()
  return {
    id: system.__id ?? newId(),
    at: now,
    by: ctx.user.id,
    version: versionAt(now),
    status: status === undefined ? initialStatus(app, statusGroupId) : statusByCode(app, status),
    directory: system.__directory ?? null,
    subscribers: [...new Set([ctx.user.id, ...(system.__subscribers ?? [])])],
    externalId: system.__externalId ?? null,
    externalProcessMeta: system.__externalProcessMeta ?? null,
    name: system.__name ?? null,
    fields,
  }
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
