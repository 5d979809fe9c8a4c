import pg from 'pg'
import type { Embedded } from '../../src/platform/db/embedded.ts'
import { eventOf, readOf, saveAtOnceOf, saveOf } from './statements.ts'

export type Connection = Embedded['connection']

/** As many connections as the server has by default. */
const POOL = 12

export const connect = (connection: Connection): pg.Pool =>
  new pg.Pool({ ...connection, max: POOL, pipeline: true } as pg.PoolConfig)

export type Work = (pool: pg.Pool, key: string) => Promise<unknown>

/** A request's share of the database, with nothing but the driver around it. */
export const works = {
  read: (pool, key) => pool.query(readOf(key)),
  /** BEGIN with the first statement and COMMIT with the last, as the server does it. */
  pipelined: (pool, key) =>
    withClient(pool, async (client) => {
      const [, saved] = await Promise.all([client.query('begin'), client.query(saveOf(key, VALUE))])
      const event = eventOf(key, Number(saved.rows[0]?.version))
      await Promise.all([client.query(event), client.query('commit')])
    }),
  /** One after the other, as most programs do it. */
  plain: (pool, key) =>
    withClient(pool, async (client) => {
      await client.query('begin')
      const saved = await client.query(saveOf(key, VALUE))
      await client.query(eventOf(key, Number(saved.rows[0]?.version)))
      await client.query('commit')
    }),
  'at once': (pool, key) => pool.query(saveAtOnceOf(key, VALUE)),
} satisfies Record<string, Work>

export async function withClient(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await work(client)
  } finally {
    client.release()
  }
}

export const VALUE = 'x'.repeat(100)

/** Each caller has keys of its own: nobody waits for anybody's row. */
const KEYS = 64
export const keyOf = (caller: number, count: number): string => `c${caller}-${count % KEYS}`
export const keysOf = (caller: number): string[] =>
  Array.from({ length: KEYS }, (_, count) => keyOf(caller, count))
