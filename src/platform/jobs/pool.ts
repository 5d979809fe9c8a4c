import pg from 'pg'
import { type Connection, connectPlainPool } from '../db/db.ts'
import { toAppError } from '../db/errors.ts'

/** The job library retries after errors with this code, many times. */
const TRY_AGAIN = 'ETIMEDOUT'

/**
 * A pool for the job library. If the database is away when a job ends, the library cannot store the result; it
 * retries only after errors it knows, and any other one ends the process.
 */
export function connectJobPool({ Client = pg.Client, ...connection }: Connection, size: number) {
  const pool = connectPlainPool({ ...connection, Client: patient(Client) }, size)
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>
  pool.connect = ((callback?: unknown) =>
    callback ? connect(callback) : connect().catch(tryAgain)) as typeof pool.connect
  return pool
}

const patient = (Client: typeof pg.Client): typeof pg.Client =>
  class extends Client {
    override query(...given: unknown[]): never {
      const asked = (super.query as (...all: unknown[]) => unknown).apply(this, given)
      return (asked instanceof Promise ? asked.catch(tryAgain) : asked) as never
    }
  }

function tryAgain(error: unknown): never {
  if (error instanceof Error && toAppError(error)?.code === 'unavailable') {
    Object.assign(error, { code: TRY_AGAIN })
  }
  throw error
}
