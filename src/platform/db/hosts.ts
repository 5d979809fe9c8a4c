import pg from 'pg'
import { pause } from '../loops/sleep.ts'
import { inBothForms } from './connecting.ts'
import { type Host, readDatabaseUrl, type Target } from './database-url.ts'
import type { Connection } from './db.ts'
import { isOwnTrouble } from './errors.ts'
import { withResponseTimeout } from './response-timeout.ts'

/** How the driver connects to one of several hosts. */
export function connectionOf(text: string): Connection {
  const { url, choice } = readDatabaseUrl(text)
  if (!choice) return { connectionString: url }
  return { connectionString: url, Client: choosingClient(choice.hosts, choice.target) }
}

/** What a server reports when a client connects; PostgreSQL does so since version 14. */
type State = Map<string, string>

/** Milliseconds for one host: a silent server must not delay the others. */
const PATIENCE = 5000
/** Milliseconds until a host that could not be used is asked again, while others have not answered. */
const AGAIN = 250
/** Milliseconds for which a result is reused: connections opened together need one search. */
const FRESH = 1000

/**
 * A client that asks all hosts at once and connects to the first with the right role. A host may lose its role at
 * any time, so the connection is checked again once it is open, and a failure makes the next connection search
 * anew.
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
      // The server may go away before the first listener is attached.
      this.on('error', () => undefined)
    }

    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      return inBothForms(this, this.#connect(), callback)
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

/**
 * The first host that answers and has the right role. While some are silent the others are asked again: one may be
 * promoted.
 */
async function findHost(hosts: Host[], target: Target, config: pg.ClientConfig): Promise<Host> {
  const silent = new Set(hosts)
  let isFound = false
  const asked = hosts.map(async (host) => {
    let refusal = await askHost(host, target, config)
    silent.delete(host)
    while (refusal && silent.size > 0 && !isFound) {
      await pause(AGAIN)
      refusal = await askHost(host, target, config)
    }
    if (refusal) throw refusal
    isFound = true
    return host
  })
  try {
    return await Promise.any(asked)
  } catch (error) {
    const refusals = (error as AggregateError).errors as Error[]
    const causes = refusals.map(({ cause }) => cause)
    const own = causes.every(isOwnTrouble) ? causes[0] : undefined
    throw causes.find(isFull) ?? lost(refusals.map(({ message }) => message).join('; '), own)
  }
}

/** Why a host cannot be used; undefined if it can. */
async function askHost(
  host: Host,
  target: Target,
  { connectionString, user, password, database, ssl }: pg.ClientConfig,
): Promise<Error | undefined> {
  const client = new pg.Client({
    ...withoutMissing({ connectionString, user, password, database, ssl }),
    application_name: 'kontor search',
  })
  client.on('error', () => undefined)
  const state = listenTo(Object.assign(client, host))
  try {
    await withResponseTimeout(client, PATIENCE, () => client.connect())
    const refusal = refusalOf(state, target)
    return refusal ? new Error(`${nameOf(host)} ${refusal}`) : undefined
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return new Error(`${nameOf(host)} ${message || code}`, { cause: error })
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** The server works but has no free connection. */
const isFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '53300'

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

/** Reported like any other loss of the database: 503, try again. */
const lost = (reason: string, cause?: unknown): Error =>
  Object.assign(new Error(`no server can be used: ${reason}`, { cause }), { code: 'ECONNREFUSED' })

const nameOf = ({ host, port }: Host): string => `${host}:${port}`
