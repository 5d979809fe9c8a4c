import { conflict, invalid } from '../../lib/errors.ts'
import { newId, SHARED_FILES } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { getDirectoryRow } from './files.ts'
import { cleanName } from './names.ts'
import { requireIn } from './policy.ts'
import * as store from './store/directories.ts'

export type NewDirectory = { name: string; parent?: string | undefined; uniqueNames: boolean }

/** Answers the id of the new directory. */
export async function createDirectory(ctx: Context, wanted: NewDirectory): Promise<string> {
  const name = cleanName(wanted.name)
  const parent = await getDirectoryRow(ctx, wanted.parent ?? SHARED_FILES)
  await requireIn(ctx, 'create', parent)
  if (parent.ancestors.length >= DEEPEST) {
    throw invalid(`"${parent.name}" lies ${DEEPEST} levels deep, deeper is not possible`)
  }
  await store.lockNames(ctx.db, parent.id, 'alone')
  if (parent.unique_names && (await store.listTaken(ctx.db, parent.id, [name])).length > 0) {
    throw conflict(`"${parent.name}" has something called "${name}" already`)
  }
  const id = newId()
  const { uniqueNames } = wanted
  await store.insertDirectory(ctx.db, {
    id,
    name,
    uniqueNames,
    parent,
    at: ctx.now(),
    by: ctx.user.id,
  })
  const data = { name, directory: parent.id, uniqueNames }
  await ctx.emit({ type: 'disk.directory.created', object: `directory:${id}`, data })
  return id
}

const DEEPEST = 100

export async function requireReadable(ctx: Context, id: string): Promise<void> {
  await requireIn(ctx, 'read', await getDirectoryRow(ctx, id))
}
