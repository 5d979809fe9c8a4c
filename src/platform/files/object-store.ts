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
  /** Everything there is, in any order; what comes or goes meanwhile may be missing. */
  list(): AsyncIterable<{ name: string; size: number }>
  /** An address at which the store itself answers the object for so many seconds, if it can. */
  link?(name: string, answer: LinkedAnswer): Promise<string>
}

export type LinkedAnswer = { disposition: string; type: string; seconds: number }

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
