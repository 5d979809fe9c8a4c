import pg from 'pg'
import { inBothForms } from '../db/connecting.ts'
import type { Connection } from '../db/db.ts'

export const SEVERAL = 'its name stands for several servers'

/**
 * Connections that must all lead to one server. Behind a proxy, or a name with several addresses, one standby
 * would report its position and another, which may be behind, would answer.
 */
export function toOneServer(
  { Client = pg.Client, ...connection }: Connection,
  onOther: () => void,
): Connection {
  const open = new Set<pg.Client>()
  let known: string | undefined

  const Checked = class extends Client {
    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      return inBothForms(this, this.#connect(), callback)
    }

    async #connect(): Promise<void> {
      await super.connect()
      const { rows } = await this.query<{ server: string }>(
        'select pg_postmaster_start_time()::text as server',
      )
      // The server was restarted after all connections to it were lost.
      if (open.size === 0) known = rows[0]?.server
      if (rows[0]?.server !== known) {
        onOther()
        await this.end()
        throw new Error(SEVERAL)
      }
      open.add(this)
      this.once('end', () => open.delete(this))
    }
  }
  return { ...connection, Client: Checked }
}
