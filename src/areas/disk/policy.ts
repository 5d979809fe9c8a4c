import { snapshotOf } from '../../definitions/snapshot.ts'
import { above, RIGHTS } from '../../kinds/resources.ts'
import { invalid } from '../../lib/errors.ts'
import { requireObject } from '../../lib/existence.ts'
import { NIL_ID, RECYCLE_BIN } from '../../lib/ids.ts'
import type { ResourceKind } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import * as store from './store/directories.ts'

type DirectoryPath = Pick<store.Directory, 'id' | 'name' | 'ancestors' | 'owner_id' | 'app_id'>

/** Rights on a directory hold for everything in it, so it is named by the way to it. */
export const resourceOf = ({ id, ancestors }: Pick<DirectoryPath, 'id' | 'ancestors'>) => ({
  kind: 'directory',
  id: [...ancestors.toReversed(), id].join('/'),
})

/** A directory is named by the way to it, `<root>/…/<id>`. */
export const directoryResource: ResourceKind = {
  kind: 'directory',
  rights: RIGHTS,
  parent: (id) => (id.includes('/') ? { kind: 'directory', id: above(id) } : undefined),
}

export const resourceOfApp = ({ namespace, code }: { namespace: string; code: string }) => ({
  kind: 'app',
  id: `${namespace}/${code}`,
})

/** What everybody in a channel may do with its files. */
const IN_CHANNEL = ['read', 'create']

/**
 * Personal files belong to their owner; those of an app follow the rights on the app, and those of
 * a channel are for who is in it.
 */
export async function mayIn(ctx: Context, right: string, place: DirectoryPath): Promise<boolean> {
  if (ctx.user.isAdministrator || place.owner_id === ctx.user.id) return true
  const app = place.app_id && (await snapshotOf(ctx)).findById('app', place.app_id)
  if (app && (await ctx.access.can(ctx.db, ctx.user, right, resourceOfApp(app)))) return true
  if (IN_CHANNEL.includes(right) && (await isInChannel(ctx, place))) return true
  return ctx.access.can(ctx.db, ctx.user, right, resourceOf(place))
}

/** The directory of a channel has the id of the channel; what lies in it is the channel's as well. */
async function isInChannel(ctx: Context, { id, ancestors }: DirectoryPath): Promise<boolean> {
  const snapshot = await snapshotOf(ctx)
  const [channel] = [id, ...ancestors].flatMap((each) => snapshot.findById('channel', each) ?? [])
  return channel !== undefined && ctx.kinds.mayRead(ctx, `channel:${channel.id}`)
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
  const may = (each: string, place: DirectoryPath) =>
    each === 'read' ? ctx.kinds.mayRead(ctx, `directory:${place.id}`) : mayIn(ctx, each, place)
  return requireDirectory(right, { id, found: await store.findDirectory(ctx.db, id), may })
}

/** A directory that the caller may change: by a right on it, or as who made it. */
export async function getDirectoryToChange(
  ctx: Context,
  right: string,
  id: string,
): Promise<store.Directory> {
  const may = (each: string, place: Owned) =>
    each === 'read'
      ? ctx.kinds.mayRead(ctx, `directory:${place.id}`)
      : mayOnFile(ctx, each, { place, author: place.created_by })
  return requireDirectory(right, { id, found: await store.findDirectory(ctx.db, id), may })
}

type Owned = DirectoryPath & Pick<store.Directory, 'created_by'>

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
    placeholder: NOBODYS,
    right,
    refusal: found && `the right "${right}" on the directory "${found.name}" is required`,
    may,
  })

/** Whether the caller may change this file: by the directory it lies in, or as its author. */
export async function mayOnFile(
  ctx: Context,
  right: string,
  { place, author }: { place: DirectoryPath; author: string },
): Promise<boolean> {
  if (await mayIn(ctx, right, place)) return true
  return author === ctx.user.id && ctx.access.roleMay(ctx.db, 'author', right, resourceOf(place))
}
