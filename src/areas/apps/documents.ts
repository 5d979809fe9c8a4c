import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import type { Item } from './change.ts'
import * as items from './store/items.ts'
import { shapeOf } from './store/shape.ts'

/** Items as other areas see them, which ask for rights themselves. */

export async function findDocument(
  ctx: Context,
  app: StoredApp,
  id: string,
): Promise<Item | undefined> {
  const found = await items.findItem(ctx.db, shapeOf(app), id)
  return found && (JSON.parse(found.row) as Item)
}

/** Holds the item to the end of the transaction. */
export async function lockDocument(
  ctx: Context,
  app: StoredApp,
  id: string,
): Promise<Item | undefined> {
  const found = await items.lockItem(ctx.db, shapeOf(app), id)
  return found && (JSON.parse(found.row) as Item)
}

/** Values as people read them, by path: `subject`, `person.lastname`. */
export const readTexts = (
  ctx: Context,
  app: StoredApp,
  { id, paths }: { id: string; paths: readonly string[] },
): Promise<Map<string, string>> => items.findTexts(ctx.db, shapeOf(app), { id, paths })
