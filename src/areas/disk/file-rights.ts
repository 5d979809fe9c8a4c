import { wholeSnapshot } from '../../definitions/snapshot.ts'
import { pathOf } from '../../lib/app-path.ts'
import { requireObject } from '../../lib/existence.ts'
import { NIL_ID } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { isReadable } from './lists.ts'
import { mayOnFile } from './policy.ts'
import { findAnyDirectory } from './store/directories.ts'
import type { FileRow } from './store/files.ts'

type Placed = Pick<FileRow, 'id' | 'directory_id' | 'created_by'>

const NOBODYS: Placed = { id: NIL_ID, directory_id: NIL_ID, created_by: NIL_ID }

/** Whether the caller may change this file. */
export async function mayOn(ctx: Context, right: string, file: Placed): Promise<boolean> {
  if (ctx.user.isAdministrator) return true
  const place = await findAnyDirectory(ctx.db, file.directory_id)
  return place !== undefined && mayOnFile(ctx, right, { place, author: file.created_by })
}

/** Returns the file if the caller may change it: by a right on it, and as far as its item allows. */
export async function requireFile(
  ctx: Context,
  right: 'update' | 'delete',
  { id, found }: { id: string; found: FileRow | undefined },
): Promise<FileRow> {
  const file = await requireObject({
    kind: 'file',
    id,
    found,
    placeholder: NOBODYS,
    right,
    may: (each, of) => (each === 'read' ? isReadable(ctx, of.id) : mayOn(ctx, each, of)),
  })
  await requireUnlocked(ctx, file)
  return file
}

/** A file of an item changes only as far as the item allows. */
export async function requireUnlocked(
  ctx: Context,
  { id, item_id: item, directory_id: directory }: FileRow,
): Promise<void> {
  const app = item && (await wholeSnapshot(ctx)).findById('app', directory)
  if (app) await ctx.kinds.requireFileChange(ctx, `item:${pathOf(app)}/${item}`, id)
}
