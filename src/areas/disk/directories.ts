import { conflict, forbidden, invalid } from '../../lib/errors.ts'
import { newId, SHARED_FILES } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { moveGrants } from '../access/service.ts'
import { getDirectoryRow } from './files.ts'
import { cleanName } from './names.ts'
import { getDirectoryFor, getDirectoryToChange, mayIn, resourceOf } from './policy.ts'
import * as store from './store/directories.ts'
import * as files from './store/files.ts'
import * as tree from './store/tree.ts'

export type NewDirectory = { name: string; parent?: string | undefined; uniqueNames: boolean }

/** Answers the id of the new directory. */
export async function createDirectory(ctx: Context, wanted: NewDirectory): Promise<string> {
  const name = cleanName(wanted.name)
  await tree.lockTree(ctx.db, 'shared')
  const parent = await getDirectoryFor(ctx, 'create', wanted.parent ?? SHARED_FILES)
  requireDepth(parent, 1)
  await requireFree(ctx, parent, name)
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

export async function requireReadable(ctx: Context, id: string): Promise<void> {
  await getDirectoryFor(ctx, 'read', id)
}

export type Change = { name?: string | undefined; directory?: string | undefined }

/** Renames or moves a directory. Rights granted on it or in it move along. */
export async function changeDirectory(ctx: Context, id: string, change: Change): Promise<void> {
  await tree.lockTree(ctx.db, 'exclusive')
  const directory = await getChangeable(ctx, 'update', id)
  const before = { directory: directory.parent_id, name: directory.name }
  const isElsewhere = change.directory !== undefined && change.directory !== directory.parent_id
  const parent = isElsewhere
    ? await getDirectoryFor(ctx, 'create', change.directory ?? '')
    : await getDirectoryRow(ctx, directory.parent_id ?? '')
  const after = { directory: parent.id, name: cleanName(change.name ?? directory.name) }
  const isMoved = before.directory !== after.directory
  if (isMoved) await requireMovable(ctx, directory, parent)
  if (!isMoved && before.name === after.name) return
  await requireFree(ctx, parent, after.name)
  const at = ctx.now()
  await tree.savePlace(ctx.db, { id, name: after.name, parent, at, by: ctx.user.id })
  if (isMoved) await moveGrants(ctx, resourceOf(directory), resourceOf(inside(parent, id)))
  const data = { before, after }
  await ctx.emit({ type: 'disk.directory.moved', object: `directory:${id}`, data })
}

/** Runs under the lock of the tree, so it must not take long. */
const MOST_DIRECTORIES = 1000
const MOST_FILES = 20_000

/** Deletes a directory and its subdirectories. Their files are moved to the trash. */
export async function deleteDirectory(
  ctx: Context,
  id: string,
): Promise<{ directories: number; files: number }> {
  await tree.lockTree(ctx.db, 'exclusive')
  const directory = await getChangeable(ctx, 'delete', id)
  const within = await tree.listWithin(ctx.db, id)
  const ids = within.map((each) => each.id)
  if (ids.length > MOST_DIRECTORIES) throw tooMuch(directory, MOST_DIRECTORIES, 'directories')
  await tree.lockNamesOf(ctx.db, ids)
  await requireAll(ctx, 'delete', { directory, ids })
  const count = await files.countIn(ctx.db, ids, MOST_FILES + 1)
  if (count > MOST_FILES) throw tooMuch(directory, MOST_FILES, 'files')
  const trashed = await files.trashIn(ctx.db, ids, ctx.now(), ctx.user.id)
  await tree.saveDeleted(ctx.db, ids, ctx.now(), ctx.user.id)
  for (const { id: file, name, directory_id } of trashed) {
    const data = { name, directory: directory_id }
    await ctx.emit({ type: 'disk.file.deleted', object: `file:${file}`, data })
  }
  for (const { id: each, name, parent_id } of within) {
    const data = { name, directory: parent_id }
    await ctx.emit({ type: 'disk.directory.deleted', object: `directory:${each}`, data })
  }
  return { directories: ids.length, files: trashed.length }
}

const tooMuch = ({ name }: store.Directory, most: number, what: string) =>
  invalid(`"${name}" holds more than ${most} ${what}: delete its contents first`)

async function getChangeable(ctx: Context, right: string, id: string): Promise<store.Directory> {
  const directory = await getDirectoryToChange(ctx, right, id)
  if (!directory.is_system) return directory
  throw invalid(`the directory "${directory.name}" belongs to the system and cannot be changed`)
}

async function requireMovable(
  ctx: Context,
  directory: store.Directory,
  parent: store.Directory,
): Promise<void> {
  const { id, name } = directory
  if (parent.id === id || parent.ancestors.includes(id)) {
    throw invalid(`"${name}" cannot be moved into itself`)
  }
  const within = await tree.listWithin(ctx.db, id)
  await requireAll(ctx, 'update', { directory, ids: within.map((each) => each.id) })
  requireDepth(parent, 1 + Math.max(...within.map(({ depth }) => depth)))
}

const DEEPEST = 100

function requireDepth({ name, ancestors }: store.Directory, levels: number): void {
  if (ancestors.length + levels <= DEEPEST) return
  throw invalid(`"${name}" would hold more than ${DEEPEST} levels, which is the limit`)
}

/** Locks the names in the parent directory. */
async function requireFree(ctx: Context, parent: store.Directory, name: string): Promise<void> {
  await store.lockNames(ctx.db, parent.id, 'exclusive')
  if (!parent.unique_names) return
  if ((await store.listTaken(ctx.db, parent.id, [name])).length === 0) return
  throw conflict(`"${parent.name}" already has an entry called "${name}"`)
}

type Whole = { directory: store.Directory; ids: readonly string[] }

/** With the rights of an author only, everything inside must be one's own. */
async function requireAll(ctx: Context, right: string, { directory, ids }: Whole): Promise<void> {
  if (await mayIn(ctx, right, directory)) return
  if (!(await tree.hasOthers(ctx.db, ids, ctx.user.id))) return
  throw forbidden(
    `"${directory.name}" holds what others made: the right "${right}" on the directory is required`,
  )
}

const inside = (parent: store.Directory, id: string) => ({
  id,
  ancestors: [parent.id, ...parent.ancestors],
})
