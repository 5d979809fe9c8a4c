import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { BusyError, Client, UnavailableError } from 'ldapts'
import { checkedAddress } from '../../../../platform/outside/checked-lookup.ts'
import { inWords } from '../oidc/words.ts'
import { type Ldap, serversOf } from '../settings-operations.ts'
import { isDirectoryError } from './words.ts'

/** A directory with the decrypted password of its service account. */
export type Directory = { connection: Ldap; secret: string | null }

/** Milliseconds. */
const TIMEOUT = 10_000
/** Errors after which another server can be tried. */
const SHORT_TIMEOUT = 3_000
/** Milliseconds for which a silent server is tried last. */
const REST = 60_000

/** Connects to the first server of a directory that answers. Private addresses are those that administrators allow. */
export class Connections {
  readonly #allowed: readonly string[]
  readonly #down = new Map<string, number>()

  constructor(allowed: readonly string[]) {
    this.#allowed = allowed
  }

  /** As the service account. Errors of the work itself are not retried on another server. */
  async within<T>(
    directory: Directory,
    work: (client: Client, server: string) => Promise<T>,
  ): Promise<T> {
    const failures: { server: string; error: unknown }[] = []
    for (const server of this.#inOrder(serversOf(directory.connection))) {
      const client = await this.#enter(directory, server).catch((error: unknown) => {
        if (isFinal(error)) throw error
        this.#down.set(server, performance.now() + REST)
        failures.push({ server, error })
      })
      if (client) return this.#closing(client, () => work(client, server))
    }
    const [only, another] = failures
    if (!another) throw only?.error
    const words = failures.map(({ server, error }) => `${server}: ${inWords(error)}`)
    throw new Error(words.join('; '))
  }

  /** A person's password is tried on the server where they were found. */
  async bind(connection: Ldap, server: string, [dn, password]: [string, string]): Promise<void> {
    const client = await this.#dial(connection, server)
    await this.#closing(client, () => client.bind(dn, password))
  }

  #inOrder(servers: string[]): string[] {
    const now = performance.now()
    const isDown = (server: string) => (this.#down.get(server) ?? 0) > now
    return [...servers.filter((each) => !isDown(each)), ...servers.filter(isDown)]
  }

  async #enter({ connection, secret }: Directory, server: string): Promise<Client> {
    const client = await this.#dial(connection, server)
    try {
      await client.bind(connection.bindDn ?? '', connection.bindDn === null ? '' : (secret ?? ''))
      return client
    } catch (error) {
      await client.unbind().catch(() => {})
      throw error
    }
  }

  async #closing<T>(client: Client, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      await client.unbind().catch(() => {})
    }
  }

  async #dial(connection: Ldap, server: string): Promise<Client> {
    const url = new URL(server)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const address = await checkedAddress(host, this.#allowed)
    if (address === undefined) throw new Error(`${host} has no address`)
    url.hostname = isIP(address) === 6 ? `[${address}]` : address
    const tlsOptions: ConnectionOptions = {
      minVersion: 'TLSv1.2',
      ...(isIP(host) === 0 && { servername: host }),
      ...(connection.certificates !== null && { ca: connection.certificates }),
    }
    const hasOthers = serversOf(connection).length > 1
    const client = new Client({
      url: url.href.replace(/\/$/, ''),
      timeout: TIMEOUT,
      connectTimeout: hasOthers ? SHORT_TIMEOUT : TIMEOUT,
      // With these options a connection is encrypted from the start.
      ...(url.protocol === 'ldaps:' && { tlsOptions }),
    })
    if (connection.startTls && url.protocol === 'ldap:') {
      await client.startTLS(tlsOptions).catch(async (error: unknown) => {
        await client.unbind().catch(() => {})
        throw error
      })
    }
    return client
  }
}

/** A directory that answers is asked once: a wrong password is wrong on its other servers, too. */
const isFinal = (error: unknown): boolean =>
  isDirectoryError(error) && !(error instanceof BusyError || error instanceof UnavailableError)
