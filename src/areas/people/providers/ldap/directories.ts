import { randomUUID } from 'node:crypto'
import {
  type Client,
  type Entry,
  type Filter,
  InvalidCredentialsError,
  SizeLimitExceededError,
} from 'ldapts'
import { invalid } from '../../../../lib/errors.ts'
import type { Context } from '../../../../platform/context.ts'
import { refuse } from '../profile.ts'
import type { Ldap } from '../settings-operations.ts'
import type { ProviderRow } from '../store/providers.ts'
import { refuseBind } from './account-states.ts'
import { Connections, type Directory } from './connections.ts'
import {
  attributesOf,
  type DirectoryPerson,
  type KnownEntry,
  subjectOf,
  toPerson,
} from './entries.ts'
import { filterOf, matchAll, matchSubjects } from './filters.ts'
import { listGroups, nestedFilter } from './groups.ts'
import { isDirectoryError } from './words.ts'

/** Groups without a rule are not queried. */
export const openDirectory = (
  ctx: Context,
  { connection, rules, secret }: ProviderRow,
): Directory => {
  if (connection.kind !== 'ldap') throw invalid('this provider is no directory')
  const asksGroups = rules.groups.length > 0 || rules.newUsers === 'group'
  return {
    connection: asksGroups ? connection : { ...connection, groupBase: null },
    secret: secret && ctx.secrets.open(secret),
  }
}

type Given = {
  login: string
  password: string
  /** Counts the guess by account, however the login is written; undefined = unknown. */
  count: (subject: string | undefined) => Promise<void>
}

/** The people found by subject, and whether the directory returned anybody at all. */
export type Listed = { people: ReadonlyMap<string, DirectoryPerson>; isEmpty: boolean }

/** How many people a directory lists, and entries that cannot be told apart. */
export type Count = { people: number; isLimited: boolean; nameless: string[] }

const PAGE = 500
const SUBJECTS_AT_ONCE = 50
const GROUPS_AT_ONCE = 10

/** Talks to LDAP directories. */
export class Directories {
  readonly #connections: Connections

  constructor(allowed: readonly string[]) {
    this.#connections = new Connections(allowed)
  }

  /**
   * The person with this login and password; refused if there is none or several. An unknown login takes the same
   * time as a wrong password, and only the right password reveals that the account is disabled.
   */
  async signIn(directory: Directory, { login, password, count }: Given): Promise<DirectoryPerson> {
    // A bind without a password is an anonymous one, which succeeds.
    if (login.trim() === '' || password === '') throw refuse('wrong_password')
    return this.#connections.within(directory, async (client, server) => {
      const { connection } = directory
      const [entry, another] = await search(client, connection, byLogin(connection, login))
      const found = entry && !another ? toFound(connection, entry) : undefined
      await count(found?.subject)
      const dn = found?.entry.dn ?? `cn=${randomUUID()},${connection.userBase}`
      await this.#connections.bind(connection, server, [dn, password]).catch((error: unknown) => {
        if (found && error instanceof InvalidCredentialsError) throw refuseBind(error)
        throw found || !isDirectoryError(error) ? error : refuse('wrong_password')
      })
      if (!found) throw refuse('wrong_password')
      const person = await describe(client, connection, found)
      if (person.isDisabled) throw refuse('blocked')
      return person
    })
  }

  /** The person with this login, without a password; the names of all entries if there are several. */
  async lookUp(directory: Directory, login: string) {
    return this.#connections.within(directory, async (client) => {
      const { connection } = directory
      const entries = await search(client, connection, byLogin(connection, login))
      const [entry] = entries
      const isOne = entry !== undefined && entries.length === 1
      return {
        names: entries.map(({ dn }) => dn),
        person: isOne && (await describe(client, connection, toFound(connection, entry))),
      }
    })
  }

  /** Queries only these, a few at a time, so that size limits of the directory do not matter. */
  async list(directory: Directory, subjects: readonly string[]): Promise<Listed> {
    return this.#connections.within(directory, async (client) => {
      const { connection } = directory
      const wanted = new Set(subjects)
      const found: KnownEntry[] = []
      for (const some of inBatches(subjects, SUBJECTS_AT_ONCE)) {
        const entries = await searchSubjects(client, connection, some)
        found.push(...entries.map((entry) => toFound(connection, entry)))
      }
      const known = found.filter(({ subject }) => wanted.has(subject))
      const people: DirectoryPerson[] = []
      const filter = await nestedFilter(client, connection)
      for (const some of inBatches(known, GROUPS_AT_ONCE)) {
        const described = some.map((each) => describe(client, connection, each, filter))
        people.push(...(await Promise.all(described)))
      }
      return {
        people: new Map(people.map((person) => [person.subject, person])),
        isEmpty: known.length === 0 && !(await hasAnybody(client, connection)),
      }
    })
  }

  async count(directory: Directory): Promise<Count> {
    return this.#connections.within(directory, async (client) => {
      const { connection } = directory
      const entries: Entry[] = []
      let isLimited = false
      try {
        const options = searchOptions(connection, matchAll(connection.userFilter))
        for await (const page of client.searchPaginated(connection.userBase, options)) {
          entries.push(...page.searchEntries)
        }
      } catch (error) {
        if (!(error instanceof SizeLimitExceededError)) throw error
        isLimited = true
      }
      const isNameless = (entry: Entry) => subjectOf(connection, entry) === undefined
      const nameless = entries.filter(isNameless).map(({ dn }) => dn)
      return { people: entries.length - nameless.length, isLimited, nameless }
    })
  }
}

const byLogin = ({ userFilter }: Ldap, login: string) => filterOf(userFilter, { login })

async function describe(
  client: Client,
  connection: Ldap,
  found: KnownEntry,
  filter?: string,
): Promise<DirectoryPerson> {
  const { groupBase } = connection
  if (groupBase === null) return toPerson(connection, found, undefined)
  const template = filter ?? (await nestedFilter(client, connection))
  const groups = await listGroups(client, { connection, groupBase, template, dn: found.entry.dn })
  return toPerson(connection, found, groups)
}

function toFound(connection: Ldap, entry: Entry): KnownEntry {
  const subject = subjectOf(connection, entry)
  if (subject !== undefined) return { entry, subject }
  throw new Error(`${entry.dn} has no attribute "${connection.attributes.subject}"`)
}

const hasAnybody = (client: Client, { userBase, userFilter }: Ldap): Promise<boolean> =>
  client.search(userBase, { filter: matchAll(userFilter), sizeLimit: 1 }).then(
    ({ searchEntries }) => searchEntries.length > 0,
    (error: unknown) => {
      if (error instanceof SizeLimitExceededError) return true
      throw error
    },
  )

/** If the directory limits the number of results, fewer are requested at once. */
async function searchSubjects(
  client: Client,
  connection: Ldap,
  subjects: readonly string[],
): Promise<Entry[]> {
  try {
    return await search(client, connection, matchSubjects(connection, subjects))
  } catch (error) {
    const half = Math.floor(subjects.length / 2)
    if (!(error instanceof SizeLimitExceededError) || half === 0) throw error
    const parts = [subjects.slice(0, half), subjects.slice(half)]
    const found = []
    for (const part of parts) found.push(...(await searchSubjects(client, connection, part)))
    return found
  }
}

const searchOptions = ({ attributes }: Ldap, filter: string | Filter) => ({
  scope: 'sub' as const,
  filter,
  attributes: attributesOf(attributes),
  explicitBufferAttributes: [attributes.subject],
  paged: { pageSize: PAGE },
})

const search = async (
  client: Client,
  connection: Ldap,
  filter: string | Filter,
): Promise<Entry[]> =>
  (await client.search(connection.userBase, searchOptions(connection, filter))).searchEntries

function* inBatches<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
