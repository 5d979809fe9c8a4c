import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createInflateRaw } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { AppError, invalid } from '../../lib/errors.ts'

const DEFLATE = 8
const INFLATED = 128 * 1024
const MOST_ENTRIES = 10_000
/** The metadata of a workbook is small; more is an attack. */
const LARGEST_DESCRIPTION = 32 * 1024 ** 2

/** The files inside a workbook. */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  static async open(path: string): Promise<Archive> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
        error ? reject(damaged(error)) : resolve(opened),
      )
    })
    return new Archive(zip, await listEntries(zip))
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Sizes are compared with those declared in the archive, while reading. */
  async stream(name: string, largest: number): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (!entry) throw invalid(`the file is not a complete XLSX workbook: ${name} is missing`)
    if (entry.isEncrypted())
      throw invalid('the workbook is protected by a password: save it without one')
    if (entry.uncompressedSize > largest) {
      throw invalid(`${name} in the workbook has more than ${largest} bytes`)
    }
    const options = entry.compressionMethod === DEFLATE ? { decompress: false } : {}
    const packed = await new Promise<Readable>((resolve, reject) => {
      this.#zip.openReadStream(entry, options, (error, stream) =>
        error ? reject(damaged(error)) : resolve(stream),
      )
    })
    if (entry.compressionMethod !== DEFLATE) return packed
    return Readable.from(inflate(packed, entry.uncompressedSize), { objectMode: false })
  }

  async read(name: string): Promise<string> {
    return inWords(async () => text(await this.stream(name, LARGEST_DESCRIPTION)))
  }

  close(): void {
    this.#zip.close()
  }
}

/** In larger chunks than yauzl uses: each one is a round trip to the thread pool. */
async function* inflate(packed: Readable, size: number): AsyncGenerator<Buffer> {
  const inflated = createInflateRaw({ chunkSize: INFLATED })
  // Errors are handled below.
  pipeline(packed, inflated, () => undefined)
  let length = 0
  for await (const piece of inflated) {
    length += piece.length
    if (length > size) break
    yield piece
  }
  if (length !== size) throw damaged(new Error(`a part does not have the declared ${size} bytes`))
}

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('error', (error) => reject(damaged(error)))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) {
        return reject(invalid(`the workbook has ${JSON.stringify(entry.fileName)} twice`))
      }
      entries.set(entry.fileName, entry)
      if (entries.size > MOST_ENTRIES) return reject(invalid('the workbook has too many parts'))
      zip.readEntry()
    })
    zip.readEntry()
  })
}

const damaged = (error: Error) =>
  invalid(`the file is not an XLSX workbook, or is damaged: ${error.message}`)

/** Turns errors of the archive into errors about the file. */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error as Error)
  }
}
