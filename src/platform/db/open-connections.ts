import type { Socket } from 'node:net'
import pg from 'pg'
import type { Connection } from './db.ts'

/**
 * Every connection of a node to its database, whoever opened it. A server that is frozen or cut off neither
 * answers nor hangs up: whoever waits for it would wait until the timeout of the query, or for ever.
 */
export class OpenConnections {
  /** With the moment when each was opened. */
  readonly #open = new Map<pg.Client, number>()

  /** The same connection, counted here. */
  track({ Client = pg.Client, ...connection }: Connection): Connection {
    const open = this.#open
    const Tracked = class extends Client {
      constructor(config?: pg.ClientConfig) {
        super(config)
        this.once('connect', () => open.set(this, performance.now()))
        this.once('end', () => open.delete(this))
      }
    }
    return { ...connection, Client: Tracked }
  }

  /** Whoever waits for an answer on one that was opened before is told at once that it is lost. */
  breakOlder(moment: number): void {
    for (const [client, opened] of this.#open) if (opened < moment) streamOf(client).destroy()
  }
}

/** The driver does not declare it. */
export const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
