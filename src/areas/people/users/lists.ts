import type { List } from '../../../api/list.ts'
import { list } from '../../../lists/list.ts'
import type { ListRequest } from '../../../lists/request.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { usersSource } from '../store/users.ts'

export { usersSource }

/** Everybody may see everybody. `where` narrows the list further, to the members of a group say. */
export const listUsers = (ctx: Context, request: ListRequest, where: Sql[] = []): Promise<List> =>
  list(ctx.db, { ...usersSource, where, asked: { by: ctx.user.id, at: ctx.now() } }, request)
