import { AppError, forbidden } from '../../lib/errors.ts'
import { etagOf, requireMatch } from '../../lib/etag.ts'
import type { Context } from '../../platform/context.ts'
import { chargeFor, keepBodies, lockUsable, noBody } from './bodies.ts'
import { requireFile } from './file-rights.ts'
import { getFile } from './lists.ts'
import type { FileVersion } from './manage-operations.ts'
import * as files from './store/files.ts'
import * as store from './store/versions.ts'
import { Room } from './usage.ts'

export async function listVersions(ctx: Context, id: string): Promise<FileVersion[]> {
  await getFile(ctx, id)
  return (await store.listVersions(ctx.db, id)).map(toVersion)
}

/** The body of a version, by default the current one. */
export async function getVersion(
  ctx: Context,
  id: string,
  version: number | undefined,
): Promise<{ name: string; contentType: string; hash: string }> {
  const { name, contentType, hash } = await getFile(ctx, id)
  if (version === undefined) return { name, contentType, hash }
  // What was cleaned before it was shared stays here.
  if (ctx.user.isGuest) throw forbidden('guests read the present version of a file')
  return { name, contentType, hash: (await findVersion(ctx, id, version)).hash }
}

export type Change = { id: string; ifMatch: string | undefined }

/** Checked before the client sends the body, and again when it has arrived. */
export async function lockForVersion(
  ctx: Context,
  { id, ifMatch }: Change,
): Promise<files.FileRow> {
  const found = (await files.lockFiles(ctx.db, [id])).get(id)
  const present = found?.deleted_at === null ? found : undefined
  const file = await requireFile(ctx, 'update', { id, found: present })
  requireMatch(ifMatch, etagOf(file.version), `the file is at version ${file.version} meanwhile`)
  return file
}

/** Makes an uploaded body the next version. */
export async function addVersion(ctx: Context, change: Change, hash: string): Promise<void> {
  const file = await lockForVersion(ctx, change)
  const body = (await lockUsable(ctx, [hash])).get(hash)
  if (!body) throw noBody(hash)
  if (body.is_temporary) await new Room(ctx).take(chargeFor(body))
  await keepBodies(ctx, [body])
  await save(ctx, file, { hash, data: { size: body.size } })
}

/** Restores an old version by adding it as the newest one. */
export async function restoreVersion(ctx: Context, change: Change, version: number): Promise<void> {
  const file = await lockForVersion(ctx, change)
  const old = await findVersion(ctx, change.id, version)
  if (old.is_present) return
  await save(ctx, file, { hash: old.hash, data: { size: old.size, restored: version } })
}

async function findVersion(ctx: Context, id: string, version: number): Promise<store.Version> {
  const found = (await store.listVersions(ctx.db, id)).find((each) => each.version === version)
  if (!found) throw new AppError('not_found', `version ${version} of the file not found: ${id}`)
  return found
}

async function save(
  ctx: Context,
  { id, version }: files.FileRow,
  { hash, data }: { hash: string; data: Record<string, unknown> },
): Promise<void> {
  await store.saveVersion(ctx.db, { file: id, hash, at: ctx.now(), by: ctx.user.id })
  await ctx.emit({
    type: 'disk.file.version_added',
    object: `file:${id}`,
    data: { version: version + 1, hash, ...data },
  })
}

const toVersion = (row: store.Version): FileVersion => ({
  version: row.version,
  hash: row.hash,
  size: row.size,
  isPresent: row.is_present,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
})
