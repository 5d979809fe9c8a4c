import type { StoredApp } from '../../definitions/snapshot.ts'
import { type Found, search, type Words } from '../../lists/search.ts'
import { ROW } from '../../lists/source.ts'
import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { readable } from './policy.ts'
import { shapeOf } from './store/shape.ts'

const NAME = sql`${ROW}."__name"`

/** Items of an app by their names, as far as the caller may read them. */
export async function searchItems(
  ctx: Context,
  app: StoredApp,
  words: Words,
): Promise<Found<{ id: string; title: string }>> {
  const searched = {
    table: shapeOf(app).table,
    where: [sql`${ROW}."__deletedAt" is null`, ...(await readable(ctx, app))],
    texts: [NAME],
    ordered: NAME,
    select: sql`${ROW}."__id" as id, ${NAME} as title`,
  }
  return search(ctx, searched, words)
}
