import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { conflict, invalid } from '../lib/errors.ts'
import { isMissing, makeFolder, syncFolder } from '../platform/files/disk.ts'
import type { RecordedBody } from '../platform/files/file-store.ts'
import { ObjectMissing, type ObjectStore } from '../platform/files/object-store.ts'
import { FILES, type FilesSum } from './format.ts'
import { amount, type Progress } from './progress.ts'
import type { ArchiveWriter } from './writer.ts'

/** The count, size and checksum of the files, in the order of the archive. */
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

/** A file body in an archive. */
type Body = {
  /** Relative to the folder of files. */
  path: string
  size: number
  /** Undefined if the body was deleted while the archive was written. */
  open(): Promise<Readable | undefined>
}

/** Told of each body that was written. */
export type OnBody = (body: RecordedBody) => Promise<void>

/** Bodies are immutable, so no lock is needed. */
export async function writeFiles(
  archive: ArchiveWriter,
  bodies: AsyncIterable<Body>,
  { progress, onBody }: { progress: Progress; onBody?: OnBody | undefined },
): Promise<FilesSum> {
  const counter = new FilesCounter()
  for await (const { path, size, open } of bodies) {
    const content = await open()
    if (!content) continue
    const name = `${FILES}${path}`
    const hash = createHash('sha256')
    await archive.addStream(name, size, hashed(content, hash))
    await onBody?.({ object: basename(path), size, sha256: hash.copy().digest() })
    counter.add(name, size, hash)
    progress.at('files', counter.bytes)
  }
  if (counter.count > 0) progress.done('files', amount(counter.count, 'file'))
  return counter.sum()
}

/** All bodies in a folder, which need not exist. */
export async function* bodiesIn(folder: string): AsyncGenerator<Body> {
  for await (const path of listFiles(folder)) {
    const size = await sizeOf(path)
    if (size === undefined) continue
    yield {
      path: relative(folder, path).split(sep).join('/'),
      size,
      open: async () =>
        size === 0 ? Readable.from([]) : createReadStream(path, { end: size - 1 }),
    }
  }
}

/** All bodies in a store, under the paths they would have in a folder. */
export async function* bodiesOf(store: ObjectStore): AsyncGenerator<Body> {
  for await (const { name, size } of store.list()) {
    const open = () =>
      store.open(name).catch((error: unknown) => {
        if (error instanceof ObjectMissing) return undefined
        throw error
      })
    yield { path: `${name.slice(-2)}/${name}`, size, open }
  }
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

/** Undefined if the body was deleted while the archive was written. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function hashed(source: Readable, hash: Hash): Readable {
  const hashing = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  source.on('error', (error) => hashing.destroy(error))
  return source.pipe(hashing)
}

/** The target of the file bodies of an archive. */
export type FilesTarget = {
  readonly counter: FilesCounter
  /** Throws if the target cannot be used. */
  refuseUsed(): Promise<void>
  add(name: string, content: AsyncIterable<Buffer>): Promise<void>
  moveIntoPlace(): Promise<void>
  /** Removes everything that was restored, also after the move. */
  undo(): Promise<void>
  /** Removes what an interrupted restore left behind. */
  clear(): Promise<void>
}

/**
 * Restores bodies into a temporary folder, which is then renamed: all or nothing. The next restore removes
 * what an interrupted one left behind.
 */
export class ArrivingFiles implements FilesTarget {
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
      `the folder ${this.#folder} is not empty: a backup can only be restored into an empty system`,
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

  async undo(): Promise<void> {
    if (this.counter.count > 0) await rm(this.#folder, { recursive: true, force: true })
    await this.clear()
  }

  async clear(): Promise<void> {
    await rm(this.#arriving, { recursive: true, force: true })
  }

  async #makeFolder(folder: string): Promise<void> {
    if (this.#folders.has(folder)) return
    await makeFolder(folder, 0o700)
    this.#folders.add(folder)
  }
}

/** What every file system takes. */
const FILE_NAME = /^[^\\\p{Cc}]{1,200}$/u

/** Refuses names that lead out of the folder. */
export function safeParts(name: string): string[] {
  const parts = name.slice(FILES.length).split('/')
  if (parts.some((part) => ['', '.', '..'].includes(part) || !FILE_NAME.test(part))) {
    throw invalid(`the archive is damaged: "${name}" is not a path inside the files folder`)
  }
  return parts
}
