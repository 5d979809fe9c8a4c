import type { Socket } from 'node:net'
import pg from 'pg'
import type { Connection } from './db.ts'

/** The time, and the bytes received by then: a proxy may answer for a server that is gone. */
type Opened = { at: number; received: number }

/**
 * Every connection of a node to its database, whoever opened it. A frozen or cut-off server neither answers nor
 * closes connections, so queries would wait for their timeout or for ever.
 */
export class OpenConnections {
  readonly #open = new Map<pg.Client, Opened>()

  /** The same configuration, whose clients are tracked here. */
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

  /** Closes connections opened before a moment: queries waiting there fail at once. */
  breakOlder(moment: number): void {
    for (const [client, { at }] of this.#open) if (at < moment) streamOf(client).destroy()
  }

  /** Returns a function that tells whether the server has sent anything since now, on any connection. */
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

/** Not declared by the driver's types. */
export const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
