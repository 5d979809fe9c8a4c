import { AppError, forbidden, invalid, notFound } from '../../lib/errors.ts'
import type { EventTypeOf } from '../../lib/event-types.ts'
import type { Context } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/runner.ts'
import { releaseBodies } from './bodies.ts'
import { requireFile } from './file-rights.ts'
import { orError } from './files.ts'
import { savePlace } from './moving.ts'
import { mayIn } from './policy.ts'
import { type Directory, findAnyDirectory, findNearest, lockNames } from './store/directories.ts'
import * as store from './store/files.ts'
import { lockTree } from './store/tree.ts'

/** The result for one of many files; failures have a reason. */
export type Outcome = { id: string; error?: string }

/** Moves files to the trash. */
export const deleteFiles = (ctx: Context, ids: readonly string[]): Promise<Outcome[]> =>
  forEach(ctx, ids, async (file) => {
    if (file.deleted_at !== null) throw notFound('file', file.id)
    await store.saveDeleted(ctx.db, [file.id], ctx.now(), ctx.user.id)
    await emit(ctx, 'disk.file.deleted', file)
  })

/** Restores files from the trash. */
export const restoreFiles = (ctx: Context, ids: readonly string[]): Promise<Outcome[]> =>
  forEach(ctx, ids, async (file) => {
    requireTrashed(file)
    const directory = await placeFor(ctx, file)
    const name = await savePlace(ctx, { file, directory, name: file.name })
    await emit(ctx, 'disk.file.restored', { ...file, name, directory_id: directory.id })
  })

/** Locks and returns its directory, or the nearest existing parent. */
async function placeFor(ctx: Context, { directory_id: id }: store.FileRow): Promise<Directory> {
  await lockTree(ctx.db, 'shared')
  const own = await findAnyDirectory(ctx.db, id)
  const place = await findNearest(ctx.db, [id, ...(own?.ancestors ?? [])])
  if (!place) throw notFound('directory', id)
  // The error must not reveal the parent directory to the caller.
  if (place.id !== id && !(await mayIn(ctx, 'create', place))) {
    throw forbidden('its directory no longer exists: the right "create" on the parent is required')
  }
  await lockNames(ctx.db, place.id, 'exclusive')
  return place
}

/** Permanently deletes files with all versions; unused bodies are removed by the sweep. */
export async function purgeFiles(ctx: Context, ids: readonly string[]): Promise<Outcome[]> {
  const purged: string[] = []
  const outcomes = await forEach(ctx, ids, async (file) => {
    requireTrashed(file)
    await emit(ctx, 'disk.file.purged', file)
    purged.push(file.id)
  })
  await releaseBodies(ctx, await store.deleteFiles(ctx.db, purged))
  return outcomes
}

const BATCH = 500
const DAY = 24 * 60 * 60_000

/** Permanently deletes files that have been in the trash for the configured time. */
export async function emptyTrash(job: Pick<Job, 'write'>): Promise<void> {
  for (let count = BATCH; count === BATCH; ) count = await job.write(purgeOld)
}

async function purgeOld(ctx: Context): Promise<number> {
  const days = ctx.config.KONTOR_TRASH_DAYS
  if (days === 0) return 0
  const since = new Date(ctx.now().getTime() - days * DAY)
  const files = await store.lockTrashed(ctx.db, since, BATCH)
  for (const file of files) await emit(ctx, 'disk.file.purged', file)
  const ids = files.map(({ id }) => id)
  await releaseBodies(ctx, await store.deleteFiles(ctx.db, ids))
  return files.length
}

/** Handles many files that the caller may delete, under their locks; duplicate ids are ignored. */
async function forEach(
  ctx: Context,
  ids: readonly string[],
  work: (file: store.FileRow) => Promise<void>,
): Promise<Outcome[]> {
  const files = await store.lockFiles(ctx.db, ids)
  const outcomes = new Map<string, Outcome>()
  for (const id of new Set(ids)) {
    const done = await orError(async () => {
      await work(await requireFile(ctx, 'delete', { id, found: files.get(id) }))
    })
    outcomes.set(id, done instanceof AppError ? { id, error: done.message } : { id })
  }
  return ids.map((id) => outcomes.get(id) ?? { id })
}

function requireTrashed(file: store.FileRow): void {
  if (file.deleted_at === null) throw invalid(`the file ${file.id} is not in the trash`)
}

const emit = (ctx: Context, type: EventTypeOf<'file'>, { id, name, directory_id }: store.FileRow) =>
  ctx.emit({ type, object: `file:${id}`, data: { name, directory: directory_id } })
