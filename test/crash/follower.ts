import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, connectClient, type Db, makeDb } from '../../src/platform/db/db.ts'
import { readEvents, START, type StoredEvent } from '../../src/platform/events.ts'

const BATCH = 500
const TIMEOUT = 60_000

/** Reads the event log while it is written, and continues after a crash. */
export class Follower {
  readonly events: StoredEvent[] = []
  #cursor = START
  #isStopping = false
  #following: Promise<void> = Promise.resolve()

  follow(connection: Connection): void {
    this.#following = this.#follow(connection)
  }

  /** Goes on by itself after a lost connection. */
  followAlways(connection: Connection): void {
    const follow = async () => {
      while (!this.#isStopping) {
        await this.#follow(connection)
        await pause(100)
      }
    }
    this.#following = follow()
  }

  /** Returns when it has read `count` events of the type and there are no more. */
  async stop(connection: Connection, type: string, count: number): Promise<void> {
    this.#isStopping = true
    await this.#following
    await using(connection, async (db) => {
      const end = Date.now() + TIMEOUT
      const isMissing = () => this.events.filter((event) => event.type === type).length < count
      while ((await this.#read(db)) > 0 || (isMissing() && Date.now() < end)) await pause(5)
    })
  }

  async #follow(connection: Connection): Promise<void> {
    try {
      await using(connection, async (db) => {
        while (!this.#isStopping) if ((await this.#read(db)) === 0) await pause(5)
      })
    } catch {
      // The server was killed: `follow` is called again with the next one.
    }
  }

  async #read(db: Db): Promise<number> {
    const { events, cursor } = await readEvents(db, this.#cursor, BATCH)
    this.events.push(...events)
    this.#cursor = cursor
    return events.length
  }
}

/** Reads the whole log. */
export const readLog = (connection: Connection): Promise<StoredEvent[]> =>
  using(connection, async (db) => {
    const log: StoredEvent[] = []
    for (let next = START; ; ) {
      const { events, cursor } = await readEvents(db, next, BATCH)
      if (events.length === 0) return log
      log.push(...events)
      next = cursor
    }
  })

async function using<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await connectClient(connection)
  try {
    return await work(makeDb((query) => client.query(query)))
  } finally {
    await client.end()
  }
}
