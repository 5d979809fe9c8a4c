import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { type Item, parseItem } from './item.ts'
import { readable } from './policy.ts'
import * as items from './store/items.ts'
import { shapeOf } from './store/shape.ts'

/** Items for other areas, which check rights themselves. */

export async function findDocument(
  ctx: Context,
  app: StoredApp,
  id: string,
): Promise<Item | undefined> {
  const found = await items.findItem(ctx.db, shapeOf(app), id)
  return found && parseItem(found.row)
}

/** Locks the item until the end of the transaction. */
export async function lockDocument(
  ctx: Context,
  app: StoredApp,
  id: string,
): Promise<Item | undefined> {
  const found = await items.lockItem(ctx.db, shapeOf(app), id)
  return found && parseItem(found.row)
}

/** Values as people read them, by path: `subject`, `person.lastname`. */
export const readTexts = (
  ctx: Context,
  app: StoredApp,
  { id, paths }: { id: string; paths: readonly string[] },
): Promise<Map<string, string>> => items.findTexts(ctx.db, shapeOf(app), { id, paths })

/** A query for the ids of items the caller may read; undefined = all items. */
export async function readableIds(ctx: Context, app: StoredApp): Promise<Sql | undefined> {
  const where = await readable(ctx, app)
  if (where.length === 0) return undefined
  return items.selectIds(shapeOf(app), where)
}

export const listItemNames = (ctx: Context, app: StoredApp, ids: readonly string[]) =>
  items.listNames(ctx.db, shapeOf(app), ids)
