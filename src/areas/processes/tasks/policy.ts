import { forbidden } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import { isSuperior } from '../../people/org-chart/service.ts'
import { actors } from '../../people/substitutions/service.ts'
import { getPerson } from '../../people/users/service.ts'

export const isPerformedBy = (people: readonly string[]): Sql =>
  sql`t.performers && ${people}::uuid[]`

// The index of helpers has only the tasks that have some.
export const isHelpedBy = (user: string): Sql =>
  sql`(t.participants <> '{}' and t.participants @> array[${user}::uuid])`

/** Which tasks the caller may see: none but these, unless they are an administrator. */
export const isVisible = (user: string, people: readonly string[]): Sql =>
  sql`(${isPerformedBy(people)} or t.created_by = ${user}::uuid or ${isHelpedBy(user)})`

/** The tasks of one user are for that user, who stands in for them, their superiors and administrators. */
export async function requireListing(ctx: Context, userId: string): Promise<void> {
  await getPerson(ctx, userId)
  if (ctx.user.isAdministrator || (await actors(ctx)).includes(userId)) return
  if (await isSuperior(ctx, ctx.user.id, userId)) return
  throw forbidden('only the user, a superior or an administrator may see these tasks')
}
