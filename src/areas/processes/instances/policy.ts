import { snapshotOf } from '../../../definitions/snapshot.ts'
import { NIL_ID } from '../../../lib/ids.ts'
import { run } from '../../../lists/statements.ts'
import type { Context } from '../../../platform/context.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import { actors } from '../../people/substitutions/service.ts'

export type Place = { namespace: string; code: string }

const resourceOf = ({ namespace, code }: Place) => ({
  kind: 'process',
  id: `${namespace}/${code}`,
})

export const may = (ctx: Context, place: Place, right: string): Promise<boolean> =>
  ctx.access.can(ctx.db, ctx.user, right, resourceOf(place))

export async function requireRight(ctx: Context, place: Place, right: string): Promise<void> {
  await ctx.access.require(ctx.db, ctx.user, right, resourceOf(place))
}

/** Those who started an instance and those who were asked to do something in it may see it. */
const isOwn = (user: string, people: readonly string[]): Sql => sql`(t.created_by = ${user}::uuid
  or t.id in (
    select k.instance_id from kontor.process_tasks k
    where k.performers && ${[...people]}::uuid[] and k.instance_id = t.id))`

/** Which instances the caller may see: all of a process they may read, else their own. */
export async function readable(ctx: Context, place: Place | undefined): Promise<Sql[]> {
  if (place && (await may(ctx, place, 'read'))) return []
  return [isOwn(ctx.user.id, await actors(ctx))]
}

/** The same for the instances of all processes at once. */
export async function readableAnywhere(ctx: Context): Promise<Sql[]> {
  if (ctx.user.isAdministrator) return []
  const snapshot = await snapshotOf(ctx)
  const all = await Promise.all(
    snapshot.all('process').map(async (each) => ({
      each,
      where: await readable(ctx, each),
    })),
  )
  const open = all.filter(({ where }) => where.length === 0).map(({ each }) => each.id)
  const [own] = await readable(ctx, undefined)
  return own ? [sql`(t.template_id = any(${open}::uuid[]) or ${own})`] : []
}

/** Of an instance what decides who may read and change it. */
export type Owned = { id: string; created_by: string; place: Place }

export const NOBODYS: Owned = {
  id: NIL_ID,
  created_by: NIL_ID,
  place: { namespace: 'nobody', code: 'nobody' },
}

/** The same for one instance. */
export async function mayReadInstance(ctx: Context, { id, place }: Owned): Promise<boolean> {
  if (await may(ctx, place, 'read')) return true
  const own = isOwn(ctx.user.id, await actors(ctx))
  const found = await run(
    ctx.db,
    sql`select 1 as one from kontor.process_instances t where t.id = ${id}::uuid and ${own}`,
  )
  return found.length > 0
}

/** Whoever started an instance may stop it; the rest is for those who may change the process. */
export async function mayChangeInstance(
  ctx: Context,
  { created_by, place }: Owned,
  { isAuthorEnough = false } = {},
): Promise<boolean> {
  return (isAuthorEnough && created_by === ctx.user.id) || may(ctx, place, 'update')
}
