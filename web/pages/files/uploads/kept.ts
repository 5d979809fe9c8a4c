import type { Target } from './sending.ts'

/** An upload that has begun, as it outlives the page. */
export type Kept = {
  hash: string
  name: string
  size: number
  modified: number
  target: Target
  /** Bytes that have arrived. */
  sent: number
  by: string
  at: number
}

const KEY = 'kontor.uploads'
/** The server forgets what is not complete by then. */
const LIFE = 60 * 60_000

export function listKept(by: string): Kept[] {
  return readAll().filter((each) => each.by === by)
}

/** Of all tabs and of everybody who uses this browser. */
function readAll(): Kept[] {
  try {
    const all: Kept[] = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return all.filter(({ at }) => at > Date.now() - LIFE)
  } catch {
    return []
  }
}

function writeAll(all: Kept[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // A browser that keeps nothing uploads all the same, it only cannot go on after a reload.
  }
}

const without = (hash: string) => readAll().filter((each) => each.hash !== hash)

export const keep = (kept: Kept) => writeAll([...without(kept.hash), kept])
export const forget = (hash: string) => writeAll(without(hash))

/** As far as a browser can tell, the same bytes. */
export const isSame = ({ name, size, modified }: Kept, file: File): boolean =>
  name === file.name && size === file.size && modified === file.lastModified
