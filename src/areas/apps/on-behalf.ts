import { wholeSnapshot } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { AppError } from '../../lib/errors.ts'
import { type Caller, SYSTEM } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Item } from './change.ts'
import { getItem } from './service.ts'
import { statusByCode } from './statuses.ts'
import * as items from './store/items.ts'
import { shapeOf } from './store/shape.ts'

/** What processes do with items: as the system, whoever moved the process. */

export type Reference = { namespace: string; code: string; id: string }

/** It may everything, but is no member of any group: what is left to some people is not for it. */
const PROCESS_USER: Caller = { ...SYSTEM, subjects: new Set() }

export const asSystem = (ctx: Context): Context => ({ ...ctx, user: PROCESS_USER })

/** The instance that changes an item; its event says so. */
export type Cause = { instance: string; template: string; depth: number }

export const onBehalf = (ctx: Context, cause: Cause): Context => ({
  ...asSystem(ctx),
  emit: (event) => ctx.emit({ ...event, data: { ...event.data, cause } }),
})

/** The item behind a reference; undefined where there is none any more. */
export async function findItem(ctx: Context, reference: Reference): Promise<Item | undefined> {
  try {
    const { item } = await getItem(asSystem(ctx), reference, reference.id)
    return item.parse<Item>()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Items that the value of a link field leads to. */
export function referencesIn(field: Field | undefined, value: unknown): Reference[] {
  const members = Array.isArray(value) ? value : [value]
  const [namespace = '', code = ''] = String(field?.app ?? '').split('/')
  return members.flatMap((each) => {
    if (typeof each === 'string' && each !== '' && code !== '')
      return [{ namespace, code, id: each }]
    const { namespace: ns, code: app, id } = (each ?? {}) as Partial<Reference>
    return ns && app && id ? [{ namespace: ns, code: app, id }] : []
  })
}

export async function namesOf(ctx: Context, field: Field, value: unknown): Promise<string[]> {
  const found = await Promise.all(
    referencesIn(field, value).map((reference) => findItem(ctx, reference)),
  )
  return found.flatMap((item) => (item ? [String(item.__name ?? '')] : []))
}

/** Holds an item to the end, and answers it as it is now. */
export async function lockItem(ctx: Context, reference: Reference): Promise<Item | undefined> {
  const app = (await wholeSnapshot(ctx)).findApp(reference.namespace, reference.code)
  const found = app && (await items.lockItem(ctx.db, shapeOf(app), reference.id))
  return found && (JSON.parse(found.row) as Item)
}

export async function hasStatus(
  ctx: Context,
  { namespace, code }: Reference,
  { item, status }: { item: Item; status: string },
): Promise<boolean> {
  const app = (await wholeSnapshot(ctx)).findApp(namespace, code)
  const current = (item.__status as { status: number } | null)?.status
  return app !== undefined && statusByCode(app, status) === current
}

/**
 * Keeps the copies of its open tasks that an item carries. `summary` answers one row with `tasks`,
 * `performers` and `due`, and is looked at when nobody else can change the item.
 */
export async function showTasks(ctx: Context, reference: Reference, summary: Sql): Promise<void> {
  const app = (await wholeSnapshot(ctx)).findApp(reference.namespace, reference.code)
  if (app) await items.saveTasks(ctx.db, shapeOf(app), reference.id, summary)
}
