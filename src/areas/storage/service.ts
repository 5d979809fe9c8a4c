import { moduleNamespace } from '../../definitions/layout.ts'
import { snapshotOf } from '../../definitions/snapshot.ts'
import { pathOf } from '../../lib/app-path.ts'
import { AppError, invalid, preconditionFailed } from '../../lib/errors.ts'
import { etagOf, requireMatch } from '../../lib/etag.ts'
import type { EventTypeOf } from '../../lib/event-types.ts'
import type { Next } from '../../lists/page.ts'
import type { Context } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/runner.ts'
import type { StorageEntry } from './operations.ts'
import * as store from './store.ts'

export type Conditions = { 'if-match'?: string | undefined; 'if-none-match'?: '*' | undefined }
export type SaveHeaders = Conditions & { 'kontor-ttl'?: number | undefined }

/** What an address names: a workspace or module, one of its apps, or with neither the system. */
export type Named = { namespace?: string; code?: string }

export type StoredValue = { data: string; etag: string; expiresAt: Date | null }

export const placeOf = async (
  ctx: Context,
  { key, ...named }: Named & { key: string },
): Promise<store.EntryKey> => ({ scope: await scopeOf(ctx, named), key })

/** A module is one key space under each of its names: its code, its id and its namespace. */
async function scopeOf(ctx: Context, { namespace, code }: Named): Promise<string> {
  if (namespace === undefined) return 'system'
  const snapshot = await snapshotOf(ctx)
  if (code !== undefined) {
    if (snapshot.findApp(namespace, code)) return pathOf({ namespace, code })
    throw invalid(`app not found: ${namespace}/${code}`)
  }
  if (snapshot.find('workspace', namespace, namespace)?.deletedAt === null) return namespace
  const module = snapshot
    .live('module')
    .find((each) => [each.code, each.id, moduleNamespace(each.code)].includes(namespace))
  if (!module) throw invalid(`workspace or module not found: ${namespace}`)
  return moduleNamespace(module.code)
}

export async function getEntry(ctx: Context, place: store.EntryKey): Promise<StoredValue> {
  const entry = await store.findEntry(ctx.db, place, ctx.now())
  if (!entry) throw new AppError('not_found', `no data for key ${place.key}: not found`)
  return { data: entry.value, etag: entryTag(entry), expiresAt: entry.expires_at }
}

export async function listEntries(
  ctx: Context,
  wanted: store.EntryFilter,
): Promise<{ entries: StorageEntry[]; total: number } & Next> {
  const { rows, ...rest } = await store.listEntries(ctx.db, wanted, ctx.now())
  return { entries: rows.map(toEntry), ...rest }
}

const toEntry = ({ scope, key, size, version, ...row }: store.Listed): StorageEntry => ({
  place: scope,
  key,
  size,
  updatedAt: row.updated_at.toISOString(),
  version,
  expiresAt: row.expires_at?.toISOString() ?? null,
})

/** Answers the new ETag. */
export async function saveEntry(
  ctx: Context,
  place: store.EntryKey,
  value: string,
  headers: SaveHeaders,
): Promise<string> {
  await checkConditions(ctx, place, headers)
  const now = ctx.now()
  const ttl = headers['kontor-ttl']
  const expiresAt = ttl === undefined ? null : new Date(now.getTime() + ttl * 1000)
  const saved = await store.saveEntry(ctx.db, place, { value, now, by: ctx.user.id, expiresAt })
  await emit(ctx, 'storage.entry.saved', place, saved.version)
  return entryTag(saved)
}

/** Deleting what is not there changes nothing and is no error. */
export async function deleteEntry(
  ctx: Context,
  place: store.EntryKey,
  conditions: Conditions,
): Promise<void> {
  await checkConditions(ctx, place, conditions)
  const version = await store.deleteEntry(ctx.db, place)
  if (version !== undefined) await emit(ctx, 'storage.entry.deleted', place, version)
}

const BATCH = 1000

/** Entries whose time is over are never answered; here they leave the disk as well. */
export async function sweepExpired(job: Pick<Job, 'write' | 'now' | 'log'>): Promise<void> {
  for (let swept = BATCH; swept === BATCH; ) {
    swept = await job.write(async (ctx) => {
      const rows = await store.deleteExpired(ctx.db, ctx.now(), BATCH)
      for (const { version, ...place } of rows) {
        await emit(ctx, 'storage.entry.expired', place, version)
      }
      return rows.length
    })
  }
}

async function checkConditions(
  ctx: Context,
  place: store.EntryKey,
  wanted: Conditions,
): Promise<void> {
  const match = wanted['if-match']
  if (match === undefined && wanted['if-none-match'] === undefined) return
  const entry = await store.lockEntry(ctx.db, place, ctx.now())
  if (wanted['if-none-match'] && entry) throw preconditionFailed('the key already has an entry')
  requireMatch(match, entry && entryTag(entry), 'the entry was changed in the meantime')
}

const emit = (
  ctx: Context,
  type: EventTypeOf<'storage'>,
  { scope, key }: store.EntryKey,
  version: number,
) => ctx.emit({ type, object: `storage:${scope}/${key}`, data: { scope, key, version } })

/** The creation time tells an entry from an earlier one under the same key. */
const entryTag = ({ version, created_at }: store.Saved): string =>
  etagOf(`${version}-${created_at.getTime().toString(36)}`)
