import { toSql } from '../../../kinds/condition.ts'
import { readerOf } from '../../../kinds/kind.ts'
import type { AppAddress } from '../../../lib/app-path.ts'
import { NIL_ID } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { isAmong } from '../store/instance-list.ts'
import { instanceFacts } from '../store/instance-rows.ts'
import { may, ownInstances, resourceOf } from './visibility.ts'

export { may }

export async function requireRight(ctx: Context, place: AppAddress, right: string): Promise<void> {
  await ctx.access.require(ctx.db, ctx.user, right, resourceOf(place))
}

/** The instances of a process that the caller may see: all if they may read the process, otherwise their own. */
export async function readable(ctx: Context, place: AppAddress | undefined): Promise<Sql[]> {
  if (place && (await may(ctx, place, 'read'))) return []
  return [toSql(await ownInstances(readerOf(ctx)), instanceFacts)]
}

/** The facts of an instance that decide who may read and change it. */
export type Owned = { id: string; created_by: string; place: AppAddress }

export const NOBODYS: Owned = {
  id: NIL_ID,
  created_by: NIL_ID,
  place: { namespace: 'nobody', code: 'nobody' },
}

/** The same for one instance. */
export async function mayReadInstance(ctx: Context, { id, place }: Owned): Promise<boolean> {
  const where = await readable(ctx, place)
  if (where.length === 0) return true
  return isAmong(ctx.db, id, where)
}

/** Whoever started an instance may stop it; other changes require the right to change the process. */
export async function mayChangeInstance(
  ctx: Context,
  { created_by, place }: Owned,
  { isAuthorEnough = false } = {},
): Promise<boolean> {
  return (isAuthorEnough && created_by === ctx.user.id) || may(ctx, place, 'update')
}
