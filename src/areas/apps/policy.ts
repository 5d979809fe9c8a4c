import type { StoredApp } from '../../definitions/snapshot.ts'
import { forbidden, notFound } from '../../lib/errors.ts'
import { ROW } from '../../lists/source.ts'
import type { Context } from '../../platform/context.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

const resourceOf = ({ namespace, code }: StoredApp) => ({ kind: 'app', id: `${namespace}/${code}` })

export const canUse = (ctx: Context, app: StoredApp, right: string): Promise<boolean> =>
  ctx.access.can(ctx.db, ctx.user, right, resourceOf(app))

export async function requireRight(ctx: Context, app: StoredApp, right: string): Promise<void> {
  await ctx.access.require(ctx.db, ctx.user, right, resourceOf(app))
}

/** Whether the caller may see all items of an app, or at least those they have written. */
export async function readsOf(ctx: Context, app: StoredApp): Promise<'all' | 'author' | undefined> {
  if (await canUse(ctx, app, 'read')) return 'all'
  return (await authorsMay(ctx, app, 'read')) ? 'author' : undefined
}

/**
 * Which items the caller may see: all of them, those they wrote where authors may, and those
 * granted one by one. It is a part of every query, never a filter afterwards.
 */
export async function readable(ctx: Context, app: StoredApp): Promise<Sql[]> {
  const reads = await readsOf(ctx, app)
  if (reads === 'all') return []
  const isAuthor = sql`${ROW}."__createdBy" = ${ctx.user.id}::uuid`
  const byItem = sql`${ROW}."__id" in (
    select case when object_id ~ '/[0-9a-f-]{36}$' then split_part(object_id, '/', 3)::uuid end
    from kontor.grants
    where object_kind = 'item' and starts_with(object_id, ${`${app.namespace}/${app.code}/`}::text)
      and right_code in ('read', 'manage') and subject_id = any(${[...ctx.user.subjects]}::text[]))`
  return reads === 'author' ? [sql`(${isAuthor} or ${byItem})`] : [byItem]
}

type Owned = { __id: string; __createdBy: string }

/** May this caller do this to this item? What one may not even read does not exist. */
export async function requireOnItem(
  ctx: Context,
  app: StoredApp,
  { right, item }: { right: string; item: Owned },
): Promise<void> {
  if (await mayOnItem(ctx, app, right, item)) return
  if (!(await mayOnItem(ctx, app, 'read', item))) throw notFound('item', item.__id)
  throw forbidden(`the right "${right}" on ${app.namespace}/${app.code} is required`)
}

export async function mayOnItem(
  ctx: Context,
  app: StoredApp,
  right: string,
  item: Owned,
): Promise<boolean> {
  const { id } = resourceOf(app)
  const resource = { kind: 'item', id: `${id}/${item.__id}` }
  if (await ctx.access.can(ctx.db, ctx.user, right, resource)) return true
  return item.__createdBy === ctx.user.id && (await authorsMay(ctx, app, right))
}

const authorsMay = (ctx: Context, app: StoredApp, right: string): Promise<boolean> =>
  ctx.access.roleMay(ctx.db, 'author', right, resourceOf(app))
