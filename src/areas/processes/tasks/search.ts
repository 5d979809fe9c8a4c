import { type Found, search, type Words } from '../../../lists/search.ts'
import type { Context } from '../../../platform/context.ts'
import { and, raw, sql } from '../../../platform/db/sql.ts'

/** Names of tasks have no index of words, so only so many are looked through. */
const NEWEST = 20_000

export async function searchTasks(
  ctx: Context,
  words: Words,
): Promise<Found<{ id: string; title: string; subtitle: string }>> {
  const where = [raw('t.deleted_at is null'), ...(await ctx.kinds.readable(ctx, 'task'))]
  const searched = {
    table: sql`(select t.id, t.name, t.instance_name from kontor.process_tasks t
      where ${and(where)} order by t.created_at desc, t.id desc limit ${NEWEST})`,
    where: [],
    texts: [raw('t.name'), raw('t.instance_name')],
    select: raw('t.id, t.name as title, t.instance_name as subtitle'),
  }
  return search(ctx, searched, words)
}
