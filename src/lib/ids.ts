import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Time-ordered, so that new rows land at the end of every index; those of one node only go up. */
export function newId(): string {
  const random = nextRandom()
  const now = Date.now()
  if (now > last.msecs) last = { msecs: now, seq: firstSequence(random) }
  else last = { msecs: last.msecs, seq: last.seq + 1 }
  return v7({ random, ...last })
}

/** Within a millisecond ids count up, from a random start that leaves room for it. */
let last = { msecs: 0, seq: 0 }
const firstSequence = (random: Uint8Array) =>
  new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1

const RANDOM = 16
/** Asking the system for many bytes costs hardly more than asking for a few. */
const pool = new Uint8Array(256 * RANDOM)
let used = pool.length

function nextRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += RANDOM
  return pool.subarray(used - RANDOM, used)
}

const SERIES = 1000
const TAIL = 12

/**
 * Generates ordered ids in bulk, ten times faster than one by one: they count up from a random start, as
 * RFC 9562 allows.
 */
export class IdSeries {
  #head = ''
  #next = 0
  #left = 0

  next(): string {
    if (this.#left === 0) this.#begin()
    this.#left--
    return this.#head + (this.#next++).toString(16).padStart(TAIL, '0')
  }

  /** Starts in the lower half, so that there is room for counting. */
  #begin(): void {
    const id = newId()
    this.#head = id.slice(0, -TAIL)
    this.#next = Math.floor(Number.parseInt(id.slice(-TAIL), 16) / 2)
    this.#left = SERIES
  }
}

export const isId = (text: string): boolean => UUID.test(text)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The owner of objects created by the system. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** System groups, created by the first migration. */
export const ADMINISTRATORS = '00000000-0000-7000-8000-000000000001'
export const ALL_USERS = '00000000-0000-7000-8000-000000000002'

/** System directories, created by a migration. */
export const SHARED_FILES = '00000000-0000-7000-8000-000000000010'
export const RECYCLE_BIN = '00000000-0000-7000-8000-000000000012'
