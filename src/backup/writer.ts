import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'

const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** Writes entries one after another, with backpressure. */
export class ArchiveWriter {
  readonly #pack = pack()
  readonly #time: Date
  readonly #written: Promise<void>
  readonly #failed: Promise<never>

  constructor(target: Writable, time: Date) {
    this.#time = time
    this.#written = pipeline(this.#pack, createZstdCompress(COMPRESSION), target)
    this.#failed = this.#written.then(() => new Promise<never>(() => undefined))
    this.#failed.catch(() => undefined)
  }

  async add(name: string, content: string | Buffer): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      const header = { name, mode: 0o600, mtime: this.#time }
      this.#pack.entry(header, Buffer.from(content), (error) => (error ? reject(error) : resolve()))
    })
    await this.#orFailure(added)
  }

  /** The size is written first, so it must be known and correct. */
  async addStream(name: string, size: number, content: Readable): Promise<void> {
    const entry = this.#pack.entry({ name, size, mode: 0o600, mtime: this.#time })
    await this.#orFailure(pipeline(content, entry))
  }

  async close(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  /** The first error, such as a full disk, rather than its consequences. */
  async #orFailure(step: Promise<void>): Promise<void> {
    try {
      await Promise.race([step, this.#failed])
    } catch (error) {
      await Promise.race([this.#failed, new Promise((resolve) => setImmediate(resolve))])
      throw error
    }
  }
}
