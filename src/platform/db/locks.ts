import { type Sql, sql } from './sql.ts'

/**
 * All advisory locks. A name gets its number by its position in this list: numbers are unique, and new names are
 * added at the end, so that nodes of two releases use the same numbers.
 */
const LOCKS = {
  start: 'migrations and what else is done once at a start',
  bootstrap: 'the first administrator',
  'event partitions': 'the division of the event log; also in 0005_events.sql',
  'event room': 'the job that makes partitions ahead',
  'event archive': 'the job that archives old events',
  'event record': 'how far events are archived',
  demo: 'the state of the demo',
  definitions: 'applying a solution',
  'report rights': 'the rights of the user of SQL reports',
  memberships: 'who is in which group',
  'secret key': 'the key that secrets are sealed with',
  subscribers: 'subscribers of mailings',
  bindings: 'phone bindings of a module',
  providers: 'identity providers',
  nomenclature: 'the tree of the nomenclature',
  'item keys': 'keys of items; a pair with the hash of the key',
  'user settings': 'settings of a person',
  'storage entry': 'an entry of the storage',
  drafts: 'drafts of a person',
  'app indexes': 'indexes of an app',
  'worker fetch': 'jobs that a worker fetches',
  letters: 'letters with the notices of a person',
  'report mail': 'a mail with a report',
  'file body': 'the content of a file',
  'directory names': 'names in a directory',
  'directory tree': 'the tree of directories',
  usage: 'the last of the space for files',
  import: 'an import that runs',
  form: 'limits of a public form',
  address: 'an e-mail address',
  scrub: 'the job that compares file bodies with their checksums',
} as const

export type LockName = keyof typeof LOCKS

const NAMES = Object.keys(LOCKS)
const FIRST = 83_650_001

export const lockNumber = (name: LockName): number => FIRST + NAMES.indexOf(name)

/** The argument of `pg_advisory_…`: the lock itself, or one instance of it by key. */
export const advisoryLock = (name: LockName, key?: Sql): Sql =>
  key
    ? sql`hashtextextended(${key}, ${lockNumber(name)}::bigint)`
    : sql`${lockNumber(name)}::bigint`

/** The owner of the embedded server; taken in the database `postgres`. */
export const EMBEDDED_OWNER = 0x6b6f6e74
