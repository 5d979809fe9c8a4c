import { Cache } from '../lib/cache.ts'
import { type Db, sharedDb } from './db/db.ts'
import type { Signals } from './signals.ts'

/**
 * Caches rows of the database until their topic is signalled; missing rows are not cached. A value that
 * was being fetched when the signal came is used once and not cached; while the connection is down nothing
 * is cached. Inside a transaction the value is the committed one.
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

  /** Also called by the node that made the change, without waiting for its own signal. */
  drop(): void {
    this.#values = new Cache({ most: this.#most })
  }

  /** Returns a cached value directly, without a promise: this is the hot path of most requests. */
  get(db: Db, key: string, load: (db: Db) => Promise<Value>): Value | Promise<Value> {
    if (!this.#signals.isConnected) return load(db)
    const known = this.#values.find(key)
    if (known !== undefined) return known
    return this.#keep(key, load(db.inTransaction ? this.#signals.db : sharedDb(db)))
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
