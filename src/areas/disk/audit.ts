import type { Db } from '../../platform/db/db.ts'
import type { Fault, RecordedBody } from '../../platform/files/file-store.ts'
import type { ObjectStore } from '../../platform/files/object-store.ts'
import type { FaultyBody } from './faults.ts'
import * as faults from './store/faults.ts'

const BATCH = 500

/** Compares objects that somebody reads anyway, such as a backup, with what is recorded of them. */
export class BodyAudit {
  readonly #db: Db
  readonly #damaged: FaultyBody[] = []
  #found = 0
  #batch: RecordedBody[] = []

  constructor(db: Db) {
    this.#db = db
  }

  async add(body: RecordedBody): Promise<void> {
    this.#batch.push(body)
    if (this.#batch.length >= BATCH) await this.#flush()
  }

  /** What is damaged, and what the store does not have although files need it. */
  async finish(store: Pick<ObjectStore, 'find'>): Promise<FaultyBody[]> {
    await this.#flush()
    const missing = await this.#listMissing(store)
    return [...this.#damaged, ...missing.map((object) => ({ object, fault: 'missing' as Fault }))]
  }

  async #flush(): Promise<void> {
    const given = new Map(this.#batch.map((body) => [body.object, body]))
    this.#batch = []
    for (const { object, size, sha256 } of await faults.findRecorded(this.#db, [...given.keys()])) {
      this.#found++
      const body = given.get(object)
      if (body?.size !== size || !body.sha256.equals(sha256)) {
        this.#damaged.push({ object, fault: 'damaged' })
      }
    }
  }

  /** Each is looked for only if there are fewer than there should be: in a bucket that takes long. */
  async #listMissing(store: Pick<ObjectStore, 'find'>): Promise<string[]> {
    if (this.#found >= (await faults.countStored(this.#db))) return []
    const missing: string[] = []
    for (let last: string | undefined = ''; last !== undefined; ) {
      const bodies: RecordedBody[] = await faults.listStored(this.#db, { after: last, most: BATCH })
      const names = bodies.map(({ object }) => object)
      const lost: string[] = []
      for (const name of names) if (!(await store.find(name))) lost.push(name)
      // Asked again: a sweep may have deleted it meanwhile.
      const needed = await faults.findRecorded(this.#db, lost)
      missing.push(...needed.map(({ object }) => object))
      last = names.length === BATCH ? names.at(-1) : undefined
    }
    return missing
  }
}
