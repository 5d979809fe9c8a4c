import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { batchingSteps } from './batching-socket.ts'
import { isOutdated } from './errors.ts'
import { Sql } from './sql.ts'
import type { Tables } from './tables.ts'
import { toQuery } from './to-query.ts'

/** Builds queries over the platform's own tables. It runs nothing: a `Db` does. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A ready-made text, prepared once per connection under its own name. */
export type Statement<Row> = {
  readonly name: string
  readonly text: string
  /** Milliseconds to wait for an answer, where that is longer than usual. */
  readonly patience?: number
  /** Found by its key and answered at once, so that it may share a line with others of its kind. */
  readonly isQuick?: boolean
  readonly row?: Row
}

type Query<Row> = Sql<Row> | Compilable<Row> | CompiledQuery<Row>

/** What a store sees: the pool for reads, the one open transaction inside a write. */
export type Db = {
  /** What is seen here may never be committed, so nobody else may rely on it. */
  readonly inTransaction: boolean
  all<Row>(query: Query<Row>): Promise<Row[]>
  first<Row>(query: Query<Row>): Promise<Row | undefined>
  one<Row>(query: Query<Row>): Promise<Row>
  /** How many rows were changed. */
  run(query: Query<unknown>): Promise<number>
  /** The hot path: a statement whose text never changes. */
  query<Row extends object>(statement: Statement<Row>, values: unknown[]): Promise<Row[]>
}

export const statement = <Row extends object>(text: string): Statement<Row> => ({
  name: nameOf(text),
  text,
})

export const quickStatement = <Row extends object>(text: string): Statement<Row> => ({
  ...statement(text),
  isQuick: true,
})

/** A text that is used once and not worth a name. Without values it may be several statements. */
export const oneOff = <Row extends object>(text: string, patience?: number): Statement<Row> => ({
  name: '',
  text,
  ...(patience !== undefined && { patience }),
})

type Execute = (query: pg.QueryConfig, isQuick?: boolean) => Promise<pg.QueryResult>

export function makeDb(execute: Execute, inTransaction = false): Db {
  const send = (query: Query<unknown>) =>
    execute(toConfig(query), query instanceof Sql && query.sending?.isQuick)
  const rows = async <Row>(query: Query<Row>) => (await send(query)).rows as Row[]
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
    query: async ({ name, text, patience, isQuick }, values) => {
      const timeout = patience === undefined ? {} : { query_timeout: patience }
      return (await execute({ name, text, values, ...timeout }, isQuick)).rows
    },
  }
}

function toConfig(query: Query<unknown>): pg.QueryConfig {
  if (query instanceof Sql) return toQuery(query)
  const { sql, parameters } = 'compile' in query ? query.compile() : query
  return { name: nameOf(sql), text: sql, values: parameters as unknown[] }
}

/**
 * Prepared statements are named by their text, the same for every connection of this process.
 * Only so many: a text that is different each time must not fill every backend with plans.
 */
const names = new Map<string, string>()
const MOST_NAMES = 2000

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return ''
  const name = `k${names.size}`
  names.set(text, name)
  return name
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, (text) => text],
])

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

export type Connection = pg.ClientConfig

const SESSION = '-c timezone=UTC -c statement_timeout=30s -c lock_timeout=10s'

export function connectPool(connection: Connection, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    ...connection,
    max: size,
    types,
    // A little longer than the database itself allows: only a dead line takes so long.
    query_timeout: 40_000,
    keepAlive: true,
    // BEGIN travels with the first statement and COMMIT with the last: two waits fewer per write.
    pipeline: true,
    stream: batchingSteps,
    // Only a transaction of ours may write: what is declared as reading cannot, by mistake or not.
    options: `${SESSION} -c idle_in_transaction_session_timeout=60s -c default_transaction_read_only=on`,
    application_name: 'kontor',
  } as pg.PoolConfig)
  return hearErrors(pool)
}

/** A pool for the job library, which wants plain connections. */
export const connectPlainPool = (connection: Connection, size: number): pg.Pool =>
  hearErrors(new pg.Pool({ ...connection, max: size, application_name: 'kontor jobs' }))

/**
 * A lost connection is replaced by the pool, and who uses it sees the statement fail. Without
 * listeners it would end the process, also while it is in use between two statements.
 */
function hearErrors(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A plain connection for what must not share one: LISTEN, COPY, migrations. */
export async function connectClient(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
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

/** One connection that many requests share. It answers nothing when it is down or has too much to do. */
export type Line = { ask(query: pg.QueryConfig): Promise<pg.QueryResult | undefined> }

/** The pool lets go of a connection on which a query failed, so trying again ends. */
export const poolDb = (pool: pg.Pool, line?: Line): Db =>
  makeDb(async (query, isQuick) => {
    const quick = isQuick ? await line?.ask(query) : undefined
    if (quick) return quick
    for (;;) {
      try {
        return await pool.query(query)
      } catch (error) {
        if (!isOutdated(error)) throw error
      }
    }
  })
export const clientDb = (client: pg.Client): Db => makeDb((query) => client.query(query))
