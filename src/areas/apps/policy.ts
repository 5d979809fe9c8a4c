import type { StoredApp } from '../../definitions/snapshot.ts'
import {
  type Condition,
  either,
  everything,
  has,
  holds,
  isEverything,
  toSql,
} from '../../kinds/condition.ts'
import { type Reader, readerOf } from '../../kinds/kind.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import { forbidden } from '../../lib/errors.ts'
import { requireObject } from '../../lib/existence.ts'
import { NIL_ID } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { actorsOf } from '../people/substitutions/service.ts'
import type { Links } from './operations.ts'
import { itemFacts } from './store/item-facts.ts'
import { listItemApps } from './store/item-grants.ts'

/** A process acts as the system itself, and so does the command line. */
export const isProcess = ({ user }: Context): boolean => user.id === NIL_ID

const resourceOf = ({ namespace, code }: AppAddress) => ({
  kind: 'app',
  id: `${namespace}/${code}`,
})

export const canUse = (ctx: Context, app: AppAddress, right: string): Promise<boolean> =>
  ctx.access.can(ctx.db, ctx.user, right, resourceOf(app))

export async function requireRight(ctx: Context, app: StoredApp, right: string): Promise<void> {
  await ctx.access.require(ctx.db, ctx.user, right, resourceOf(app))
}

/** Others could give themselves a way to what they may not read, by the id alone. */
export function mayKeepLinks({ user }: Context, links: Links | undefined): boolean {
  if (links !== 'keep') return false
  if (user.isAdministrator) return true
  throw forbidden(
    'links=keep needs administrator rights: links of others must lead to what they may read',
  )
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
export async function listSeen(
  { ctx, remember }: Reader,
  apps: readonly StoredApp[],
): Promise<StoredApp[]> {
  const byItem = ctx.user.isAdministrator
    ? new Set<string>()
    : await remember('apps of single items', () => findItemApps(ctx))
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
  const condition = await itemCondition(readerOf(ctx), app, right)
  return isEverything(condition) ? [] : [toSql(condition, itemFacts(app, right))]
}

/** Said of the facts of an item. */
export async function itemCondition(
  reader: Reader,
  app: AppAddress,
  right: string,
): Promise<Condition> {
  const { ctx } = reader
  if (await canUse(ctx, app, right)) return everything
  const roles = await rolesWith(reader, app, right)
  return either(has('grantees', [...ctx.user.subjects]), ...roles.values())
}

type Role = 'author' | 'performer'

/** The roles that have the right, each with what makes the caller have the role. */
async function rolesWith(
  reader: Reader,
  app: AppAddress,
  right: string,
): Promise<Map<Role, Condition>> {
  const { ctx } = reader
  const roles = new Map<Role, Condition>()
  if (await roleMay(ctx, app, 'author', right)) roles.set('author', has('author', [ctx.user.id]))
  if (await roleMay(ctx, app, 'performer', right))
    roles.set('performer', has('performers', await actorsOf(reader)))
  return roles
}

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
    placeholder: NOBODYS,
    right,
    refusal: `the right "${right}" on ${app.namespace}/${app.code} is required`,
    may: (each, found) => mayOnItem(ctx, app, each, found),
  })

export async function mayOnItem(
  ctx: Context,
  app: AppAddress,
  right: string,
  item: Owned,
): Promise<boolean> {
  const { id } = resourceOf(app)
  const resource = { kind: 'item', id: `${id}/${item.__id}` }
  if (await ctx.access.can(ctx.db, ctx.user, right, resource)) return true
  return (await rolesOn(ctx, app, right, item)).length > 0
}

/** What the caller is to an item that gives them the right. */
export async function rolesOn(
  ctx: Context,
  app: AppAddress,
  right: string,
  item: Owned,
): Promise<Role[]> {
  const facts = {
    author: [item.__createdBy],
    performers: (item.__tasks_performers ?? []) as string[],
  }
  const roles = await rolesWith(readerOf(ctx), app, right)
  return [...roles].flatMap(([role, condition]) => (holds(condition, facts) ? [role] : []))
}

const roleMay = (ctx: Context, app: AppAddress, role: Role, right: string): Promise<boolean> =>
  ctx.access.roleMay(ctx.db, role, right, resourceOf(app))
