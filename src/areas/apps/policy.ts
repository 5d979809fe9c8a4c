import type { StoredApp } from '../../definitions/snapshot.ts'
import { requireObject } from '../../lib/existence.ts'
import { NIL_ID } from '../../lib/ids.ts'
import { ROW } from '../../lists/source.ts'
import type { Context } from '../../platform/context.ts'
import { or, type Sql, sql } from '../../platform/db/sql.ts'
import { actors } from '../people/substitutions/service.ts'
import { listItemApps } from './store/item-grants.ts'
import type { Standing } from './store/standing.ts'

/** A process acts as the system itself, and so does the command line. */
export const isProcess = ({ user }: Context): boolean => user.id === NIL_ID

const resourceOf = ({ namespace, code }: Place) => ({ kind: 'app', id: `${namespace}/${code}` })

type Place = Pick<StoredApp, 'namespace' | 'code'>

export const canUse = (ctx: Context, app: Place, right: string): Promise<boolean> =>
  ctx.access.can(ctx.db, ctx.user, right, resourceOf(app))

export async function requireRight(ctx: Context, app: StoredApp, right: string): Promise<void> {
  await ctx.access.require(ctx.db, ctx.user, right, resourceOf(app))
}

/** Whether the caller may see all items of an app, or at least those they have written. */
export async function readsOf(ctx: Context, app: StoredApp): Promise<'all' | 'author' | undefined> {
  if (await canUse(ctx, app, 'read')) return 'all'
  return (await roleMay(ctx, app, 'author', 'read')) ? 'author' : undefined
}

/** Apps of which single items were granted to the caller, as `crm/deals`. */
export const findItemApps = async (ctx: Context): Promise<Set<string>> =>
  new Set(await listItemApps(ctx.db, [...ctx.user.subjects]))

/** The apps of which the caller may see at least something. */
export async function listSeen(ctx: Context, apps: readonly StoredApp[]): Promise<StoredApp[]> {
  const byItem = ctx.user.isAdministrator ? new Set<string>() : await findItemApps(ctx)
  const seen = await Promise.all(
    apps.map(
      async (app) =>
        byItem.has(`${app.namespace}/${app.code}`) ||
        (await readsOf(ctx, app)) !== undefined ||
        (await roleMay(ctx, app, 'performer', 'read')),
    ),
  )
  return apps.filter((_, at) => seen[at])
}

/**
 * Which items the caller may see: all of them, those they wrote where authors may, those they have
 * tasks about where performers may, and those granted one by one. It is a part of every query,
 * never a filter afterwards.
 */
export const readable = (ctx: Context, app: StoredApp): Promise<Sql[]> =>
  itemsWith(ctx, app, 'read')

/** The same for any right. */
export async function itemsWith(ctx: Context, app: StoredApp, right: string): Promise<Sql[]> {
  if (await canUse(ctx, app, right)) return []
  const byItem = sql`${ROW}."__id" in (
    select case when object_id ~ '/[0-9a-f-]{36}$' then split_part(object_id, '/', 3)::uuid end
    from kontor.grants
    where object_kind = 'item' and starts_with(object_id, ${`${app.namespace}/${app.code}/`}::text)
      and right_code in (${right}, 'manage') and subject_id = any(${[...ctx.user.subjects]}::text[]))`
  const ways = [byItem]
  if (await roleMay(ctx, app, 'author', right))
    ways.push(sql`${ROW}."__createdBy" = ${ctx.user.id}::uuid`)
  if (await roleMay(ctx, app, 'performer', right)) ways.push(hasTaskOf(await actors(ctx)))
  return [or(ways)]
}

// The index has only the items that have tasks.
const hasTaskOf = (people: string[]): Sql =>
  sql`(${ROW}."__tasks_performers" <> '{}' and ${ROW}."__tasks_performers" && ${people}::uuid[])`

type Owned = { __id: string; __createdBy: string; __tasks_performers?: unknown }

const NOBODYS: Owned = { __id: NIL_ID, __createdBy: NIL_ID }

/** What was found under the id, for who may do this to it. What one may not even read does not exist. */
export const requireOnItem = <T extends Owned>(
  ctx: Context,
  app: StoredApp,
  { right, id, item }: { right: string; id: string; item: T | undefined },
): Promise<T> =>
  requireObject({
    kind: 'item',
    id,
    found: item,
    nobodys: NOBODYS,
    right,
    refusal: `the right "${right}" on ${app.namespace}/${app.code} is required`,
    may: (each, found) => mayOnItem(ctx, app, each, found),
  })

export async function mayOnItem(
  ctx: Context,
  app: Place,
  right: string,
  item: Owned,
): Promise<boolean> {
  const { id } = resourceOf(app)
  const resource = { kind: 'item', id: `${id}/${item.__id}` }
  if (await ctx.access.can(ctx.db, ctx.user, right, resource)) return true
  return (await isAuthor(ctx, app, right, item)) || isPerformer(ctx, app, right, item)
}

/** What the caller is to an item that gives them the right. */
export async function rolesOn(
  ctx: Context,
  app: StoredApp,
  right: string,
  item: Owned,
): Promise<('author' | 'performer')[]> {
  return [
    ...((await isAuthor(ctx, app, right, item)) ? ['author' as const] : []),
    ...((await isPerformer(ctx, app, right, item)) ? ['performer' as const] : []),
  ]
}

const isAuthor = async (ctx: Context, app: Place, right: string, item: Owned) =>
  item.__createdBy === ctx.user.id && roleMay(ctx, app, 'author', right)

async function isPerformer(ctx: Context, app: Place, right: string, item: Owned) {
  if (!(await roleMay(ctx, app, 'performer', right))) return false
  const people = await actors(ctx)
  const performers = (item.__tasks_performers ?? []) as string[]
  return performers.some((id) => people.includes(id))
}

/** The same for an item of which only this is at hand; `people` are the caller and whom they stand in for. */
export async function mayRead(
  ctx: Context,
  app: StoredApp,
  { standing, people }: { standing: Standing; people: () => Promise<readonly string[]> },
): Promise<boolean> {
  const { author, performers, readers } = standing
  if (readers.some((subject) => ctx.user.subjects.has(subject))) return true
  if (author === ctx.user.id && (await roleMay(ctx, app, 'author', 'read'))) return true
  if (performers.length === 0 || !(await roleMay(ctx, app, 'performer', 'read'))) return false
  const acting = await people()
  return performers.some((id) => acting.includes(id))
}

const roleMay = (
  ctx: Context,
  app: Place,
  role: 'author' | 'performer',
  right: string,
): Promise<boolean> => ctx.access.roleMay(ctx.db, role, right, resourceOf(app))
