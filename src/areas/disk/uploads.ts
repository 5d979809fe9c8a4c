import { AppError, invalid, tooLarge } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import {
  type Arriving,
  ObjectMissing,
  type ObjectStore,
} from '../../platform/files/object-store.ts'
import {
  claimObject,
  expiryFrom,
  lockForUpload,
  type NamedObject,
  saveBody,
  storeObject,
  type Write,
} from './bodies.ts'
import { type ContentRange, extentOf, mayBeWhole, readContentRange } from './content-range.ts'
import * as store from './store/bodies.ts'

/** The minimum size of every part but the last. */
export const SMALLEST_PART = 5 * 1024 ** 2

export type Upload = {
  hash: string
  /** The raw header. */
  range: string | undefined
  write: Write
  receive(): Promise<Arriving>
  /** Gets the name that came with the body, before a byte of it is stored. */
  named?(name: string | undefined): void
  /** Uses the body, in the transaction that completes it. */
  complete?(ctx: Context): Promise<void>
}

/** Receives a whole body or a part of it, and returns whether it is complete. */
export async function receiveBody(ctx: Context, upload: Upload): Promise<boolean> {
  const { hash, write, receive } = upload
  const range = upload.range === undefined ? undefined : readContentRange(upload.range)
  const storing = {
    write,
    begin: (inside: Context) => begin(inside, hash, range),
    content: async () => {
      const { name, content, largest } = await receive()
      upload.named?.(name)
      if (range === undefined || range.size <= largest) return content
      throw tooLarge(`the file is larger than the ${largest} bytes this server accepts`)
    },
  }
  const saved = await storeObject(ctx, storing, (inside, stored) =>
    range === undefined
      ? saveWhole(inside, upload, stored)
      : save(inside, upload, { hash, range, stored }),
  )
  if (saved === 'in parts') await compose(ctx, upload)
  return saved !== false
}

/** Checks the request before the client sends the body. */
async function begin(ctx: Context, hash: string, range: ContentRange | undefined): Promise<void> {
  const body = await lockForUpload(ctx, hash)
  if (!range || mayBeWhole(range) || range.start === 0) return
  requireUpload(body, { hash, range })
}

type UploadPart = { hash: string; range: ContentRange }

function requireUpload(body: store.Body | undefined, { hash, range }: UploadPart): void {
  if (body?.state !== 'uploading') {
    throw invalid(`NoSuchUpload: no upload of ${hash} has begun, or its 60 minutes are over`)
  }
  if (body.size !== range.size) {
    throw invalid(`InvalidPart: the upload of ${hash} has ${body.size} bytes, not ${range.size}`)
  }
}

/** `in parts` if the last missing part has arrived. */
type Saved = boolean | 'in parts'

async function saveWhole(ctx: Context, upload: Upload, stored: NamedObject): Promise<Saved> {
  const before = await lockForUpload(ctx, upload.hash)
  await saveBody(ctx, upload.hash, { stored, isNew: before === undefined })
  await upload.complete?.(ctx)
  return true
}

type Part = UploadPart & { stored: NamedObject }

async function save(ctx: Context, upload: Upload, part: Part): Promise<Saved> {
  const { hash, range, stored } = part
  const { start, end } = extentOf(range, stored.size)
  if (start === 0 && end === range.size) return saveWhole(ctx, upload, stored)
  if (end < range.size && end - start < SMALLEST_PART) {
    throw invalid(
      `EntityTooSmall: a part that others follow has at least ${SMALLEST_PART} bytes, not ${end - start}`,
    )
  }
  await beginParts(ctx, part)
  const parts = await store.listParts(ctx.db, hash)
  if (!parts.some((each) => each.start === start && each.end === end)) {
    if (parts.some((each) => each.start < end && start < each.end)) {
      throw invalid(`InvalidPartOrder: bytes ${start}-${end} overlap a part that is there already`)
    }
    await claimObject(ctx, stored.object)
    await store.insertPart(ctx.db, hash, { start, end, object: stored.object })
    parts.push({ start, end, object: stored.object })
  }
  const present = parts.reduce((sum, each) => sum + each.end - each.start, 0)
  return present === range.size && 'in parts'
}

/** The first part starts an upload, and restarts it if the total size differs. */
async function beginParts(ctx: Context, { hash, range }: UploadPart): Promise<void> {
  const body = await lockForUpload(ctx, hash)
  const expiresAt = expiryFrom(ctx.now())
  const isKnown = body?.state === 'uploading' && body.size === range.size
  if (range.start > 0) requireUpload(body, { hash, range })
  if (isKnown) {
    await store.saveExpiry(ctx.db, hash, expiresAt)
    return
  }
  const now = ctx.now()
  await store.discardBodies(ctx.db, [hash], now)
  const { size } = range
  await store.insertUploading(ctx.db, { id: hash, size, at: now, by: ctx.user.id, expiresAt })
}

/** Joins all parts into one object. Sending the last part again repeats this. */
async function compose(ctx: Context, { hash, write, complete }: Upload): Promise<void> {
  const parts = await store.listParts(ctx.db, hash)
  const content = () => join(ctx.files, parts)
  await storeObject(ctx, { write, content }, async (inside, stored) => {
    const body = await lockForUpload(inside, hash)
    // A concurrent request with the last part has completed it.
    if (body?.state === 'stored') return
    if (body?.size !== stored.size)
      throw invalid('NoSuchUpload: the parts were replaced in the meantime')
    await saveBody(inside, hash, { stored, isNew: false })
    await complete?.(inside)
  })
}

async function* join(files: ObjectStore, parts: store.Part[]): AsyncGenerator<Uint8Array> {
  for (const { object } of parts) {
    try {
      yield* await files.open(object)
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
      const text = 'InvalidPart: a part is gone from the file store, send the file again'
      throw new AppError('invalid', text, { cause: error })
    }
  }
}
