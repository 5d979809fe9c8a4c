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

/** Returns the file if the caller has the right on it. */
export const requireFile = (
  ctx: Context,
  right: string,
  { id, found }: { id: string; found: FileRow | undefined },
): Promise<FileRow> =>
  requireObject({
    kind: 'file',
    id,
    found,
    placeholder: NOBODYS,
    right,
    may: (each, file) => (each === 'read' ? isReadable(ctx, file.id) : mayOn(ctx, each, file)),
  })
