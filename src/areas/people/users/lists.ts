import type { List } from '../../../api/list.ts'
import { list } from '../../../lists/list.ts'
import type { ListRequest } from '../../../lists/request.ts'
import type { Source } from '../../../lists/source.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { employeeColumns, usersSource } from '../store/users.ts'

export { usersSource }

/** Users as the items of an app, which have a link to their user and the name of their position. */
export const employeesTable: Source = {
  ...usersSource,
  columns: new Map([...usersSource.columns, ...employeeColumns]),
}

/** The people that the caller may see. */
export const readablePeople = (ctx: Context): Promise<Sql[]> => ctx.kinds.readable(ctx, 'user')

/** `where` narrows the list further, to the members of a group say. */
export async function listUsers(
  ctx: Context,
  request: ListRequest,
  where: Sql[] = [],
): Promise<List> {
  const seen = await readablePeople(ctx)
  const asked = { by: ctx.user.id, at: ctx.now() }
  return list(ctx.db, { ...usersSource, where: [...seen, ...where], asked }, request)
}
