import type pg from 'pg'
import { Turns } from '../../workers/turns.ts'
import { type Limits, QueryWatchdog } from './query-watchdog.ts'

/** What statements and transactions need of a pool. */
export type Connections = {
  /** The caller releases the connection. */
  connect(): Promise<pg.PoolClient>
  query(query: pg.QueryConfig): Promise<pg.QueryResult>
}

/** Who uses connections. */
export type PoolUser = Limits & {
  /** The person, or the address of an anonymous caller; absent = the server itself. */
  owner?: string | undefined
}

/** How many connections there are, and how many requests of one person may wait for one. */
type Sizes = { size: number; queue?: number | undefined }

const PATIENCE = {
  milliseconds: 10_000,
  message: 'every database connection is busy, try again',
}

/** A pool in which one user holds at most a quarter of the connections while others are active. */
export class SharedPool {
  readonly #pool: pg.Pool
  readonly #turns: Turns

  constructor(pool: pg.Pool, { size, queue = Number.POSITIVE_INFINITY }: Sizes) {
    const quarter = Math.max(1, Math.floor(size / 4))
    this.#pool = pool
    this.#turns = new Turns({
      name: 'requests to the database',
      size,
      queue: Number.POSITIVE_INFINITY,
      each: { size: quarter, queue, alone: size - quarter, busy: 1 },
      patience: PATIENCE,
    })
  }

  /** The number of waiters. */
  get waiting(): number {
    return this.#turns.waiting
  }

  for(user: PoolUser): Connections {
    return { connect: () => this.#connect(user), query: (query) => this.#query(user, query) }
  }

  async #connect(user: PoolUser): Promise<pg.PoolClient> {
    const client = await this.#take(user)
    const { left } = user
    const watch = left && new QueryWatchdog(client, { left })
    const { release } = client
    client.release = (error) => {
      watch?.end()
      release(error || Boolean(watch?.reason))
      this.#turns.leave(user.owner)
    }
    return client
  }

  async #query(user: PoolUser, query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.#take(user)
    const watch = user.left || user.milliseconds ? new QueryWatchdog(client, user) : undefined
    try {
      const result = await client.query(query)
      client.release(Boolean(watch?.reason))
      return result
    } catch (error) {
      client.release(error as Error)
      throw watch?.reason ?? error
    } finally {
      watch?.end()
      this.#turns.leave(user.owner)
    }
  }

  async #take({ owner, left }: PoolUser): Promise<pg.PoolClient> {
    const entered = this.#turns.enter(owner, left)
    if (entered !== undefined) await entered
    try {
      return await this.#pool.connect()
    } catch (error) {
      this.#turns.leave(owner)
      throw error
    }
  }
}
