import type pg from 'pg'
import { type Db, makeDb } from './db.ts'

/**
 * One transaction on one connection, begun by its first statement. BEGIN is sent together with
 * that statement, and `commit` sends the last statements together with COMMIT, so that a small
 * write waits for the database twice, not four times.
 */
export class Transaction {
  readonly db: Db
  readonly #pool: pg.Pool
  #client: Promise<pg.PoolClient> | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.db = makeDb(async (query) => (await this.#begun()).query(query))
  }

  async commit(last: pg.QueryConfig[]): Promise<void> {
    if (!this.#client && last.length === 0) return
    const client = await this.#begun()
    const answers = [...last.map((query) => client.query(query)), client.query('commit')]
    const settled = await Promise.allSettled(answers)
    const failed = settled.find((answer) => answer.status === 'rejected')
    const end = settled.at(-1)
    if (!failed && end?.status === 'fulfilled' && end.value.command === 'COMMIT') {
      return client.release()
    }
    await release(client)
    throw failed?.reason ?? new Error('the transaction was rolled back by the database')
  }

  async rollback(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    if (client) await release(client)
  }

  #begun(): Promise<pg.PoolClient> {
    this.#client ??= this.#begin()
    return this.#client
  }

  async #begin(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect()
    // Not awaited: the next statement is already on its way. Its own failure shows in that one.
    client.query('begin').catch(() => undefined)
    return client
  }
}

/** Gives the connection back clean, or not at all. */
async function release(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}
