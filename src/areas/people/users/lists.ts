import type { List } from '../../../api/list.ts'
import { list } from '../../../lists/list.ts'
import type { ListRequest } from '../../../lists/request.ts'
import type { Source } from '../../../lists/source.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { usersSource } from '../store/users.ts'

export { usersSource }

/** The people that the caller may see, as the list that other lists lead to. */
export const peopleSource = async (ctx: Context): Promise<Source> => ({
  ...usersSource,
  where: await ctx.kinds.readable(ctx, 'user'),
})

/** `where` narrows the list further, to the members of a group say. */
export async function listUsers(
  ctx: Context,
  request: ListRequest,
  where: Sql[] = [],
): Promise<List> {
  const source = await peopleSource(ctx)
  const asked = { by: ctx.user.id, at: ctx.now() }
  return list(ctx.db, { ...source, where: [...source.where, ...where], asked }, request)
}
