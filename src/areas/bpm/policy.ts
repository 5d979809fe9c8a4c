import { snapshotOf } from '../../definitions/snapshot.ts'
import { forbidden } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { actors } from '../substitutions/service.ts'
import type { InstanceView } from './views.ts'

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

/** The same for an instance that is at hand. */
export async function requireReading(ctx: Context, view: InstanceView): Promise<void> {
  const people = Object.values(view.__performers as Record<string, string[]>).flat()
  if (view.__createdBy === ctx.user.id) return
  if ((await actors(ctx)).some((each) => people.includes(each))) return
  await requireRight(ctx, view.__template as Place, 'read')
}

/** Whoever started an instance may stop it; the rest is for those who may change the process. */
export async function requireChanging(
  ctx: Context,
  place: Place,
  { created_by }: { created_by: string },
  { isAuthorEnough = false } = {},
): Promise<void> {
  if (isAuthorEnough && created_by === ctx.user.id) return
  if (await may(ctx, place, 'update')) return
  throw forbidden(`the right "update" on process ${place.namespace}/${place.code} is required`)
}
