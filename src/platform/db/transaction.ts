import type pg from 'pg'
import { unavailable } from '../../lib/errors.ts'
import { describeStatement } from '../telemetry/describe-span.ts'
import { traced } from '../telemetry/span.ts'
import { type Db, makeDb, types } from './db.ts'
import { isOutdated, isReadOnly } from './errors.ts'
import type { Connections } from './shared-pool.ts'
import type { Sql } from './sql.ts'
import { type Answer, type Member, StatementGroup } from './statement-group.ts'
import { toQuery } from './to-query.ts'

const BEGIN: pg.QueryConfig = { name: 'begin', text: 'begin read write' }
const BEGIN_READING: pg.QueryConfig = { name: 'begin_reading', text: 'begin read only' }
const OVER = 'the transaction is over: a statement was not awaited'
const COMMIT = { name: 'commit', text: 'commit' } satisfies pg.QueryConfig

/**
 * One transaction on one connection, started by its first statement. Statements of one tick are sent as
 * one group: BEGIN with the first of them, the last ones with COMMIT, and everything at once if nothing
 * waited for an answer in between.
 */
export class Transaction {
  readonly db: Db
  readonly #pool: Pick<Connections, 'connect'>
  readonly #begin: pg.QueryConfig
  #client: Promise<pg.PoolClient> | undefined
  #waiting: Member[] = []
  #isOver = false
  /** False if BEGIN failed. */
  #isBegun = true

  /** A standby refuses read-write transactions. */
  constructor(pool: Pick<Connections, 'connect'>, { isReading = false } = {}) {
    this.#pool = pool
    this.#begin = isReading ? BEGIN_READING : BEGIN
    this.db = makeDb((query) => this.#execute(query), true)
  }

  async commit(last: readonly Sql[]): Promise<void> {
    this.#requireOpen()
    if (!this.#client && last.length === 0) return this.#end()
    return traced(describeStatement(COMMIT.text), () => this.#commit(last))
  }

  async #commit(last: readonly Sql[]): Promise<void> {
    const answers = [...last.map((each) => toQuery(each)), COMMIT].map((query) => this.#send(query))
    this.#end()
    const settled = await Promise.allSettled(answers)
    const client = await this.#client
    const failed = settled.find((each) => each.status === 'rejected')
    const end = settled.at(-1) as PromiseFulfilledResult<Answer>
    if (!failed && end.value.command === 'COMMIT') return client?.release()
    if (client) await release(client, this.#isUseless(failed?.reason))
    throw (
      toUnavailable(failed?.reason) ?? new Error('the transaction was rolled back by the database')
    )
  }

  /** Does nothing after `commit`: the connection may have another user by then. */
  async rollback(reason: unknown): Promise<void> {
    if (this.#isOver) return
    this.#end()
    const client = await this.#client?.catch(() => undefined)
    const isUseless = this.#isUseless(reason)
    // Others may wait for these, such as a cache shared by many requests.
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(OVER))
    if (client) await release(client, isUseless)
  }

  /** Whether the next transaction on this connection would fail too. */
  #isUseless(reason: unknown): boolean {
    return !this.#isBegun || isOutdated(reason)
  }

  #requireOpen(): void {
    if (this.#isOver) throw new Error(OVER)
    if (!this.#isBegun) throw new Error('the transaction did not begin')
  }

  #end(): void {
    this.#isOver = true
  }

  async #execute(query: pg.QueryConfig): Promise<Answer> {
    this.#requireOpen()
    try {
      return await this.#send(query)
    } catch (error) {
      // Uses the stack of the caller instead of one that ends in the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw toUnavailable(error)
    }
  }

  #send(query: pg.QueryConfig): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, resolve, reject })
      if (this.#waiting.length === 1) void this.#sendSoon()
    })
  }

  async #sendSoon(): Promise<void> {
    try {
      this.#client ??= this.#connect()
      const client = await this.#client
      process.nextTick(() => this.#sendWaiting(client))
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    }
  }

  #sendWaiting(client: pg.PoolClient): void {
    const members = this.#waiting.splice(0)
    for (let first = 0, next = 0; first < members.length; first = next) {
      const isPlain = isScript(members[first] as Member)
      next = first + 1
      if (isPlain) {
        sendAlone(client, members[first] as Member)
        continue
      }
      while (next < members.length && !isScript(members[next] as Member)) next++
      client.query(new StatementGroup(members.slice(first, next), types.getTypeParser))
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect()
    // Nothing may follow a failed BEGIN; statements sent with it fail for the same reason.
    this.#waiting.unshift({
      query: this.#begin,
      resolve: () => undefined,
      reject: () => {
        this.#isBegun = false
      },
    })
    return client
  }
}

/** A read-only server was the primary a moment ago, or soon will be. */
const toUnavailable = (error: unknown): unknown =>
  isReadOnly(error)
    ? unavailable('the database is read-only at the moment, try again', error)
    : error

/** Text without values may hold several statements, which only the simple protocol takes. */
const isScript = ({ query: { name, values } }: Member) => !name && !values?.length

const sendAlone = (client: pg.PoolClient, { query, resolve, reject }: Member) =>
  client
    .query(query)
    .then(({ command, rows, rowCount }) => resolve({ command, rows, rowCount: rowCount ?? 0 }))
    .catch(reject)

/** Returns the connection to the pool, or closes it if it is not clean. */
async function release(client: pg.PoolClient, isUseless: boolean): Promise<void> {
  try {
    await client.query('rollback')
    client.release(isUseless)
  } catch (error) {
    client.release(error as Error)
  }
}
