import type { Readable } from 'node:stream'

/** What was stored: counted and summed up while it was written. */
export type StoredObject = { size: number; sha256: Buffer }

/** Bytes from `start` up to, not including, `end`. */
export type ByteRange = { start: number; end: number }

/**
 * Where the bodies of files lie. Objects are written once and never changed, so whoever reads one
 * needs no lock. Names are ids of ours, never what a caller sent.
 */
export type ObjectStore = {
  /** Whole and safe on the disk when it answers, or not there at all. The stream is never held in memory. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<StoredObject>
  /** Fails at once when there is no such object. Whoever opens it reads it to its end or destroys it. */
  open(name: string, range?: ByteRange): Promise<Readable>
  /** Its size; undefined when there is none. */
  find(name: string): Promise<{ size: number } | undefined>
  /** Deleting what is not there is no error. */
  delete(name: string): Promise<void>
}

/** A file on its way in. */
export type Arriving = {
  /** As the form names it; a raw body has none. */
  name: string | undefined
  content: AsyncIterable<Uint8Array>
  /** Bytes a file may have. */
  largest: number
}

/** The database knows of an object which the store does not have. */
export class ObjectMissing extends Error {
  constructor(name: string, cause?: unknown) {
    super(`the file store has no object ${name}`, { cause })
  }
}
