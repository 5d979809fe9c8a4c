import { type Db, makeDb } from './db.ts'
import type { Connections } from './shared-pool.ts'

/** The longest a timer can wait. */
const LONGEST = 2 ** 31 - 1

/** A connection without a transaction and without a timeout, for statements that PostgreSQL refuses inside one. */
export async function withOwnConnection<T>(
  pool: Pick<Connections, 'connect'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set lock_timeout = 0')
    await client.query('set default_transaction_read_only = off')
    const unlimited = { query_timeout: LONGEST }
    return await work(makeDb((query) => client.query({ ...query, ...unlimited })))
  } finally {
    // Closed rather than reused, so that its settings and locks do not reach the next user.
    client.release(true)
  }
}
