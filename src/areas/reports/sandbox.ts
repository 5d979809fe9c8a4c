import { createHash } from 'node:crypto'
import pg, { DatabaseError } from 'pg'
import { snapshotOf } from '../../definitions/snapshot.ts'
import { unavailable } from '../../lib/errors.ts'
import { SYSTEM } from '../../platform/caller.ts'
import type { Config } from '../../platform/config.ts'
import { type Context, type Platform, write } from '../../platform/context.ts'
import { type Connection, SESSION, toSet } from '../../platform/db/db.ts'
import { connectionOf } from '../../platform/db/hosts.ts'
import { render, type Sql } from '../../platform/db/sql.ts'
import type { WholeRows } from '../apps/lists.ts'
import * as store from './store/report-user.ts'

/** The reader of a report: what they may read in each app. */
export type Reader = {
  user: string
  subjects: string[]
  /** Everything, as administrators may. */
  all: boolean
  /** By app path: all items, or own items and individually granted ones, or none. */
  apps: Record<string, WholeRows>
}

/** Reports that run at once on a node. */
export const MOST_REPORTS = 4

type Open = { pool: pg.Pool; user: store.ReportUser; version: number }

/**
 * Where the text of SQL reports is run: connections of a database user who owns nothing, writes
 * nothing and reads only rows allowed by row security. The query cannot
 * change that, because the login has no other role to switch to.
 */
export class Sandbox {
  readonly #platform: Platform
  readonly #connection: Connection
  readonly #config: Config
  #open: Open | undefined
  #opening: Promise<unknown> = Promise.resolve()

  constructor(platform: Platform, connection: Connection, config: Config) {
    this.#platform = platform
    this.#connection = connection
    this.#config = config
  }

  /** Runs one query when it is the caller's turn, and resets the session afterwards. */
  async run<Row extends object>(ctx: Context, query: Sql, reader: Reader): Promise<Row[]> {
    const endTurn = await ctx.takeTurn('reports')
    return this.#run<Row>(ctx, query, reader).finally(endTurn)
  }

  async #run<Row extends object>(ctx: Context, query: Sql, reader: Reader): Promise<Row[]> {
    const { pool, user } = await this.#prepare(ctx)
    const client = await connect(pool)
    const watch = ctx.watch(client)
    const { text, values } = render(query)
    try {
      await client.query('begin read only')
      const signed = sign(JSON.stringify({ ...reader, until: await endOf(client) }), user.secret)
      await client.query(`select set_config('kontor.reader', $1, true)`, [signed])
      // Also without values: the simple protocol would take several statements in one text.
      const config = { text, values, queryMode: 'extended' } as pg.QueryConfig
      return (await client.query<Row>(config)).rows
    } finally {
      watch?.end()
      if (watch?.reason) client.release(true)
      else await clean(client, this.#session())
    }
  }

  async stop(): Promise<void> {
    await this.#open?.pool.end()
  }

  /** Runs once per set of definitions, because new apps have new tables. */
  async #prepare(ctx: Context): Promise<Open> {
    const { version } = await ctx.definitions()
    if (this.#open?.version === version) return this.#open
    const before = this.#opening.catch(() => undefined)
    const opening = before.then(() => this.#openFor(version))
    this.#opening = opening
    return opening
  }

  async #openFor(version: number): Promise<Open> {
    const known = this.#open
    if (known?.version === version) return known
    const url = this.#config.KONTOR_REPORTS_URL
    const user = await this.#change((step) => store.ensureUser(step, url && loginOf(url)))
    await this.#openTables(user.role)
    const pool = known?.pool ?? this.#connect(user)
    this.#open = { pool, user, version }
    return this.#open
  }

  /** One transaction per table, so that only one table is locked at a time. */
  async #openTables(role: string): Promise<void> {
    const tables = await this.#change(async (step) => {
      const apps = (await snapshotOf(step)).live('app')
      return store.findUnready(step.db, role, apps)
    })
    for (const table of tables) await this.#change((step) => store.openTable(step.db, role, table))
  }

  #change<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    const { log } = this.#platform
    return write(this.#platform, { user: SYSTEM, requestId: 'reports', log }, work)
  }

  #session(): string {
    const limits = {
      statement_timeout: `${this.#config.KONTOR_REPORT_TIMEOUT}s`,
      lock_timeout: '5s',
    }
    return toSet({ ...SESSION, ...limits, search_path: 'public' })
  }

  #connect({ role, password }: store.ReportUser): pg.Pool {
    const { KONTOR_REPORTS_URL: url, KONTOR_REPORT_TIMEOUT: seconds } = this.#config
    const pool = new pg.Pool({
      connectionTimeoutMillis: 10_000,
      ...(url ? connectionOf(url) : connectionAs(this.#connection, role, password)),
      max: MOST_REPORTS,
      query_timeout: (seconds + 10) * 1000,
      onConnect: (client) => client.query(this.#session()),
      application_name: 'kontor reports',
    })
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
}

/** The secret is on both sides, which prevents length-extension attacks. */
function sign(body: string, secret: string): string {
  return createHash('sha256').update(`${secret}${body}${secret}`).digest('hex') + body
}

/** A query can read what was signed for it: kept for later, it must be worth nothing. By the clock that checks it. */
async function endOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ until: string }>(
    `select (extract(epoch from now() + interval '10 minutes') * 1000)::bigint as until`,
  )
  return Number(rows[0]?.until)
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    const reason = error instanceof DatabaseError ? `: ${error.message}` : ''
    throw unavailable(`the database refuses connections for SQL reports${reason}`, error)
  }
}

/** Settings, locks and whatever else a query may have left in its session. */
async function clean(client: pg.PoolClient, session: string): Promise<void> {
  try {
    await client.query('rollback')
    await client.query('discard all')
    await client.query(session)
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}

/** The user name in a connection URL, in every form that the driver accepts. */
export const loginOf = (url: string): string => new pg.Client(connectionOf(url)).user ?? ''

/** The connection URL for another user; query parameters override the authority part. */
function connectionAs(connection: Connection, user: string, password: string): Connection {
  const { connectionString: url } = connection
  if (url === undefined) return { ...connection, user, password }
  const login = new URLSearchParams({ user, password })
  return { ...connection, connectionString: `${url}${url.includes('?') ? '&' : '?'}${login}` }
}
