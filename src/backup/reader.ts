import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { type AppError, invalid } from '../lib/errors.ts'

export type Entry = { name: string; content: AsyncIterable<Buffer> }

/** Reads an archive once from start to end; reports where it is damaged. */
export class ArchiveReader {
  readonly #entries: AsyncIterator<TarEntry>
  readonly #read: Promise<void>
  #position = 0
  #place = 'at its beginning'

  constructor(source: Readable) {
    const unpack = extract()
    this.#entries = unpack[Symbol.asyncIterator]() as AsyncIterator<TarEntry>
    this.#read = pipeline(source, this.#counter(), createZstdDecompress(), unpack)
    this.#read.catch(() => undefined)
  }

  /** The next entry; the unread rest of the previous one is skipped. */
  async next(): Promise<Entry | undefined> {
    const { value, done } = await this.#orDamaged(() => this.#entries.next())
    if (done) return undefined
    const { name, type } = value.header
    this.#place = `in ${name}`
    if (type !== 'file') throw damaged(`${this.#place}: it is a ${type}, expected a file`)
    return { name, content: this.#contentOf(value) }
  }

  async #orDamaged<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (error) {
      throw await this.#damaged(error)
    }
  }

  async *#contentOf(entry: TarEntry): AsyncGenerator<Buffer> {
    const chunks = entry[Symbol.asyncIterator]()
    for (;;) {
      const { value, done } = await this.#orDamaged(() => chunks.next())
      if (done) return
      yield value
    }
  }

  /** The first error rather than its consequences. */
  async #damaged(error: unknown): Promise<unknown> {
    const first = await this.#read.then(
      () => error,
      (reason: unknown) => reason,
    )
    if ((first as NodeJS.ErrnoException).syscall) return first
    const { code } = first as NodeJS.ErrnoException
    if (code === 'ZSTD_error_prefix_unknown')
      return invalid('this is not an archive made by "kontor backup"')
    const where = `near byte ${this.#position}, ${this.#place}`
    return damaged(`${where}: ${inWords(first as Error)}`, first)
  }

  #counter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.#position += chunk.length
        done(null, chunk)
      },
    })
  }
}

type TarEntry = AsyncIterable<Buffer> & { header: { name: string; type?: string } }

export const damaged = (text: string, cause?: unknown): AppError =>
  Object.assign(invalid(`the archive is damaged ${text}`), { cause })

function inWords(error: NodeJS.ErrnoException): string {
  if (error.code === 'Z_BUF_ERROR' || error.message === 'Unexpected end of data')
    return 'it is truncated'
  return error.message.toLowerCase()
}
