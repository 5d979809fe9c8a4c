import { forbidden, notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { mayOnFile } from './policy.ts'
import { findAnyDirectory } from './store/directories.ts'
import type { FileRow } from './store/files.ts'

/** Whether the caller may change this file. */
export async function mayOn(ctx: Context, right: string, file: FileRow): Promise<boolean> {
  if (ctx.user.isAdministrator) return true
  const place = await findAnyDirectory(ctx.db, file.directory_id)
  if (!place) throw notFound('directory', file.directory_id)
  return mayOnFile(ctx, right, { place, author: file.created_by })
}

export async function requireOn(ctx: Context, right: string, file: FileRow): Promise<void> {
  if (await mayOn(ctx, right, file)) return
  throw forbidden(`the right "${right}" on this file is required`)
}
