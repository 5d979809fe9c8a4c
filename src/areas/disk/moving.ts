import { conflict, forbidden, invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { mayOn, requireFile, requireUnlocked } from './file-rights.ts'
import { createFile, getDirectoryRow, holdDirectory, typeOf, uniqueIn } from './files.ts'
import { FreeNames } from './free-names.ts'
import { isReadable } from './lists.ts'
import { cleanName } from './names.ts'
import { getDirectoryFor } from './policy.ts'
import { type Directory, lockNames } from './store/directories.ts'
import * as store from './store/files.ts'

export type ToMove = { hash: string; name?: string | undefined }

/**
 * Moves files into a directory, named by their id or by the id of their body, and
 * creates files from bodies that are not files yet. Returns the file ids.
 */
export async function moveFiles(
  ctx: Context,
  directoryId: string,
  wanted: readonly ToMove[],
): Promise<string[]> {
  await getDirectoryFor(ctx, 'create', directoryId)
  const directory = await holdDirectory(ctx, directoryId, 'exclusive')
  const ids: string[] = []
  for (const { hash, name } of wanted) {
    const file = await findMovable(ctx, hash)
    ids.push(
      file
        ? await move(ctx, { file, directory, name })
        : await initialize(ctx, { hash, name, directory }),
    )
  }
  return ids
}

/** Renames a file; a number is added if the name is taken. */
export async function renameFile(ctx: Context, id: string, name: string): Promise<void> {
  const placed = (await store.findFiles(ctx.db, [id]))[0]
  if (placed) await lockNames(ctx.db, placed.directory, 'exclusive')
  const found = (await store.lockFiles(ctx.db, [id])).get(id)
  const present = found?.deleted_at === null ? found : undefined
  const file = await requireFile(ctx, 'update', { id, found: present })
  const directory = await getDirectoryRow(ctx, placed?.directory ?? file.directory_id)
  if (file.directory_id !== directory.id)
    throw conflict('the file was moved in the meantime: try again')
  await move(ctx, { file, directory, name })
}

/** If several files share a body, the oldest one that the caller may move. */
async function findMovable(ctx: Context, hash: string): Promise<store.FileRow | undefined> {
  const ofBody = await store.lockFilesOf(ctx.db, [hash])
  const own = (await store.lockFiles(ctx.db, [hash])).get(hash)
  const found = ofBody.length > 0 ? ofBody : [own].filter((file) => file !== undefined)
  const present = found.filter(({ deleted_at }) => deleted_at === null)
  for (const file of present) {
    if (!(await mayOn(ctx, 'update', file))) continue
    await requireUnlocked(ctx, file)
    return file
  }
  for (const { id } of present) {
    if (await isReadable(ctx, id)) throw forbidden('the right "update" on this file is required')
  }
  return undefined
}

type Initialized = { hash: string; name: string | undefined; directory: Directory }

async function initialize(ctx: Context, { hash, name, directory }: Initialized): Promise<string> {
  if (name === undefined) {
    throw invalid(`field "name": the body ${hash} is not a file yet, expected a name for it`)
  }
  return createFile(ctx, { hash, name, directory: directory.id })
}

type Move = { file: store.FileRow; directory: Directory; name?: string | undefined }

async function move(ctx: Context, { file, directory, name }: Move): Promise<string> {
  const wanted = cleanName(name ?? file.name)
  if (directory.id === file.directory_id && wanted === file.name) return file.id
  const place = await savePlace(ctx, { file, directory, name: wanted })
  await ctx.emit({
    type: 'disk.file.moved',
    object: `file:${file.id}`,
    data: {
      before: { directory: file.directory_id, name: file.name },
      after: { directory: directory.id, name: place },
    },
  })
  return file.id
}

/** Needs the lock on the directory's names. Returns the new name of the file. */
export async function savePlace(
  ctx: Context,
  { file, directory, name }: { file: store.FileRow; directory: Directory; name: string },
): Promise<string> {
  const free = await new FreeNames(ctx).take(directory, name)
  const moved = {
    id: file.id,
    directory: directory.id,
    uniqueIn: uniqueIn(directory),
    name: free,
    contentType: typeOf(free),
  }
  await store.savePlace(ctx.db, moved, { at: ctx.now(), by: ctx.user.id })
  return free
}
