import { type StoredApp, snapshotOf, toApp } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import { mayIn, mayOnFile } from './policy.ts'
import { type Directory, findAnyDirectory } from './store/directories.ts'
import { findLying, type Lying } from './store/files.ts'

/** Where these files lie, deleted or not, by their ids. */
export const listLying = (ctx: Context, ids: readonly string[]) => findLying(ctx.db, ids)

export const mayReadFile = (ctx: Context, { directory, author }: Lying): Promise<boolean> =>
  mayOnFile(ctx, 'read', { place: directory, author })

/** The item that a file was made for, by its path: its readers read the file. */
export async function itemOf(
  ctx: Context,
  { item, directory }: Lying,
): Promise<string | undefined> {
  const app = await appOf(ctx, directory)
  return item !== null && app ? `${app.namespace}/${app.code}/${item}` : undefined
}

async function appOf(ctx: Context, { app_id }: Directory): Promise<StoredApp | undefined> {
  const app = app_id === null ? undefined : (await snapshotOf(ctx)).findById('app', app_id)
  return app && toApp(app)
}

/** A deleted one too: that it was deleted is told to whom it was open. */
export async function mayReadDirectory(ctx: Context, id: string): Promise<boolean> {
  const directory = await findAnyDirectory(ctx.db, id)
  return directory !== undefined && mayIn(ctx, 'read', directory)
}
