import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { Context } from '../../../platform/context.ts'
import { readItems } from '../store/items.ts'
import { shapeOf } from '../store/shape.ts'

/** The rows of stored items, in their order, without the fields that are hidden from the caller. */
export async function readVisible(
  ctx: Context,
  stored: readonly { app: StoredApp; id: string; row: string }[],
): Promise<string[]> {
  const found = new Map<StoredApp, ReadonlyMap<string, string>>()
  for (const [app, items] of Map.groupBy(stored, (each) => each.app)) {
    const ids = items.map(({ id }) => id)
    if (app !== app.whole) found.set(app, await readItems(ctx.db, shapeOf(app), ids))
  }
  return stored.map(({ app, id, row }) =>
    app === app.whole ? row : (found.get(app)?.get(id) ?? ''),
  )
}
