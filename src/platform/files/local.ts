import { createHash } from 'node:crypto'
import { type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { Cache } from '../../lib/cache.ts'
import { isMissing, makeFolder, syncFolder } from './disk.ts'
import {
  type ByteRange,
  ObjectMissing,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts'
import { reportPassedBytes } from './pieces.ts'

/**
 * Objects as files, spread over 256 folders by the end of their names, which for ids is random. Files that
 * are still being written are in a separate folder, so that a backup never contains half an object.
 */
export function localStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name.slice(-2), name)
  const unfinished = `${folder}-unfinished`
  /** The folders that exist and are synced to disk. */
  const folders = new Cache<Promise<void>>()
  const ensureFolder = (folder: string) => folders.get(folder, () => makeSyncedFolder(folder))
  return {
    put: async (name, content) => {
      const path = pathOf(name)
      const draft = join(unfinished, name)
      await ensureFolder(unfinished)
      try {
        const stored = await writeDraft(draft, content)
        await ensureFolder(dirname(path))
        await rename(draft, path)
        await syncFolder(dirname(path))
        return stored
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    open: async (name, range) => {
      const file = await open(pathOf(name)).catch((error) => {
        throw isMissing(error) ? new ObjectMissing(name, error) : error
      })
      return readPieces(file, range ?? { start: 0, end: Number.POSITIVE_INFINITY })
    },
    find: async (name) => {
      try {
        return { size: (await stat(pathOf(name))).size }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    delete: async (name) => {
      await rm(join(unfinished, name), { force: true })
      await rm(pathOf(name), { force: true })
    },
    list: () => listFiles(folder),
  }
}

/** Bytes per read; every read goes through the thread pool. */
const PIECE = 256 * 1024

function readPieces(file: FileHandle, { start, end }: ByteRange): Readable {
  let at = start
  const readNext = async (): Promise<Buffer | null> => {
    const wanted = Math.min(PIECE, end - at)
    if (wanted <= 0) return null
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, at)
    at += bytesRead
    reportPassedBytes(bytesRead)
    return bytesRead > 0 ? buffer.subarray(0, bytesRead) : null
  }
  return new Readable({
    highWaterMark: PIECE,
    read() {
      readNext().then(
        (piece) => this.push(piece),
        (error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      file.close().then(() => done(error), done)
    },
  })
}

async function* listFiles(folder: string): AsyncGenerator<{ name: string; size: number }> {
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (!entry.isFile()) continue
      const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
      if (found) yield { name: entry.name, size: found.size }
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const PRIVATE = 0o700

async function writeDraft(path: string, content: AsyncIterable<Uint8Array>): Promise<StoredObject> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'w')
  const writer = new BatchWriter(file)
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.byteLength
      reportPassedBytes(chunk.byteLength)
      await writer.add(chunk)
    }
    await writer.end()
    await file.sync()
  } finally {
    await writer.settle()
    await file.close()
  }
  return { size, sha256: hash.digest() }
}

/** Bytes per write; every write goes through the thread pool. */
const BATCH = 256 * 1024

/** Writes one batch while the next one arrives; at most two are in memory. */
class BatchWriter {
  readonly #file: FileHandle
  #waiting: Uint8Array[] = []
  #size = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(file: FileHandle) {
    this.#file = file
  }

  async add(chunk: Uint8Array): Promise<void> {
    this.#waiting.push(chunk)
    this.#size += chunk.byteLength
    if (this.#size >= BATCH) await this.#flush()
  }

  async end(): Promise<void> {
    await this.#flush()
    await this.#writing
  }

  /** Waits for the last write after a failure, which was reported already. */
  async settle(): Promise<void> {
    await this.#writing.catch(() => undefined)
  }

  async #flush(): Promise<void> {
    await this.#writing
    const chunks = this.#waiting
    this.#waiting = []
    this.#size = 0
    this.#writing = writeAll(this.#file, chunks)
    // The next `add` or `end` reports it.
    this.#writing.catch(() => undefined)
  }
}

async function writeAll(file: FileHandle, chunks: Uint8Array[]): Promise<void> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  if (size === 0) return
  const { bytesWritten } = await file.writev(chunks)
  if (bytesWritten < size) await writeAll(file, [Buffer.concat(chunks).subarray(bytesWritten)])
}

async function makeSyncedFolder(path: string): Promise<void> {
  await makeFolder(path, PRIVATE)
  await syncFolder(dirname(path))
  await syncFolder(dirname(dirname(path)))
}
