import { type StoredApp, snapshotOf, toApp } from '../../definitions/snapshot.ts'
import { invalid } from '../../lib/errors.ts'
import { requireObject } from '../../lib/existence.ts'
import { NIL_ID, RECYCLE_BIN } from '../../lib/ids.ts'
import { about, ROW } from '../../lists/source.ts'
import type { Context } from '../../platform/context.ts'
import { and, or, raw, type Sql, sql } from '../../platform/db/sql.ts'
import { itemsSource, listApps } from '../apps/lists.ts'
import { canUse, findItemApps } from '../apps/policy.ts'
import { findChannels, isIn } from '../messages/channels.ts'
import * as store from './store/directories.ts'

type Place = Pick<store.Directory, 'id' | 'name' | 'ancestors' | 'owner_id' | 'app_id'>

/** Rights on a directory hold for everything in it, so it is named by the way to it. */
export const resourceOf = ({ id, ancestors }: Pick<Place, 'id' | 'ancestors'>) => ({
  kind: 'directory',
  id: [...ancestors.toReversed(), id].join('/'),
})

/** What everybody in a channel may do with its files. */
const IN_CHANNEL = ['read', 'create']

/**
 * Personal files belong to their owner; those of an app follow the rights on the app, and those of
 * a channel are for who is in it.
 */
export async function mayIn(ctx: Context, right: string, place: Place): Promise<boolean> {
  if (ctx.user.isAdministrator || place.owner_id === ctx.user.id) return true
  const app = place.app_id && (await snapshotOf(ctx)).findById('app', place.app_id)
  if (app && (await canUse(ctx, toApp(app), right))) return true
  if (IN_CHANNEL.includes(right) && (await isInChannel(ctx, place))) return true
  return ctx.access.can(ctx.db, ctx.user, right, resourceOf(place))
}

/** The directory of a channel has the id of the channel; what lies in it is the channel's as well. */
async function isInChannel(ctx: Context, { id, ancestors }: Place): Promise<boolean> {
  const snapshot = await snapshotOf(ctx)
  const [channel] = [id, ...ancestors].flatMap((each) => snapshot.findById('channel', each) ?? [])
  return channel?.deletedAt === null && isIn(ctx, channel, ctx.user)
}

/** A directory in which the caller may do this. */
export async function getDirectoryFor(
  ctx: Context,
  right: string,
  id: string,
): Promise<store.Directory> {
  if (right === 'create' && id === RECYCLE_BIN) {
    throw invalid('nothing is put into the recycle bin but by deleting it')
  }
  const may = (each: string, place: Place) => mayIn(ctx, each, place)
  return requireDirectory(right, { id, found: await store.findDirectory(ctx.db, id), may })
}

/** A directory that the caller may change: by a right on it, or as who made it. */
export async function getDirectoryToChange(
  ctx: Context,
  right: string,
  id: string,
): Promise<store.Directory> {
  const may = (each: string, place: Owned) =>
    mayOnFile(ctx, each, { place, author: place.created_by })
  return requireDirectory(right, { id, found: await store.findDirectory(ctx.db, id), may })
}

type Owned = Place & Pick<store.Directory, 'created_by'>

const NOBODYS: Owned = {
  id: NIL_ID,
  name: '',
  ancestors: [],
  owner_id: null,
  app_id: null,
  created_by: NIL_ID,
}

const requireDirectory = (
  right: string,
  {
    id,
    found,
    may,
  }: {
    id: string
    found: store.Directory | undefined
    may(right: string, place: Owned): Promise<boolean>
  },
): Promise<store.Directory> =>
  requireObject({
    kind: 'directory',
    id,
    found,
    nobodys: NOBODYS,
    right,
    refusal: found && `the right "${right}" on the directory "${found.name}" is required`,
    may,
  })

/** Whether the caller may change this file: by the directory it lies in, or as its author. */
export async function mayOnFile(
  ctx: Context,
  right: string,
  { place, author }: { place: Place; author: string },
): Promise<boolean> {
  if (await mayIn(ctx, right, place)) return true
  return author === ctx.user.id && ctx.access.roleMay(ctx.db, 'author', right, resourceOf(place))
}

/** Which directories the caller sees, as a condition on `t`. */
export async function readableDirectories(ctx: Context): Promise<Sql[]> {
  if (ctx.user.isAdministrator) return []
  const { all } = await findPlaces(ctx)
  return [sql`${ROW}.id in (${all})`]
}

/**
 * Which files the caller may read, as a condition on `t`: what lies in directories they may read,
 * what they wrote where authors may, and the files of items they may read.
 */
export async function readableFiles(ctx: Context): Promise<Sql[]> {
  if (ctx.user.isAdministrator) return []
  const { all, byAuthor, apps } = await findPlaces(ctx)
  const isOwn = sql`${ROW}.created_by = ${ctx.user.id}::uuid`
  const items = await itemFiles(ctx, apps)
  return [
    or([
      sql`${ROW}.directory_id in (${all})`,
      sql`(${isOwn} and ${ROW}.directory_id in (${byAuthor}))`,
      ...items,
    ]),
  ]
}

async function findPlaces(ctx: Context) {
  const apps = await listApps(ctx)
  const granted = await store.listGranted(ctx.db, [...ctx.user.subjects])
  const ids = (isAuthor: boolean) =>
    granted.filter((each) => each.is_author === isAuthor).map(({ id }) => id)
  const places = [...apps, ...(await findChannels(ctx))]
  const roots = [ctx.user.id, ...places.map(({ id }) => id), ...ids(false)]
  return { apps, all: within(roots), byAuthor: within(ids(true)) }
}

/** The ids of these directories and of all that lie in them. */
function within(roots: readonly string[]): Sql {
  return sql`select unnest(${roots}::uuid[]) union all
    select d.id from kontor.directories d where d.ancestors && ${roots}::uuid[]`
}

/** Apps that the caller may not read as a whole, but some of whose items. */
async function itemFiles(ctx: Context, readable: readonly StoredApp[]): Promise<Sql[]> {
  const snapshot = await snapshotOf(ctx)
  const known = new Set(readable.map(({ id }) => id))
  const byItem = await findItemApps(ctx)
  const conditions: Sql[] = []
  for (const app of snapshot.live('app').map(toApp)) {
    if (known.has(app.id)) continue
    const path = `${app.namespace}/${app.code}`
    const resource = { kind: 'app', id: path }
    const may = (role: 'author' | 'performer') => ctx.access.roleMay(ctx.db, role, 'read', resource)
    if (!byItem.has(path) && !(await may('author')) && !(await may('performer'))) continue
    conditions.push(await filesOfItems(ctx, app))
  }
  return conditions
}

async function filesOfItems(ctx: Context, app: StoredApp): Promise<Sql> {
  const { table, where } = await itemsSource(ctx, app)
  const item = raw('i')
  const readable = and(where.map((each) => about(each, item)))
  return sql`(${ROW}.directory_id = ${app.id}::uuid and ${ROW}.item_id in (
    select i."__id" from ${table} i where ${readable}))`
}
