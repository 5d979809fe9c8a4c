import { wholeSnapshot } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { parsePath } from '../../lib/app-path.ts'
import { AppError } from '../../lib/errors.ts'
import { type Caller, SYSTEM } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { type Cause, causedBy } from '../../platform/events.ts'
import { type Item, parseItem } from './item.ts'
import { getItem } from './service.ts'
import { statusByCode } from './statuses.ts'
import * as items from './store/items.ts'
import { shapeOf } from './store/shape.ts'

/** Item operations of processes, which run as the system, whoever triggered them. */

export type Reference = { namespace: string; code: string; id: string }

/** It has all rights, but is in no group, so rules that name people do not include it. */
const PROCESS_USER: Caller = { ...SYSTEM, subjects: new Set() }

export const asSystem = (ctx: Context): Context => ({ ...ctx, user: PROCESS_USER })

export const onBehalf = (ctx: Context, cause: Cause): Context => ({
  ...asSystem(ctx),
  emit: (event) => ctx.emit(causedBy(cause, event)),
})

/** The referenced item; undefined if it no longer exists. */
export async function findItem(ctx: Context, reference: Reference): Promise<Item | undefined> {
  try {
    const { item } = await getItem(asSystem(ctx), reference, reference.id)
    return item.parse<Item>()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** The items that a link field refers to. */
export function referencesIn(field: Field | undefined, value: unknown): Reference[] {
  const members = Array.isArray(value) ? value : [value]
  const { namespace, code } = parsePath(String(field?.app ?? ''))
  return members.flatMap((each) => {
    if (typeof each === 'string' && each !== '' && code !== '')
      return [{ namespace, code, id: each }]
    const { namespace: ns, code: app, id } = (each ?? {}) as Partial<Reference>
    return ns && app && id ? [{ namespace: ns, code: app, id }] : []
  })
}

/** The names of items, by id; without those that no longer exist. */
export async function nameAll(
  ctx: Context,
  references: readonly Reference[],
): Promise<Map<string, string>> {
  const once = new Map(references.map((reference) => [reference.id, reference]))
  const found = await Promise.all(
    Array.from(once.values(), (reference) => findItem(ctx, reference)),
  )
  return new Map(found.flatMap((item) => (item ? [[item.__id, String(item.__name ?? '')]] : [])))
}

export const namesOf = async (ctx: Context, field: Field, value: unknown): Promise<string[]> => [
  ...(await nameAll(ctx, referencesIn(field, value))).values(),
]

/** Locks an item until the end of the transaction and returns it. */
export async function lockItem(ctx: Context, reference: Reference): Promise<Item | undefined> {
  const app = (await wholeSnapshot(ctx)).findApp(reference.namespace, reference.code)
  const found = app && (await items.lockItem(ctx.db, shapeOf(app), reference.id))
  return found && parseItem(found.row)
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
 * Updates the copies of open tasks on an item. `summary` is a query for one row with `tasks`,
 * `performers` and `due`, and runs while the item is locked.
 */
export async function showTasks(ctx: Context, reference: Reference, summary: Sql): Promise<void> {
  const app = (await wholeSnapshot(ctx)).findApp(reference.namespace, reference.code)
  if (app) await items.saveTasks(ctx.db, shapeOf(app), reference.id, summary)
}
