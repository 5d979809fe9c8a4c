import { Cache } from '../lib/cache.ts'
import type { Db } from './db/db.ts'
import type { Signals } from './signals.ts'

/**
 * Remembers what the database has until the topic is signalled; what it has not is asked again. An
 * answer that was being fetched when the signal came is used once and not kept; with no line to the
 * database nothing is kept. Inside a transaction the answer is what was committed before it.
 */
export class DatabaseCache<Value> {
  readonly #signals: Signals
  readonly #most: number
  #values: Cache<Value | Promise<Value>>

  constructor(signals: Signals, topic: string, most = 10_000) {
    this.#signals = signals
    this.#most = most
    this.#values = new Cache({ most })
    signals.on(topic, () => this.drop())
  }

  /** Forgets everything. Also called by the node that made the change, without waiting for its own signal. */
  drop(): void {
    this.#values = new Cache({ most: this.#most })
  }

  /** What is known is answered at once, without a promise: most requests ask here, and wait for nothing. */
  get(db: Db, key: string, load: (db: Db) => Promise<Value>): Value | Promise<Value> {
    if (!this.#signals.isHearing) return load(db)
    const known = this.#values.find(key)
    if (known !== undefined) return known
    return this.#keep(key, load(db.inTransaction ? this.#signals.db : db))
  }

  #keep(key: string, value: Promise<Value>): Value | Promise<Value> {
    const values = this.#values
    value.then(
      (found) => (found === undefined ? values.delete(key) : values.keep(key, found)),
      () => values.delete(key),
    )
    return values.keep(key, value)
  }
}
