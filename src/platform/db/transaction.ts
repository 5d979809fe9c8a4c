import type pg from 'pg'
import { unavailable } from '../../lib/errors.ts'
import { type Db, makeDb } from './db.ts'
import { isOutdated, isReadOnly } from './errors.ts'
import type { Sql } from './sql.ts'
import { toQuery } from './to-query.ts'

type Begun = { client: pg.PoolClient; answer: Promise<unknown> }

/**
 * One transaction on one connection, started by its first statement. BEGIN is sent together with that
 * statement, and `commit` sends the last statements together with COMMIT, so that a small write takes two
 * round trips instead of four.
 */
export class Transaction {
  readonly db: Db
  readonly #pool: pg.Pool
  #begun: Promise<Begun> | undefined
  #isOver = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.db = makeDb((query) => this.#execute(query), true)
  }

  async commit(last: readonly Sql[]): Promise<void> {
    if (!this.#begun && last.length === 0) return this.#end()
    const { client, answer } = await this.#begin()
    this.#end()
    const answers = [
      answer,
      ...last.map((each) => client.query(toQuery(each))),
      client.query('commit'),
    ]
    const settled = await Promise.allSettled(answers)
    const failed = settled.find((each) => each.status === 'rejected')
    const end = settled.at(-1) as PromiseFulfilledResult<pg.QueryResult>
    if (!failed && end.value.command === 'COMMIT') return client.release()
    await release(client, failed?.reason)
    throw failed?.reason ?? new Error('the transaction was rolled back by the database')
  }

  /** Does nothing after `commit`: the connection may have another user by then. */
  async rollback(reason: unknown): Promise<void> {
    if (this.#isOver) return
    this.#end()
    const begun = await this.#begun?.catch(() => undefined)
    if (begun) await release(begun.client, reason)
  }

  #end(): void {
    this.#isOver = true
  }

  async #execute(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const { client } = await this.#begin()
    try {
      return await client.query(query)
    } catch (error) {
      if (!isReadOnly(error)) throw error
      throw unavailable('the database is read-only at the moment, try again', error)
    }
  }

  async #begin(): Promise<Begun> {
    if (this.#isOver) throw new Error('the transaction is over: a statement was not awaited')
    this.#begun ??= this.#connect()
    return this.#begun
  }

  async #connect(): Promise<Begun> {
    const client = await this.#pool.connect()
    // Not awaited: the next statement is sent right after it.
    const answer = client.query('begin read write')
    answer.catch(() => undefined)
    return { client, answer }
  }
}

/** Returns the connection to the pool, or closes it if it is not clean. */
async function release(client: pg.PoolClient, reason: unknown): Promise<void> {
  try {
    await client.query('rollback')
    client.release(isOutdated(reason))
  } catch (error) {
    client.release(error as Error)
  }
}
