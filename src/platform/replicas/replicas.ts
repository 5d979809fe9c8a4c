import { hostUrls } from '../db/database-url.ts'
import type { Db } from '../db/db.ts'
import { quick, raw, sql } from '../db/sql.ts'
import { BackgroundLoop } from '../loops/background-loop.ts'
import { Replica, type ReplicaOptions, SERVER, type Server } from './replica.ts'

const LOOK = 1000

type Options = ReplicaOptions & { url: string; db: Db }

/**
 * The standbys that reads may go to. Before each read the primary is asked for its position, which all
 * acknowledged changes are before, and only a standby that has replayed it answers: whoever has written
 * reads what they wrote, on whichever node, and nobody has to remember who wrote when.
 */
export class Replicas {
  readonly all: readonly Replica[]
  /** Reads answered by a standby, and by the primary because no standby could. */
  readonly answered = { replica: 0, primary: 0 }
  readonly #db: Db
  readonly #looking: BackgroundLoop
  #next = 0

  constructor({ url, db, ...options }: Options) {
    const { log } = options
    this.#db = db
    this.all = hostUrls(url).map(
      ({ name, url: connectionString }) => new Replica(name, { connectionString }, options),
    )
    this.#looking = new BackgroundLoop({
      round: () => this.#look(),
      onFailure: (err) => log.warn({ err }, 'the replicas cannot be looked after'),
    })
  }

  start(): void {
    this.#looking.start()
  }

  async stop(): Promise<void> {
    await this.#looking.stop()
    await Promise.all(this.all.map((replica) => replica.stop()))
  }

  /** A standby that has replayed everything acknowledged so far; undefined = the primary has to answer. */
  async take(): Promise<Replica | undefined> {
    try {
      return await this.#find()
    } catch {
      return undefined
    }
  }

  async #find(): Promise<Replica | undefined> {
    const usable = this.all.filter(({ isUsable }) => isUsable)
    if (usable.length === 0) return undefined
    const position = await this.#position()
    const first = this.#next++ % usable.length
    const inTurn = [...usable.slice(first), ...usable.slice(0, first)]
    const ready = inTurn.find((replica) => replica.isUsable && replica.hasReplayed(position))
    if (ready) return ready
    for (const replica of inTurn) if (await replica.reaches(position)) return replica
    return undefined
  }

  async #look(): Promise<number> {
    const [primary, position] = [await this.#readPrimary(), await this.#position()]
    await Promise.all(this.all.map((replica) => replica.look(primary, position)))
    return LOOK
  }

  /** A commit is acknowledged only once it is on the disk of the primary. */
  async #position(): Promise<number> {
    const { position } = await this.#db.one(
      quick(sql<{ position: number }>`
        select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position`),
    )
    return position
  }

  /** The primary changes after a switchover. */
  #readPrimary(): Promise<Server> {
    return this.#db.one(sql<Server>`select ${raw(SERVER)} from pg_control_system()`)
  }
}
