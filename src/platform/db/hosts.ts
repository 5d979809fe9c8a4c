import pg from 'pg'
import { type Host, readDatabaseUrl, type Target } from './database-url.ts'
import type { Connection } from './db.ts'

/** How the driver connects to one of several hosts. */
export function connectionOf(text: string): Connection {
  const { url, choice } = readDatabaseUrl(text)
  if (!choice) return { connectionString: url }
  return { connectionString: url, Client: choosingClient(choice.hosts, choice.target) }
}

/** What a server says of itself when somebody connects; PostgreSQL does since version 14. */
type State = Map<string, string>

/** A server that does not answer at all must not hold up the others. */
const PATIENCE = 5000
/** Connections that are made together need one search. */
const FRESH = 1000

/**
 * A client that asks all hosts at once which of them fits, and connects to the first that does. A host may
 * lose its role at any time, so a connection is checked again after it is made, and a failed one makes
 * the next connection search anew.
 */
function choosingClient(hosts: Host[], target: Target): typeof pg.Client {
  let search: { at: number; found: Promise<Host> } | undefined

  const find = (config: pg.ClientConfig): Promise<Host> => {
    if (search && performance.now() - search.at < FRESH) return search.found
    const mine = { at: performance.now(), found: findHost(hosts, target, config) }
    mine.found.catch(() => forget(mine))
    search = mine
    return mine.found
  }
  const forget = (failed = search) => {
    if (search === failed) search = undefined
  }

  return class extends pg.Client {
    readonly #config: pg.ClientConfig

    constructor(config: pg.ClientConfig = {}) {
      super(config)
      this.#config = config
    }

    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connected = this.#connect()
      if (!callback) return connected.then(() => this)
      connected.then(() => callback(undefined as unknown as Error), callback)
      return undefined
    }

    async #connect(): Promise<void> {
      const host = await find(this.#config)
      Object.assign(this, host)
      const state = listenTo(this)
      try {
        await super.connect()
        const refusal = refusalOf(state, target === 'any' ? 'any' : 'primary')
        if (!refusal) return
        await this.end()
        throw lost(`${nameOf(host)} ${refusal}`)
      } catch (error) {
        forget()
        throw error
      }
    }
  }
}

/** The first that answers and fits. */
async function findHost(hosts: Host[], target: Target, config: pg.ClientConfig): Promise<Host> {
  const { connectionString, user, password, database, ssl } = config
  const asked = hosts.map(async (host) => {
    const client = new pg.Client({
      ...withoutMissing({ connectionString, user, password, database, ssl }),
      connectionTimeoutMillis: PATIENCE,
      application_name: 'kontor search',
    })
    client.on('error', () => undefined)
    const state = listenTo(Object.assign(client, host))
    try {
      await client.connect()
      const refusal = refusalOf(state, target)
      if (refusal) throw new Error(refusal)
      return host
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      throw new Error(`${nameOf(host)} ${message || code}`, { cause: error })
    } finally {
      void client.end().catch(() => undefined)
    }
  })
  try {
    return await Promise.any(asked)
  } catch (error) {
    const reasons = (error as AggregateError).errors.map(({ message }) => message).join('; ')
    throw lost(reasons)
  }
}

const withoutMissing = (config: pg.ClientConfig): pg.ClientConfig =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))

function listenTo(client: pg.Client): State {
  const state: State = new Map()
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('parameterStatus', (told: { parameterName: string; parameterValue: string }) =>
    state.set(told.parameterName, told.parameterValue),
  )
  return state
}

/** Our own connections are read-only by default, which says nothing about the server. */
function refusalOf(state: State, target: Target): string | undefined {
  if (target === 'any') return undefined
  if (state.get('in_hot_standby') === 'on') return 'is a standby'
  if (target === 'read-write' && state.get('default_transaction_read_only') === 'on')
    return 'is read-only'
  return undefined
}

/** Answered like any other loss of the database: 503, try again. */
const lost = (reason: string): Error =>
  Object.assign(new Error(`no server can be used: ${reason}`), { code: 'ECONNREFUSED' })

const nameOf = ({ host, port }: Host): string => `${host}:${port}`
