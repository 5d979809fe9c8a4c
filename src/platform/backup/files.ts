import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { conflict, invalid } from '../../lib/errors.ts'
import { FILES, type FilesSum } from './format.ts'
import { amount, type Progress } from './progress.ts'
import type { ArchiveWriter } from './writer.ts'

/** Adds up names and contents in the order of the archive. */
export class FilesCounter {
  count = 0
  bytes = 0
  readonly #hash = createHash('sha256')

  add(name: string, size: number, content: Hash): void {
    this.count++
    this.bytes += size
    this.#hash.update(`${content.digest('hex')} ${size} ${name}\n`)
  }

  sum(): FilesSum {
    return { count: this.count, bytes: this.bytes, sha256: this.#hash.copy().digest('hex') }
  }
}

/** Bodies never change once they have their name, so they are read without any lock. */
export async function writeFiles(
  archive: ArchiveWriter,
  folder: string,
  progress: Progress,
): Promise<FilesSum> {
  const counter = new FilesCounter()
  for await (const path of listFiles(folder)) {
    const size = await sizeOf(path)
    if (size === undefined) continue
    const name = `${FILES}${relative(folder, path).split(sep).join('/')}`
    const hash = createHash('sha256')
    await archive.addStream(name, size, readExactly(path, size, hash))
    counter.add(name, size, hash)
    progress.at('files', counter.bytes)
  }
  if (counter.count > 0) progress.done('files', amount(counter.count, 'file'))
  return counter.sum()
}

async function* listFiles(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (entry.isFile()) yield join(entry.parentPath, entry.name)
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** Undefined for one that was deleted while the archive was written. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function readExactly(path: string, size: number, hash: Hash): Readable {
  if (size === 0) return Readable.from([])
  const hashing = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const source = createReadStream(path, { end: size - 1 })
  source.on('error', (error) => hashing.destroy(error))
  return source.pipe(hashing)
}

/**
 * Bodies arrive in a folder beside the real one and move there as a whole: all or nothing. What an
 * interrupted restore left is removed by the next.
 */
export class ArrivingFiles {
  readonly counter = new FilesCounter()
  readonly #folder: string
  readonly #arriving: string
  readonly #folders = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
    this.#arriving = `${folder}.restoring`
  }

  async refuseUsed(): Promise<void> {
    const present = await readdir(this.#folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    if (present.length === 0) return
    throw conflict(
      `the folder ${this.#folder} has files: a backup is restored into an empty system`,
    )
  }

  async add(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    const path = join(this.#arriving, ...safeParts(name))
    await this.#makeFolder(dirname(path))
    const hash = createHash('sha256')
    let size = 0
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of content) {
        hash.update(chunk)
        size += chunk.length
        await file.writeFile(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    this.counter.add(name, size, hash)
  }

  async moveIntoPlace(): Promise<void> {
    if (this.counter.count === 0) return
    for (const folder of this.#folders) await syncFolder(folder)
    await rm(this.#folder, { recursive: true, force: true })
    await rename(this.#arriving, this.#folder)
    await syncFolder(dirname(this.#folder))
  }

  /** Back to where nothing had arrived, also after the move. */
  async undo(): Promise<void> {
    if (this.counter.count > 0) await rm(this.#folder, { recursive: true, force: true })
    await this.clear()
  }

  async clear(): Promise<void> {
    await rm(this.#arriving, { recursive: true, force: true })
  }

  async #makeFolder(folder: string): Promise<void> {
    if (this.#folders.has(folder)) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    this.#folders.add(folder)
  }
}

/** No name leads out of the folder. */
function safeParts(name: string): string[] {
  const parts = name.slice(FILES.length).split('/')
  if (parts.some((part) => ['', '.', '..'].includes(part) || part.includes('\\'))) {
    throw invalid(`the archive is damaged: "${name}" is no path inside the folder of files`)
  }
  return parts
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
