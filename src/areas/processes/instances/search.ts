import { type Found, search, type Words } from '../../../lists/search.ts'
import type { Context } from '../../../platform/context.ts'
import { and, raw, sql } from '../../../platform/db/sql.ts'

/** Names of instances have no index of words, so only so many are looked through. */
const NEWEST = 20_000

export async function searchInstances(
  ctx: Context,
  words: Words,
): Promise<Found<{ id: string; title: string; template: string }>> {
  const where = [raw('t.deleted_at is null'), ...(await ctx.kinds.readable(ctx, 'instance'))]
  const searched = {
    table: sql`(select t.id, t.name, t.template_id from kontor.process_instances t
      where ${and(where)} order by t.created_at desc, t.id desc limit ${NEWEST})`,
    where: [],
    texts: [raw('t.name')],
    select: raw('t.id, t.name as title, t.template_id as template'),
  }
  return search(ctx, searched, words)
}
