import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { ObjectMissing, type ObjectStore, type StoredObject } from './object-store.ts'

/**
 * Objects as files in a folder, spread over 256 folders by the end of their names, which for ids
 * is random. What is still being written lies in a folder beside it, so that a backup never meets
 * half an object.
 */
export function localStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name.slice(-2), name)
  const unfinished = `${folder}-unfinished`
  return {
    put: async (name, content) => {
      const path = pathOf(name)
      const draft = join(unfinished, name)
      await mkdir(unfinished, PRIVATE)
      try {
        const stored = await writeDraft(draft, content)
        await mkdir(dirname(path), PRIVATE)
        await rename(draft, path)
        await syncFolders(dirname(path), folder)
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
      if (!range) return file.createReadStream()
      if (range.end > range.start) {
        return file.createReadStream({ start: range.start, end: range.end - 1 })
      }
      await file.close()
      return Readable.from([])
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

const PRIVATE = { recursive: true, mode: 0o700 }

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function writeDraft(path: string, content: AsyncIterable<Uint8Array>): Promise<StoredObject> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'w')
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.byteLength
      await writeAll(file, chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest() }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength; ) {
    at += (await file.write(chunk, at)).bytesWritten
  }
}

/** A name is on the disk only when its folder is. */
async function syncFolders(...folders: string[]): Promise<void> {
  for (const folder of folders) {
    const handle = await open(folder)
    await handle.sync().finally(() => handle.close())
  }
}
