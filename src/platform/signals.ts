import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import type { DatabaseClock } from './database-clock.ts'
import { batchingRequests } from './db/batching-socket.ts'
import { type Connection, connectClient, type Db, makeDb, toSet } from './db/db.ts'
import { isLockTimeout, isLost, isOutdated, isOwnTrouble, isStatementTimeout } from './db/errors.ts'
import { withResponseTimeout } from './db/response-timeout.ts'
import type { Log } from './log.ts'
import { BackgroundLoop } from './loops/background-loop.ts'
import { pause } from './loops/sleep.ts'

export const CHANNEL = 'kontor'
/** The delay before a reconnect, so that not all nodes reconnect at once after a restart of the database. */
const REST = 100
/** A silently dead connection is detected after the sum of these two. */
const BEAT = 2_000
const LONGEST_ANSWER = 5_000
/** A server that accepts no connection within this time is dead. */
const LONGEST_CONNECT = 5_000
/** Milliseconds in which buffered data is read before the connection is judged. */
const READING = 50
/** In nanoseconds: if this process was delayed for longer, it cannot judge the server. */
const HELD_UP = 1e9

/**
 * Statements on the shared connection must not wait for locks, must not write, and must not take so long that the
 * connection seems dead.
 */
const SESSION = {
  timezone: 'UTC',
  statement_timeout: '4s',
  lock_timeout: '200ms',
  default_transaction_read_only: 'on',
}
/** More concurrent reads are faster over several connections. */
const MOST_ASKED = 64

type Listener = () => void
type Time = { now: number }
const TIME = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now'

export type SignalsOptions = {
  beat?: number
  /** The server is gone or was replaced: connections opened before that moment must not wait for the old one. */
  onServerLost?: (before: number) => void
  /** Returns a function that tells whether the server has sent anything since now, on any other connection. */
  witness?: () => () => boolean
  /** Called with the time of the database at every heartbeat. */
  clock?: Pick<DatabaseClock, 'measure'>
}

/**
 * Receives the signals of all nodes. While the connection to the database is down, `isConnected` is false
 * and cached values must not be trusted; after a reconnect every topic counts as changed.
 */
export class Signals {
  isConnected = false
  /**
   * Reads committed data over the same connection. For callers inside a transaction: what they see there may
   * be rolled back, and waiting for a second connection of the pool while holding one may deadlock.
   */
  readonly db: Db = makeDb(async (query) => {
    if (!this.#client) throw new Error('Connection terminated')
    return this.#client.query(query)
  })
  /** The number of running quick reads. */
  #asked = 0
  readonly #connection: Connection
  readonly #beat: number
  readonly #onServerLost: (before: number) => void
  readonly #witness: () => () => boolean
  readonly #clock: Pick<DatabaseClock, 'measure'> | undefined
  readonly #watching: BackgroundLoop
  readonly #listeners = new Map<string, Set<Listener>>()
  #client: pg.Client | undefined
  /** The start time of the server, which identifies it. */
  #server: string | undefined
  /** Connections opened before this moment may belong to a lost server. */
  #lostAt = 0
  /** Logged once and not at each attempt to reconnect. */
  #isServerLost = false
  #isStopped = false

  constructor(connection: Connection, log: Log, options: SignalsOptions = {}) {
    this.#connection = connection
    this.#beat = options.beat ?? BEAT
    this.#onServerLost = options.onServerLost ?? (() => undefined)
    this.#witness = options.witness ?? (() => () => false)
    this.#clock = options.clock
    this.#watching = new BackgroundLoop({
      round: () => this.#watch(),
      onFailure: (err) => log.warn({ err }, 'cannot listen to the database, trying again'),
      retryDelay: 100,
    })
  }

  on(topic: string, listener: Listener): void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
  }

  async start(): Promise<void> {
    await this.#connect()
    this.#watching.start()
  }

  async #connect(): Promise<void> {
    const client = await connectClient({
      ...this.#connection,
      connectionTimeoutMillis: LONGEST_CONNECT,
      pipeline: true,
      stream: batchingRequests,
      application_name: 'kontor signals',
    } as Connection)
    client.on('notification', ({ payload }) => this.tell(payload ?? ''))
    try {
      // A proxy may accept the connection for a server that does not answer.
      const [{ rows }] = await withResponseTimeout(client, LONGEST_ANSWER, () =>
        Promise.all([
          client.query<{ server: string }>('select pg_postmaster_start_time()::text as server'),
          client.query(toSet(SESSION)),
          client.query(`listen ${CHANNEL}`),
        ]),
      )
      this.#meet(rows[0]?.server)
      await this.#askTime(client)
    } catch (error) {
      await end(client)
      throw error
    }
    if (this.#isStopped) return end(client)
    client.once('end', () => this.#lost())
    this.#client = client
    this.isConnected = true
    for (const topic of this.#listeners.keys()) this.tell(topic)
  }

  #meet(server: string | undefined): void {
    if (this.#server !== undefined && this.#server !== server) this.#onServerLost(this.#lostAt)
    this.#server = server
    this.#isServerLost = false
  }

  /** Signals this node only; the other nodes get the notification of the database. */
  tell(topic: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener()
  }

  /**
   * Sends a quick read over the shared connection, together with those of other requests: half the system
   * calls on both sides. Returns `undefined` if the caller must use the pool.
   */
  async ask(query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    if (!this.#client || this.#asked >= MOST_ASKED) return undefined
    this.#asked++
    try {
      return await this.#client.query(query)
    } catch (error) {
      const isForPool = isLockTimeout(error) || isStatementTimeout(error) || isOutdated(error)
      if (error instanceof pg.DatabaseError && !isForPool) throw error
      return undefined
    } finally {
      this.#asked--
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.isConnected = false
    if (this.#client) await end(this.#client)
    await this.#watching.stop()
  }

  async #reconnect(): Promise<void> {
    await pause(REST)
    if (this.#isStopped) return
    const begun = performance.now()
    const hasSpoken = this.#witness()
    const delay = monitorEventLoopDelay({ resolution: 100 })
    delay.enable()
    try {
      await this.#connect()
    } catch (error) {
      await pause(READING)
      if (hasSpoken()) this.#isServerLost = false
      else if (isSilence(error) && delay.max < HELD_UP) this.#giveUp(begun)
      throw error
    } finally {
      delay.disable()
    }
  }

  /** Once: later connections have limits of their own, and are closed when the server was replaced. */
  #giveUp(before: number): void {
    this.#lostAt = before
    if (!this.#isServerLost) this.#onServerLost(before)
    this.#isServerLost = true
  }

  async #watch(): Promise<number> {
    if (this.#isStopped) return this.#beat
    if (this.#client) await this.#check(this.#client)
    else await this.#reconnect()
    return this.#beat
  }

  /** A firewall may silently drop an idle connection: only a response proves that it is alive. */
  async #check(client: pg.Client): Promise<void> {
    try {
      await this.#askTime(client)
    } catch (error) {
      await end(client)
      throw error
    }
  }

  async #askTime(client: pg.Client): Promise<void> {
    const measured = this.#clock?.measure()
    const { rows } = await withResponseTimeout(client, LONGEST_ANSWER, () =>
      client.query<Time>(TIME),
    )
    if (rows[0]) measured?.(rows[0].now)
  }

  #lost(): void {
    this.isConnected = false
    this.#client = undefined
    this.#lostAt = performance.now()
    this.#watching.wake()
  }
}

/** A server that refuses has answered: other connections to it may be fine. */
const isSilence = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) && isLost(error) && !isOwnTrouble(error)

const end = (client: pg.Client): Promise<void> => client.end().catch(() => undefined)
