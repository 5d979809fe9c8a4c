import { snapshotOf } from '../../definitions/snapshot.ts'
import { type AppAddress, pathOf } from '../../lib/app-path.ts'
import { notFound } from '../../lib/errors.ts'
import { ListRequest } from '../../lists/request.ts'
import type { Source } from '../../lists/source.ts'
import type { Context } from '../../platform/context.ts'
import { employeesTable, readablePeople } from '../people/users/lists.ts'
import { EMPLOYEES, listFrom, relatedLists, requirePeopleScope } from './lists.ts'

/** Whether the users are meant, as newer clients search them: like the items of an app. */
export async function areEmployees(ctx: Context, address: AppAddress): Promise<boolean> {
  if (!EMPLOYEES.includes(pathOf(address))) return false
  return (await snapshotOf(ctx)).findApp(address.namespace, address.code) === undefined
}

/** The users that the caller may see. */
export async function employeesSource(ctx: Context): Promise<Source> {
  requirePeopleScope(ctx)
  return {
    ...employeesTable,
    where: await readablePeople(ctx),
    asked: { by: ctx.user.id, at: ctx.now() },
    related: await relatedLists(ctx),
  }
}

export async function getEmployee(ctx: Context, id: string) {
  const request = ListRequest.parse({ ids: [id], size: 1, total: false })
  const { row } = await listFrom(ctx, await employeesSource(ctx), request)
  if (!row) throw notFound('item', id)
  return { item: row, version: row.parse<{ __version: number }>().__version }
}
