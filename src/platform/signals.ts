import type pg from 'pg'
import { type Connection, connectClient } from './db/db.ts'
import type { Log } from './log.ts'

export const CHANNEL = 'kontor'
const LONGEST_WAIT = 5_000

type Listener = () => void

/**
 * Hears the signals of all nodes. While the line to the database is down nothing can be heard, so
 * `isHearing` is false and nobody may trust what they remember; when it is back, everything counts
 * as changed.
 */
export class Signals {
  isHearing = false
  readonly #connection: Connection
  readonly #log: Log
  readonly #listeners = new Map<string, Set<Listener>>()
  #client: pg.Client | undefined
  #stopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(connection: Connection, log: Log) {
    this.#connection = connection
    this.#log = log
  }

  on(topic: string, listener: Listener): void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
  }

  async start(): Promise<void> {
    const client = await connectClient(this.#connection)
    client.on('notification', ({ payload }) => this.tell(payload ?? ''))
    client.once('end', () => this.#lost())
    client.once('error', () => client.end().catch(() => undefined))
    await client.query(`listen ${CHANNEL}`)
    this.#client = client
    this.isHearing = true
    for (const topic of this.#listeners.keys()) this.tell(topic)
  }

  /** Tells this node alone; the others are told by the database. */
  tell(topic: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  #lost(): void {
    this.isHearing = false
    this.#client = undefined
    if (!this.#stopped) this.#retry(100)
  }

  #retry(wait: number): void {
    this.#timer = setTimeout(() => {
      this.start().catch((error: unknown) => {
        this.#log.warn({ err: error }, 'cannot listen to the database, trying again')
        if (!this.#stopped) this.#retry(Math.min(wait * 2, LONGEST_WAIT))
      })
    }, wait)
    this.#timer.unref()
  }
}
