import { type Found, search, type Words } from '../../../lists/search.ts'
import type { Context } from '../../../platform/context.ts'
import { raw } from '../../../platform/db/sql.ts'

const searched = {
  table: raw('kontor.users'),
  where: [raw('t.deleted_at is null')],
  texts: [raw('t.full_name'), raw('t.login'), raw('t.email')],
  select: raw(
    `t.id, t.name as title, coalesce(nullif(t.displayed_position, ''), t.login) as subtitle`,
  ),
}

/** Everybody may see everybody. */
export const searchUsers = (
  ctx: Context,
  words: Words,
): Promise<Found<{ id: string; title: string; subtitle: string }>> => search(ctx, searched, words)
