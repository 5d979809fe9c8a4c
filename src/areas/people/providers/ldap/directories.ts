import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { Client, type Entry, InvalidCredentialsError } from 'ldapts'
import { invalid } from '../../../../lib/errors.ts'
import type { Context } from '../../../../platform/context.ts'
import { checkedAddress } from '../../../../platform/outside/checked-lookup.ts'
import { refuse } from '../profile.ts'
import type { Ldap } from '../settings-operations.ts'
import type { ProviderRow } from '../store/providers.ts'
import { attributesOf, type DirectoryPerson, type Found, subjectOf, toPerson } from './entries.ts'
import { filterOf, matchAll } from './filters.ts'

/** A directory with the password of its service account open. */
export type Directory = { connection: Ldap; secret: string | null }

export const openDirectory = (ctx: Context, { connection, secret }: ProviderRow): Directory => {
  if (connection.kind !== 'ldap') throw invalid('this provider is no directory')
  return { connection, secret: secret && ctx.secrets.open(secret) }
}

/** Everybody by what they are known by, and why entries were left out. */
export type Listed = { people: ReadonlyMap<string, DirectoryPerson>; skipped: string[] }

type Given = {
  login: string
  password: string
  /** Counts the guess by whom it is about, however the login is written; undefined = nobody. */
  count: (subject: string | undefined) => Promise<void>
}

const TIMEOUT = 10_000
const PAGE = 500

/** Talks to LDAP directories. Private addresses are those that administrators allow. */
export class Directories {
  readonly #allowed: readonly string[]

  constructor(allowed: readonly string[]) {
    this.#allowed = allowed
  }

  /**
   * Who has this login and password; refused for nobody, and for several. An unknown login costs the same as a
   * wrong password, and only who has the right one hears that the account is disabled.
   */
  async signIn(directory: Directory, { login, password, count }: Given): Promise<DirectoryPerson> {
    // A bind without a password is an anonymous one, which succeeds.
    if (login.trim() === '' || password === '') throw refuse('wrong_password')
    return this.#within(directory, async (client) => {
      const { connection } = directory
      const filter = filterOf(connection.userFilter, { login })
      const [entry, another] = await search(client, connection, filter)
      const found = entry && !another ? toFound(connection, entry) : undefined
      await count(found?.subject)
      const dn = found?.entry.dn ?? `cn=${randomUUID()},${connection.userBase}`
      await this.#connect(connection, (own) => own.bind(dn, password)).catch((error: unknown) => {
        const isWrong = !found || error instanceof InvalidCredentialsError
        throw isWrong ? refuse('wrong_password') : error
      })
      if (!found) throw refuse('wrong_password')
      const person = await this.#describe(client, connection, found)
      if (person.isDisabled) throw refuse('blocked')
      return person
    })
  }

  /** Everybody in the directory. */
  async list(directory: Directory): Promise<Listed> {
    return this.#within(directory, async (client) => {
      const { connection } = directory
      const people = new Map<string, DirectoryPerson>()
      const skipped: string[] = []
      for (const entry of await search(client, connection, matchAll(connection.userFilter))) {
        const subject = subjectOf(connection, entry)
        if (subject === undefined) skipped.push(withoutSubject(connection, entry))
        else people.set(subject, await this.#describe(client, connection, { entry, subject }))
      }
      return { people, skipped }
    })
  }

  /** How many people are found. */
  async test(directory: Directory): Promise<number> {
    return this.#within(directory, async (client) => {
      const { connection } = directory
      return (await search(client, connection, matchAll(connection.userFilter))).length
    })
  }

  async #describe(client: Client, connection: Ldap, found: Found): Promise<DirectoryPerson> {
    const { groupBase, groupFilter, attributes } = connection
    if (groupBase === null) return toPerson(connection, found, undefined)
    const { searchEntries } = await client.search(groupBase, {
      filter: filterOf(groupFilter, { dn: found.entry.dn }),
      attributes: [attributes.group],
      paged: { pageSize: PAGE },
    })
    const groups = searchEntries.flatMap((each) => each[attributes.group] ?? []).map(String)
    return toPerson(connection, found, groups)
  }

  /** As the service account. */
  #within<T>({ connection, secret }: Directory, work: (client: Client) => Promise<T>): Promise<T> {
    return this.#connect(connection, async (client) => {
      if (connection.bindDn !== null) await client.bind(connection.bindDn, secret ?? '')
      return work(client)
    })
  }

  async #connect<T>(connection: Ldap, work: (client: Client) => Promise<T>): Promise<T> {
    const url = new URL(connection.url)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const address = await checkedAddress(host, this.#allowed)
    if (address === undefined) throw new Error(`${host} has no address`)
    url.hostname = isIP(address) === 6 ? `[${address}]` : address
    const tlsOptions: ConnectionOptions = {
      minVersion: 'TLSv1.2',
      ...(isIP(host) === 0 && { servername: host }),
      ...(connection.certificates !== null && { ca: connection.certificates }),
    }
    const client = new Client({
      url: url.href.replace(/\/$/, ''),
      timeout: TIMEOUT,
      connectTimeout: TIMEOUT,
      // With these options a connection is encrypted from the start.
      ...(url.protocol === 'ldaps:' && { tlsOptions }),
    })
    try {
      if (connection.startTls && url.protocol === 'ldap:') await client.startTLS(tlsOptions)
      return await work(client)
    } finally {
      await client.unbind().catch(() => {})
    }
  }
}

function toFound(connection: Ldap, entry: Entry): Found {
  const subject = subjectOf(connection, entry)
  if (subject === undefined) throw new Error(withoutSubject(connection, entry))
  return { entry, subject }
}

const withoutSubject = ({ attributes }: Ldap, { dn }: Entry): string =>
  `${dn} has no attribute "${attributes.subject}"`

async function search(client: Client, connection: Ldap, filter: string): Promise<Entry[]> {
  const { attributes } = connection
  const { searchEntries } = await client.search(connection.userBase, {
    scope: 'sub',
    filter,
    attributes: attributesOf(attributes),
    explicitBufferAttributes: [attributes.subject],
    paged: { pageSize: PAGE },
  })
  return searchEntries
}
