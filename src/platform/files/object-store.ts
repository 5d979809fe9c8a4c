import type { Readable } from 'node:stream'

/** The size and the checksum, computed while the object was written. */
export type StoredObject = { size: number; sha256: Buffer }

/** Bytes from `start` (inclusive) to `end` (exclusive). */
export type ByteRange = { start: number; end: number }

/**
 * The store of file bodies. Objects are written once and never changed, so readers need no lock. Names are
 * our own ids, never input of a caller.
 */
export type ObjectStore = {
  /** Atomic: complete and durable when it returns, or not stored at all. The stream is never held in memory. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<StoredObject>
  /** Fails immediately if there is no such object. The caller reads the stream to its end or destroys it. */
  open(name: string, range?: ByteRange): Promise<Readable>
  /** Its size; undefined if there is no such object. */
  find(name: string): Promise<{ size: number } | undefined>
  /** Deleting a missing object is not an error. */
  delete(name: string): Promise<void>
  /** All objects, in any order; those added or deleted meanwhile may be missing. */
  list(): AsyncIterable<{ name: string; size: number }>
  /** An address at which the store itself serves the object for so many seconds, if supported. */
  link?(name: string, answer: LinkedAnswer): Promise<string>
}

export type LinkedAnswer = { disposition: string; type: string; seconds: number }

/** A file that is being uploaded. */
export type Arriving = {
  /** The name from the form; a raw body has none. */
  name: string | undefined
  content: AsyncIterable<Uint8Array>
  /** The maximum size in bytes. */
  largest: number
}

/** The database refers to an object that the store does not have. */
export class ObjectMissing extends Error {
  constructor(name: string, cause?: unknown) {
    super(`the file store has no object ${name}`, { cause })
  }
}
