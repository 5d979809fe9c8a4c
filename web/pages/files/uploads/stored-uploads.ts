import type { Target } from './sending.ts'

/** An upload that has begun, as it outlives the page. */
export type StoredUpload = {
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

export function listStored(by: string): StoredUpload[] {
  return readAll().filter((each) => each.by === by)
}

/** Of all tabs and of everybody who uses this browser. */
function readAll(): StoredUpload[] {
  try {
    const all: StoredUpload[] = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return all.filter(({ at }) => at > Date.now() - LIFE)
  } catch {
    return []
  }
}

function writeAll(all: StoredUpload[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // A browser that keeps nothing uploads all the same, it only cannot go on after a reload.
  }
}

const without = (hash: string) => readAll().filter((each) => each.hash !== hash)

export const store = (upload: StoredUpload) => writeAll([...without(upload.hash), upload])
export const forget = (hash: string) => writeAll(without(hash))

/** As far as a browser can tell, the same bytes. */
export const isSame = ({ name, size, modified }: StoredUpload, file: File): boolean =>
  name === file.name && size === file.size && modified === file.lastModified
