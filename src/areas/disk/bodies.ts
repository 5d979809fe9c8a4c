import { conflict, invalid, overQuota } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { RecordedBody } from '../../platform/files/file-store.ts'
import type { StoredObject } from '../../platform/files/object-store.ts'
import type { Job } from '../../platform/jobs/runner.ts'
import * as store from './store/bodies.ts'
import * as garbage from './store/garbage.ts'
import { addUpUsage } from './store/usage.ts'
import { charge } from './usage.ts'

const MINUTE = 60_000
/** How long an unused body is kept. */
const TEMPORARY = 60 * MINUTE
/** Longer than any upload takes. */
const UNCLAIMED = 24 * 60 * MINUTE

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + TEMPORARY)

export type Write = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
type Content = AsyncIterable<Uint8Array>
export type NamedObject = StoredObject & { object: string }

type Storing = {
  write: Write
  /** Checks the request before the body is read. */
  begin?(ctx: Context): Promise<void>
  content(): Content | Promise<Content>
}

/**
 * Writes an object between two transactions: its name is in the garbage list before the first
 * byte is written, and is removed from it by the transaction that uses the object.
 */
export async function storeObject<T>(
  ctx: Context,
  { write, begin, content }: Storing,
  use: (ctx: Context, object: NamedObject) => Promise<T>,
): Promise<T> {
  const object = newId()
  await write(async (inside) => {
    await begin?.(inside)
    const until = new Date(inside.now().getTime() + UNCLAIMED)
    await garbage.insertGarbage(inside.db, object, until)
  })
  try {
    const stored = await put(ctx, object, await content())
    return await write((inside) => use(inside, { ...stored, object }))
  } catch (error) {
    await write((inside) => garbage.expireGarbage(inside.db, object, inside.now()))
    throw error
  }
}

async function put(ctx: Context, object: string, content: Content): Promise<StoredObject> {
  try {
    return await ctx.files.put(object, content)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw overQuota('there is no room left in the file store', error)
  }
}

export async function claimObject(ctx: Context, object: string): Promise<void> {
  const isOurs = await garbage.claimObject(ctx.db, object, ctx.now())
  if (!isOurs) throw invalid('NoSuchUpload: the upload took longer than a day')
}

/** The body with an id that the caller is about to write to; an expired one is removed. */
export async function lockForUpload(ctx: Context, hash: string): Promise<store.Body | undefined> {
  ctx.hiddenConflicts.require(ctx.user)
  const body = await store.lockBody(ctx.db, hash)
  if (!body) return undefined
  if (body.created_by !== ctx.user.id && !isExpired(body, ctx.now())) {
    ctx.hiddenConflicts.add('body', ctx.user)
    throw conflict(`the hash ${hash} is taken: every upload needs a new one`)
  }
  if (body.expires_at === null) throw conflict(`the hash ${hash} already belongs to a file`)
  if (isExpired(body, ctx.now())) {
    await discard(ctx, [hash])
    return undefined
  }
  return body
}

const isExpired = ({ expires_at }: store.Body, now: Date): boolean =>
  expires_at !== null && expires_at <= now

/** Makes an object the complete body, replacing anything uploaded under the same id. */
export async function saveBody(
  ctx: Context,
  hash: string,
  { stored, isNew }: { stored: NamedObject; isNew: boolean },
): Promise<void> {
  const now = ctx.now()
  if (!isNew) await store.discardBodies(ctx.db, [hash], now)
  const body = { ...stored, id: hash, at: now, by: ctx.user.id, expiresAt: expiryFrom(now) }
  // Sent together: if the claim fails, the rest is rolled back.
  await Promise.all([claimObject(ctx, stored.object), store.saveStored(ctx.db, body)])
  const data = { size: stored.size, sha256: stored.sha256.toString('hex') }
  await ctx.emit({ type: 'disk.body.stored', object: `body:${hash}`, data })
}

/**
 * Locks the bodies that the caller may turn into files. A body belongs to the user who uploaded
 * it, from the first byte: knowing its id is not enough.
 */
export async function lockUsable(
  ctx: Context,
  hashes: readonly string[],
): Promise<Map<string, store.Usable>> {
  const found = await store.lockUsable(ctx.db, hashes, ctx.now())
  return new Map(found.filter((body) => isOwn(ctx, body)).map((body) => [body.id, body]))
}

const isOwn = ({ user }: Context, { created_by }: { created_by: string }): boolean =>
  created_by === user.id || user.isAdministrator

/** Makes these bodies permanent, in the transaction of the files that use them. */
export async function keepBodies(ctx: Context, bodies: readonly store.Usable[]): Promise<void> {
  const fresh = bodies.filter(({ is_temporary }) => is_temporary)
  if (fresh.length === 0) return
  const ids = fresh.map(({ id }) => id)
  await Promise.all([store.saveUsed(ctx.db, ids), charge(ctx, fresh.map(chargeFor))])
}

/** Bodies that no file version uses any more are removed by the next sweep. */
export async function releaseBodies(ctx: Context, hashes: readonly string[]): Promise<void> {
  const released = await store.releaseUnused(ctx.db, hashes, ctx.now())
  await charge(ctx, released.map(chargeFor), -1)
}

export const chargeFor = ({ size, created_by }: { size: number; created_by: string }) => ({
  user: created_by,
  bytes: size,
})

export const noBody = (hash: string) =>
  invalid(
    `there is no uploaded file with the hash ${hash}: it was never sent, or its 60 minutes are over`,
  )

/** Longer than any work on a body takes. */
const HELD = 30 * 24 * 60 * MINUTE

/** Extends the lifetime of a temporary body while it is being used, and returns until when. */
export async function holdBody(ctx: Context, hash: string): Promise<Date> {
  const now = ctx.now()
  const until = new Date(now.getTime() + HELD)
  const body = await store.holdBody(ctx.db, hash, { now, until })
  if (!body || !isOwn(ctx, body)) throw noBody(hash)
  return until
}

/** Ends the extension: a body that is still temporary has its 60 minutes again. */
export const unholdBody = (ctx: Context, hash: string) =>
  store.unholdBody(ctx.db, hash, expiryFrom(ctx.now()))

/** A permanent body, to be read. */
export async function getStored(ctx: Context, hash: string): Promise<RecordedBody> {
  const body = await findStored(ctx, hash)
  if (!body) throw new Error(`the body ${hash} is gone`)
  return body
}

/** A stored body, to be read; undefined if it is gone. */
export async function findStored(ctx: Context, hash: string): Promise<RecordedBody | undefined> {
  return toRecorded(await store.findBody(ctx.db, hash))
}

function toRecorded(body: store.Body | undefined): RecordedBody | undefined {
  if (!body?.object || !body.sha256 || body.state !== 'stored') return undefined
  const { object, size, sha256 } = body
  return { object, size, sha256 }
}

/** What a body says, or why nobody can tell; kept once. */
export const keepText = (ctx: Context, hash: string, text: store.BodyText): Promise<number> =>
  store.saveText(ctx.db, hash, text)

/** A body that the caller may use, to be read. */
export async function getUsable(ctx: Context, hash: string): Promise<RecordedBody> {
  const body = await store.findBody(ctx.db, hash)
  const isOver = body?.expires_at && body.expires_at <= ctx.now()
  const recorded = toRecorded(body)
  if (!body || !recorded || isOver || !isOwn(ctx, body)) throw noBody(hash)
  return recorded
}

const BATCH = 500

/** Deletes expired bodies, then unused objects in the store, and updates the usage totals. */
export async function sweepBodies(job: Pick<Job, 'write'>): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    count = await job.write(async (ctx) => {
      const ids = await store.lockExpired(ctx.db, ctx.now(), BATCH)
      await discard(ctx, ids)
      return ids.length
    })
  }
  for (let count = BATCH; count === BATCH; ) count = await sweepObjects(job)
  await job.write((ctx) => addUpUsage(ctx.db))
}

async function discard(ctx: Context, ids: string[]): Promise<void> {
  await store.discardBodies(ctx.db, ids, ctx.now())
  for (const id of ids) {
    await ctx.emit({ type: 'disk.body.expired', object: `body:${id}`, data: {} })
  }
}

/** An expired object cannot be claimed any more, so it is deleted outside any transaction. */
async function sweepObjects(job: Pick<Job, 'write'>): Promise<number> {
  const found = await job.write(async (ctx) => ({
    objects: await garbage.listGarbage(ctx.db, ctx.now(), BATCH),
    files: ctx.files,
  }))
  for (const object of found.objects) await found.files.delete(object)
  await job.write((ctx) => garbage.deleteGarbage(ctx.db, found.objects))
  return found.objects.length
}
