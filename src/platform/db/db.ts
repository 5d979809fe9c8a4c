import pg from 'pg'
import { describeStatement } from '../telemetry/describe-span.ts'
import { currentSpan, traced } from '../telemetry/span.ts'
import { batchingSteps } from './batching-socket.ts'
import { isOutdated } from './errors.ts'
import type { Connections } from './shared-pool.ts'
import type { Sql } from './sql.ts'
import { type Query, toQuery } from './to-query.ts'

/** What a store sees: the pool for reads, the one open transaction inside a write. */
export type Db = {
  /** Reads inside a transaction may be rolled back, so they must not be cached. */
  readonly inTransaction: boolean
  /**
   * For work shared by many callers: it is not subject to anybody's share and does not end when one caller
   * disconnects.
   */
  readonly forAll?: Db
  all<Row>(query: Sql<Row>): Promise<Row[]>
  first<Row>(query: Sql<Row>): Promise<Row | undefined>
  one<Row>(query: Sql<Row>): Promise<Row>
  /** How many rows were changed. */
  run(query: Sql): Promise<number>
}

type Execute = (
  query: Query,
  isQuick?: boolean,
) => Promise<{ rows: unknown[]; rowCount: number | null }>

export function makeDb(execute: Execute, inTransaction = false): Db {
  const send = (query: Sql) => {
    const asked = toQuery(query)
    const work = () => execute(asked, query.sending?.isQuick)
    return currentSpan()?.isSampled ? traced(describeStatement(asked.text), work) : work()
  }
  const rows = async <Row>(query: Sql<Row>) => (await send(query)).rows as Row[]
  return {
    inTransaction,
    all: rows,
    first: async (query) => (await rows(query))[0],
    one: async (query) => {
      const [row] = await rows(query)
      if (row === undefined) throw new Error('a query that must find a row found none')
      return row
    },
    run: async (query) => (await send(query)).rowCount ?? 0,
  }
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, (text) => text],
])

export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** `Client` replaces the driver's own, also in pools. */
export type Connection = pg.ClientConfig & { Client?: typeof pg.Client }

export const sharedDb = (db: Db): Db => db.forAll ?? db

/** SQL that configures a session. Poolers refuse or drop settings sent with the start of a connection. */
export const toSet = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ')

/** Only explicit transactions may write: operations declared as reads cannot. */
export const SESSION = {
  timezone: 'UTC',
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
  default_transaction_read_only: 'on',
}

export function connectPool(connection: Connection, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    ...connection,
    max: size,
    types,
    // A little longer than the timeout of the database: only a dead connection takes this long.
    query_timeout: 40_000,
    keepAlive: true,
    // A backend keeps the plan of every prepared statement for its lifetime, also of unused ones.
    maxLifetimeSeconds: 3600,
    // BEGIN is sent with the first statement and COMMIT with the last: two round trips fewer per write.
    pipeline: true,
    stream: batchingSteps,
    onConnect: (client) => client.query(toSet(SESSION)),
    application_name: 'kontor',
  } as pg.PoolConfig)
  return ignoreErrors(pool)
}

/** A pool for the job library, which needs plain connections. */
export const connectPlainPool = (connection: Connection, size: number): pg.Pool =>
  ignoreErrors(
    new pg.Pool({
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      ...connection,
      max: size,
      application_name: 'kontor jobs',
    }),
  )

/**
 * The pool replaces a lost connection, and the statement on it fails. Without a listener the error event would end
 * the process, also between two statements.
 */
function ignoreErrors(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A plain connection for what must not share one: LISTEN, COPY, migrations. */
export async function connectClient({
  Client = pg.Client,
  ...connection
}: Connection): Promise<pg.Client> {
  const client = new Client({
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'kontor',
    ...connection,
    types,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** One connection shared by many requests. Returns `undefined` when it is down or overloaded. */
export type SharedConnection = { ask(query: pg.QueryConfig): Promise<pg.QueryResult | undefined> }

/** Runs a statement that may take long, or refuses it. */
export type Heavy = <T>(query: Query, pool: Pool, work: () => Promise<T>) => Promise<T>

type Pool = Pick<Connections, 'query'>

export const poolDb = (pool: Pool, line?: SharedConnection, heavy?: Heavy): Db =>
  makeDb(async (query, isQuick) => {
    const quick = isQuick ? await line?.ask(query) : undefined
    if (quick) return quick
    const work = () => askPool(pool, query)
    return heavy && query.mayBeHeavy ? heavy(query, pool, work) : work()
  })

/** The pool drops a connection on which a query failed, so the retries end. */
async function askPool(pool: Pool, query: Query): Promise<pg.QueryResult> {
  for (;;) {
    try {
      return await pool.query(query)
    } catch (error) {
      if (!isOutdated(error)) throw error
    }
  }
}

export const clientDb = (client: pg.Client): Db => makeDb((query) => client.query(query))
