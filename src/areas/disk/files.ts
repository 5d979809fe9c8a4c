import { invalid } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { keepBody } from './bodies.ts'
import * as store from './store/files.ts'

export type { FilePlace } from './store/files.ts'

export type NewFile = { name: string; hash: string; directory: string; item?: string }

/** Makes a file of an uploaded body, which is no longer temporary then. Answers its id. */
export async function createFile(ctx: Context, file: NewFile): Promise<string> {
  const name = file.name.trim()
  if (name === '') throw invalid(`the file with the hash ${file.hash} needs a name`)
  const { size } = await keepBody(ctx, file.hash)
  const id = newId()
  await store.insertFile(ctx.db, { ...file, id, name, at: ctx.now(), by: ctx.user.id })
  const { hash, directory, item } = file
  const data = { name, hash, size, directory, ...(item && { item }) }
  await ctx.emit({ type: 'disk.file.created', object: `file:${id}`, data })
  return id
}

/** Where files are, and whose they are; what is deleted or unknown is not among the answers. */
export const findFiles = async (
  ctx: Context,
  ids: readonly string[],
): Promise<store.FilePlace[]> => (ids.length === 0 ? [] : store.findFiles(ctx.db, ids))
