import { z } from 'zod'
import { DateTime, Id } from '../../api/schemas.ts'
import { AppError } from '../../lib/errors.ts'
import { NIL_ID } from '../../lib/ids.ts'
import { nothingYet, type Row, type Transferred } from '../../lib/transfer.ts'
import type { Context } from '../../platform/context.ts'
import { inSavepoint } from '../../platform/db/savepoint.ts'
import { type Outcome, storeEach } from '../../platform/db/store-each.ts'
import { moveGrants } from '../access/service.ts'
import { keepBodies, lockUsable } from './bodies.ts'
import { getDirectoryRow, typeOf, uniqueIn } from './files.ts'
import { FreeNames } from './free-names.ts'
import { cleanName } from './names.ts'
import { resourceOf } from './policy.ts'
import * as directories from './store/directories.ts'
import { type FileRow, lockFiles, savePlace } from './store/files.ts'
import * as store from './store/transfer.ts'
import * as tree from './store/tree.ts'

const audit = {
  __createdAt: DateTime,
  __createdBy: Id.default(NIL_ID),
  __updatedAt: DateTime,
  __updatedBy: Id.default(NIL_ID),
}

const TransferredDirectory = z.object({
  __id: Id,
  __name: z.string().trim().min(1).max(255),
  directory: Id.nullable().default(null),
  uniqueNames: z.boolean().default(true),
  ...audit,
})

/**
 * Parents come first. One that lies in nothing that is here goes to the personal files of who brings it:
 * nobody knows who could see it in the other system.
 */
export async function transferDirectories(
  ctx: Context,
  rows: readonly Row[],
): Promise<Transferred> {
  const into = nothingYet()
  await storeEach(ctx.db, { schema: TransferredDirectory, rows, into }, async (wanted) => {
    const { __id: id, __name: name, uniqueNames } = wanted
    const known = await directories.findAnyDirectory(ctx.db, id)
    if (known) return (await bringHome(ctx, known, wanted)) ? 'updated' : rename(ctx, known, wanted)
    const parent = await placeOf(ctx, wanted.directory)
    await directories.lockNames(ctx.db, parent.id, 'exclusive')
    const at = new Date(wanted.__createdAt)
    const made = { id, uniqueNames, parent, at, by: wanted.__createdBy }
    const free = await orAnother(ctx, name, id, (each) =>
      directories.insertDirectory(ctx.db, { ...made, name: each }),
    )
    await store.saveDirectory(ctx.db, id, { name: free, ...stampsOf(wanted) })
    return 'created'
  })
  return into
}

/** One that came before its parent is where nobody looks for it; unless somebody here has touched it since. */
async function bringHome(
  ctx: Context,
  known: directories.Directory,
  wanted: z.output<typeof TransferredDirectory>,
): Promise<boolean> {
  const { id, parent_id, is_system, deleted_at } = known
  if (parent_id !== ctx.user.id || is_system || deleted_at) return false
  const parent = await findHome(ctx, wanted.directory)
  if (!parent || [parent.id, ...parent.ancestors].includes(id)) return false
  if (await store.isChangedHere(ctx.db, `directory:${id}`)) return false
  await tree.lockTree(ctx.db, 'exclusive')
  await directories.lockNames(ctx.db, parent.id, 'exclusive')
  const isTaken =
    parent.unique_names &&
    (await directories.listTaken(ctx.db, parent.id, [wanted.__name])).length > 0
  const name = isTaken ? besides(wanted.__name, id) : wanted.__name
  const { updated_at: at, updated_by: by } = stampsOf(wanted)
  await tree.savePlace(ctx.db, { id, name, parent, at, by })
  const ancestors = [parent.id, ...parent.ancestors]
  await moveGrants(ctx, resourceOf(known), resourceOf({ id, ancestors }))
  return true
}

/** Where something lies in the other system, unless that is not here. */
async function findHome(ctx: Context, id: string | null) {
  return id === null || id === ctx.user.id ? undefined : directories.findDirectory(ctx.db, id)
}

async function rename(
  ctx: Context,
  { id, name, is_system, deleted_at }: directories.Directory,
  wanted: z.output<typeof TransferredDirectory>,
): Promise<Outcome> {
  const isOurs = wanted.__name === name || name === besides(wanted.__name, id)
  if (is_system || isOurs) return 'unchanged'
  if (deleted_at || (await store.isChangedHere(ctx.db, `directory:${id}`))) return 'kept'
  await orAnother(ctx, wanted.__name, id, (each) =>
    store.saveDirectory(ctx.db, id, { name: each, ...stampsOf(wanted) }),
  )
  return 'updated'
}

/** Under another name where somebody has it. Answers which one. */
async function orAnother(
  ctx: Context,
  name: string,
  id: string,
  save: (name: string) => Promise<unknown>,
): Promise<string> {
  try {
    await inSavepoint(ctx.db, () => save(name))
    return name
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await save(besides(name, id))
    return besides(name, id)
  }
}

const besides = (name: string, id: string): string => `${name} (${id.slice(0, 8)})`

async function placeOf(ctx: Context, id: string | null): Promise<directories.Directory> {
  const found = id === null ? undefined : await directories.findDirectory(ctx.db, id)
  // The directory of a user has the id of the user.
  return found ?? getDirectoryRow(ctx, ctx.user.id)
}

const TransferredFile = z.object({
  __id: Id,
  __name: z.string().min(1).max(1000),
  originalName: z.string().max(1000).nullish(),
  hash: Id,
  version: z.int().min(1).max(1_000_000).default(1),
  directory: Id.nullable().default(null),
  comment: z
    .string()
    .max(10_000)
    .nullish()
    .transform((text) => text ?? ''),
  ...audit,
})
type TransferredFile = z.output<typeof TransferredFile>

/** Files of bodies that were sent before; those that are not here are answered as missing. */
export async function transferFiles(ctx: Context, rows: readonly Row[]): Promise<Transferred> {
  const into = nothingYet()
  const names = new FreeNames(ctx)
  await storeEach(ctx.db, { schema: TransferredFile, rows, into }, async (file) => {
    const known = (await lockFiles(ctx.db, [file.__id])).get(file.__id)
    const isMoved = known !== undefined && (await bringFileHome(ctx, { known, file, names }))
    if (known?.body_id === file.hash) return isMoved ? 'updated' : renameFile(ctx, known, file)
    if (known && (await store.isChangedHere(ctx.db, `file:${known.id}`))) return 'kept'
    await store.saveBodyAuthor(ctx.db, file.hash, file.__createdBy)
    const body = (await lockUsable(ctx, [file.hash])).get(file.hash)
    if (!body) {
      into.missing.push(file.hash)
      return 'waits'
    }
    await keepBodies(ctx, [body])
    if (known) {
      await store.saveVersion(ctx.db, toColumns(file, { name: known.name, place: undefined }))
      return 'updated'
    }
    const place = await placeOf(ctx, file.directory)
    await directories.lockNames(ctx.db, place.id, 'shared')
    const name = await names.take(place, cleanName(file.__name))
    await store.insertFile(ctx.db, toColumns(file, { name, place }))
    return 'created'
  })
  return into
}

/** One that came before its directory, as `bringHome` does. */
async function bringFileHome(
  ctx: Context,
  { known, file, names }: { known: FileRow; file: TransferredFile; names: FreeNames },
): Promise<boolean> {
  const { id, directory_id, item_id, deleted_at } = known
  if (directory_id !== ctx.user.id || item_id !== null || deleted_at) return false
  const place = await findHome(ctx, file.directory)
  if (!place || (await store.isChangedHere(ctx.db, `file:${id}`))) return false
  await directories.lockNames(ctx.db, place.id, 'shared')
  const name = await names.take(place, cleanName(file.__name))
  const moved = { id, directory: place.id, uniqueIn: uniqueIn(place), name }
  const { updated_at: at, updated_by: by } = stampsOf(file)
  await savePlace(ctx.db, { ...moved, contentType: typeOf(name) }, { at, by })
  return true
}

async function renameFile(
  ctx: Context,
  known: { id: string; name: string },
  file: TransferredFile,
): Promise<Outcome> {
  const name = cleanName(file.__name)
  // One that got a number because its name was taken keeps it.
  const stem = name.replace(/\.[^.]*$/, '')
  if (known.name === name || known.name.startsWith(`${stem} (`)) return 'unchanged'
  if (await store.isChangedHere(ctx.db, `file:${known.id}`)) return 'kept'
  await store.saveNames(ctx.db, toColumns(file, { name, place: undefined }))
  return 'updated'
}

type Named = { name: string; place: directories.Directory | undefined }

const toColumns = (file: TransferredFile, { name, place }: Named): store.FileColumns => ({
  id: file.__id,
  directory_id: place?.id ?? NIL_ID,
  unique_in: place ? uniqueIn(place) : null,
  name,
  original_name: cleanName(file.originalName || file.__name),
  body_id: file.hash,
  version: file.version,
  comment: file.comment,
  content_type: typeOf(name),
  ...stampsOf(file),
})

const stampsOf = (of: Pick<TransferredFile, keyof typeof audit>): store.Stamps => ({
  created_at: new Date(of.__createdAt),
  created_by: of.__createdBy,
  updated_at: new Date(of.__updatedAt),
  updated_by: of.__updatedBy,
})

export type { OfItem } from './store/transfer.ts'

/** Files that came with nothing but their place belong to the items that name them. */
export async function adoptFiles(
  ctx: Context,
  app: string,
  files: readonly store.OfItem[],
): Promise<void> {
  if (files.length > 0) await store.adoptFiles(ctx.db, files, { app, owner: ctx.user.id })
}
