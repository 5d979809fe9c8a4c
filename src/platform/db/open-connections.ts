import type { Socket } from 'node:net'
import pg from 'pg'
import type { Connection } from './db.ts'

/** When, and how much it had received by then: a proxy may greet for a server that is not there. */
type Opened = { at: number; received: number }

/**
 * Every connection of a node to its database, whoever opened it. A server that is frozen or cut off neither
 * answers nor hangs up: whoever waits for it would wait until the timeout of the query, or for ever.
 */
export class OpenConnections {
  readonly #open = new Map<pg.Client, Opened>()

  /** The same connection, counted here. */
  track({ Client = pg.Client, ...connection }: Connection): Connection {
    const open = this.#open
    const Tracked = class extends Client {
      constructor(config?: pg.ClientConfig) {
        super(config)
        this.once('connect', () =>
          open.set(this, { at: performance.now(), received: streamOf(this).bytesRead }),
        )
        this.once('end', () => open.delete(this))
      }
    }
    return { ...connection, Client: Tracked }
  }

  /** Whoever waits for an answer on one that was opened before is told at once that it is lost. */
  breakOlder(moment: number): void {
    for (const [client, { at }] of this.#open) if (at < moment) streamOf(client).destroy()
  }

  /** Tells whether the server has said anything since now, on whichever of them. */
  witness(): () => boolean {
    const before = this.#received()
    return () =>
      Array.from(this.#open).some(
        ([client, { received }]) => streamOf(client).bytesRead > (before.get(client) ?? received),
      )
  }

  #received(): ReadonlyMap<pg.Client, number> {
    return new Map(Array.from(this.#open.keys(), (client) => [client, streamOf(client).bytesRead]))
  }
}

/** The driver does not declare it. */
export const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
