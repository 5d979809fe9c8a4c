import type pg from 'pg'
import { DatabaseError } from 'pg'
import { type Connection, connectClient, connectPool } from '../db/db.ts'
import { isBusy, isLost } from '../db/errors.ts'
import { OpenConnections } from '../db/open-connections.ts'
import { withResponseTimeout } from '../db/response-timeout.ts'
import { SharedPool } from '../db/shared-pool.ts'
import type { Log } from '../log.ts'
import { pause } from '../loops/sleep.ts'
import { SEVERAL, toOneServer } from './one-server.ts'

/** Milliseconds to wait for replay; a standby in the same network is one or two behind. */
const PATIENCE = 100
const LONGEST_ANSWER = 1000
const BEHIND = 'it is behind'
/**
 * Pause for a name that stands for several servers: only another setting helps, but a server may also have just
 * been replaced.
 */
const REST = 60_000

/** Identifies a server within its cluster by its start time. */
export type Server = { cluster: string; began: string }

export const SERVER = `system_identifier::text as cluster, extract(epoch from pg_postmaster_start_time())::text as began`

type State = Server & { standby: boolean; replayed: number | null; seconds: number | null }

/** The state of a standby; positions of the write-ahead log in bytes. */
const STATE = `
  select ${SERVER}, pg_is_in_recovery() as standby,
    (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as replayed,
    extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as seconds
  from pg_control_system()`

export type ReplicaOptions = {
  size: number
  /** How many requests of one person may wait for a connection; absent = no limit. */
  queue?: number
  log: Log
}

/** One standby. It is used while it answers, follows the primary and is not behind. */
export class Replica {
  readonly name: string
  readonly pool: pg.Pool
  readonly connections: SharedPool
  isUsable = false
  /** How far it was behind at the last check. */
  lag = { bytes: 0, seconds: 0 }
  readonly #connection: Connection
  readonly #log: Log
  /** A connection for checks: all others may be busy. */
  readonly #line: pg.Pool
  /** All connections, including those of exports. */
  readonly #open = new OpenConnections()
  #replayed = 0
  #asking: Promise<State> | undefined
  #toldOf: string | undefined
  #restsUntil = 0

  constructor(name: string, connection: Connection, { size, queue, log }: ReplicaOptions) {
    this.name = name
    this.#connection = toOneServer(this.#open.track(connection), () => this.#rest())
    this.#log = log
    this.pool = connectPool(this.#connection, size)
    this.connections = new SharedPool(this.pool, { size, queue })
    this.#line = connectPool(this.#connection, 1)
  }

  /** A plain connection. The caller ends it. */
  connect(): Promise<pg.Client> {
    return connectClient(this.#connection)
  }

  hasReplayed(position: number): boolean {
    return this.#replayed >= position
  }

  /** Whether it reaches a position within a moment; if not, it is not used until it has caught up. */
  async reaches(position: number): Promise<boolean> {
    try {
      if (this.isUsable && !(await this.#catchesUp(position))) this.#leaveOut(BEHIND)
    } catch (error) {
      this.#lose(error)
    }
    return this.isUsable
  }

  /** Checks whether it can be used: a standby of this primary that has reached this position. */
  async look(primary: Server, position: number): Promise<void> {
    if (performance.now() < this.#restsUntil) return
    try {
      const state = await this.#ask()
      // The primary replays nothing.
      const bytes = state.standby ? Math.max(0, position - this.#replayed) : 0
      this.lag = { bytes, seconds: bytes === 0 ? 0 : (state.seconds ?? 0) }
      if (state.cluster !== primary.cluster) {
        return this.#leaveOut('it belongs to another database')
      }
      // All members may be configured, including the current primary.
      if (state.began === primary.began) return this.#leaveOut('it is the primary', 'info')
      if (!state.standby) return this.#leaveOut('it is no standby')
      if (this.isUsable) return
      if (await this.#catchesUp(position)) this.#takeBack()
      else this.#leaveOut(BEHIND)
    } catch (error) {
      this.#lose(error)
    }
  }

  /** Waits a moment for data that is on its way. */
  async #catchesUp(position: number): Promise<boolean> {
    const until = performance.now() + PATIENCE
    for (let wait = 1; ; wait *= 2) {
      await this.#ask()
      if (this.hasReplayed(position)) return true
      if (performance.now() + wait > until) return false
      await pause(wait)
    }
  }

  /** Called with the error of a failed read. */
  noteError(error: unknown): void {
    // All its connections are in use: the standby works, only this read goes to the primary.
    if (isLost(error) && !isBusy(error)) this.#lose(error)
  }

  async stop(): Promise<void> {
    this.isUsable = false
    await Promise.all([this.pool.end(), this.#line.end()])
  }

  /** Callers that ask while an answer is on its way share it; if it is too old for them, they ask again. */
  #ask(): Promise<State> {
    this.#asking ??= this.#read().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #read(): Promise<State> {
    const client = await this.#line.connect()
    const ask = () => client.query<State>({ name: 'replica_state', text: STATE })
    const { rows } = await withResponseTimeout(client, LONGEST_ANSWER, ask).finally(() =>
      client.release(),
    )
    const [state] = rows
    if (!state) throw new Error('a standby said nothing of itself')
    this.#replayed = Math.max(this.#replayed, state.replayed ?? 0)
    return state
  }

  /** Also for a frozen server: the primary answers the waiting reads at once. */
  #lose(error: unknown): void {
    const { code, message } = error as { code?: string; message?: string }
    this.#leaveOut(error instanceof DatabaseError ? `error ${code}` : (message ?? 'it is lost'))
    this.#replayed = 0
    this.#open.breakOlder(Number.POSITIVE_INFINITY)
  }

  /** Not used for longer: the answer of one server says nothing about the others behind the name. */
  #rest(): void {
    this.#restsUntil = performance.now() + REST
    this.#lose(new Error(SEVERAL))
  }

  #leaveOut(reason: string, level: 'info' | 'warn' = 'warn'): void {
    this.isUsable = false
    if (this.#toldOf === reason) return
    this.#toldOf = reason
    this.#log[level]({ replica: this.name, reason }, 'a replica is not used')
  }

  #takeBack(): void {
    this.isUsable = true
    this.#toldOf = undefined
    this.#log.info({ replica: this.name }, 'a replica is used')
  }
}
