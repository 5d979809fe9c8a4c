import { createHash } from 'node:crypto'
import type { ObjectStore } from '../platform/files/object-store.ts'
import { FilesCounter, type FilesTarget, safeParts } from './files.ts'

/**
 * Restores file bodies into a bucket under their own names. They are invisible until the database refers
 * to them, and an existing one is identical, because names are never reused. So the bucket need not be
 * empty.
 */
export class ArrivingObjects implements FilesTarget {
  readonly counter = new FilesCounter()
  readonly #store: ObjectStore
  readonly #added: string[] = []

  constructor(store: ObjectStore) {
    this.#store = store
  }

  async refuseUsed(): Promise<void> {}

  async add(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    const object = safeParts(name).at(-1) ?? ''
    const hash = createHash('sha256')
    let size = 0
    async function* counted() {
      for await (const chunk of content) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    if (await this.#store.find(object)) for await (const _ of counted());
    else {
      this.#added.push(object)
      await this.#store.put(object, counted())
    }
    this.counter.add(name, size, hash)
  }

  async moveIntoPlace(): Promise<void> {}

  async undo(): Promise<void> {
    for (const object of this.#added) await this.#store.delete(object)
  }

  async clear(): Promise<void> {}
}
