import { type Found, search, type Words } from '../../lists/search.ts'
import type { Context } from '../../platform/context.ts'
import { raw } from '../../platform/db/sql.ts'

export async function searchNames(
  ctx: Context,
  words: Words,
): Promise<Found<{ id: string; title: string; subtitle: string }>> {
  const searched = {
    table: raw('kontor.files'),
    where: [raw('t.deleted_at is null'), ...(await ctx.kinds.readable(ctx, 'file'))],
    texts: [raw('t.name')],
    select: raw(`t.id, t.name as title, coalesce((select d.name from kontor.all_directories d
      where d.id = t.directory_id), '') as subtitle`),
  }
  return search(ctx, searched, words)
}
