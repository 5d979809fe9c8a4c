import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '../../lib/errors.ts'
import {
  type ByteRange,
  ObjectMissing,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts'

export type Fault = 'missing' | 'damaged'

/** A file body as recorded in the database. */
export type RecordedBody = StoredObject & {
  object: string
  /** A fault was found before: the whole body is verified before the first byte is sent. */
  isSuspect?: boolean
}

/** The store of file bodies; verifies what it reads against the recorded size and checksum. */
export type FileStore = ObjectStore & {
  /**
   * The content, verified while it is read: the stream fails before its last piece if the body is damaged. For a
   * range only the number of bytes is verified. Fails with a `BodyFault`.
   */
  read(body: RecordedBody, range?: ByteRange): Promise<Readable>
  /** Reads and verifies the whole body; undefined if it is intact. */
  examine(body: RecordedBody): Promise<Fault | undefined>
}

const TEXTS: Record<Fault, string> = {
  missing: 'the content of this file is missing in the file store',
  damaged: 'the stored content of this file is damaged',
}

/** The stored state is wrong, not the request. */
export class BodyFault extends AppError {
  readonly fault: Fault
  constructor(fault: Fault, cause: unknown) {
    super('gone', `${TEXTS[fault]}: an administrator can restore it from a backup`, { cause })
    this.fault = fault
  }
}

/** The result of verifying a body: its fault, or undefined if it is intact. */
export type Notice = (object: string, fault: Fault | undefined) => void

export function fileStore(store: ObjectStore, notice: Notice = () => undefined): FileStore {
  const noted = (object: string, error: unknown): unknown => {
    const fault = faultOf(error)
    if (!fault) return error
    notice(object, fault)
    return new BodyFault(fault, error)
  }
  return {
    ...store,
    read: async (body, range) => {
      if (body.isSuspect) await requireSound(store, body, notice)
      return open(store, body, { range, toError: (error) => noted(body.object, error) })
    },
    examine: (body) => examine(store, body),
  }
}

async function requireSound(store: ObjectStore, body: RecordedBody, notice: Notice) {
  const fault = await examine(store, body)
  notice(body.object, fault)
  if (fault) throw new BodyFault(fault, new ObjectDamaged(body.object))
}

async function examine(store: ObjectStore, body: RecordedBody): Promise<Fault | undefined> {
  try {
    for await (const _ of compared(await store.open(body.object), body));
    return undefined
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    return fault
  }
}

type Opening = { range: ByteRange | undefined; toError: (error: unknown) => unknown }

/** Reads the first piece before answering, so that small bodies are verified by then. */
async function open(
  store: ObjectStore,
  body: RecordedBody,
  { range, toError }: Opening,
): Promise<Readable> {
  const isWhole = !range || (range.start === 0 && range.end >= body.size)
  try {
    const source = await store.open(body.object, isWhole ? undefined : range)
    const pieces = isWhole ? compared(source, body) : counted(source, body.object, range)
    return inPieces(pieces, { first: await pieces.next(), source, toError })
  } catch (error) {
    throw toError(error)
  }
}

type Pieces = AsyncGenerator<Buffer>

async function* compared(content: Readable, { object, size, sha256 }: RecordedBody): Pieces {
  const hash = createHash('sha256')
  let passed = 0
  let last: Buffer | undefined
  for await (const piece of content) {
    hash.update(piece)
    passed += piece.length
    if (passed > size) throw new ObjectDamaged(object)
    if (last) yield last
    last = piece
  }
  if (passed !== size || !hash.digest().equals(sha256)) throw new ObjectDamaged(object)
  if (last) yield last
}

async function* counted(content: Readable, object: string, { start, end }: ByteRange): Pieces {
  let passed = 0
  for await (const piece of content) {
    passed += piece.length
    yield piece
  }
  if (passed !== end - start) throw new ObjectDamaged(object)
}

type Reading = {
  first: IteratorResult<Buffer>
  source: Readable
  toError: (error: unknown) => unknown
}

function inPieces(pieces: Pieces, { first, source, toError }: Reading): Readable {
  let ready: IteratorResult<Buffer> | undefined = first
  const next = async () => {
    const { value, done } = ready ?? (await pieces.next())
    ready = undefined
    return done ? null : value
  }
  return new Readable({
    highWaterMark: source.readableHighWaterMark,
    read() {
      next().then(
        (piece) => this.push(piece),
        (error) => this.destroy(toError(error) as Error),
      )
    },
    destroy(error, done) {
      source.destroy()
      done(error)
    },
  })
}

class ObjectDamaged extends Error {
  constructor(name: string) {
    super(`the object ${name} of the file store is not what was stored`)
  }
}

/** Undefined for other errors: an unreachable store says nothing about its objects. */
function faultOf(error: unknown): Fault | undefined {
  if (error instanceof ObjectMissing) return 'missing'
  return error instanceof ObjectDamaged ? 'damaged' : undefined
}
