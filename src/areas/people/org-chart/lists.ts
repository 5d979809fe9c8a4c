import type { List } from '../../../api/list.ts'
import { list } from '../../../lists/list.ts'
import type { ListRequest } from '../../../lists/request.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { nodesSource } from '../store/nodes.ts'

/** Departments and positions as nodes of the org chart. */
export const listNodes = (ctx: Context, request: ListRequest, where: Sql[]): Promise<List> =>
  list(ctx.db, { ...nodesSource, where, asked: { by: ctx.user.id, at: ctx.now() } }, request)
