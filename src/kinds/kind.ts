import type { Context } from '../platform/context.ts'
import { raw, type Sql, sql } from '../platform/db/sql.ts'
import type { StoredEvent } from '../platform/events.ts'
import type { Reader } from '../platform/kinds.ts'
import type { Condition, Fact, FactColumns } from './condition.ts'

export type { Reader }

/** For one request. */
export function readerOf(ctx: Context): Reader {
  const known = new Map<string, Promise<unknown>>()
  return {
    ctx,
    remember: <T>(what: string, find: () => Promise<T>) => {
      const found = (known.get(what) as Promise<T> | undefined) ?? find()
      known.set(what, found)
      return found
    },
  }
}

/** Where objects of a kind are stored. */
export type Rows = {
  /** The FROM clause; its rows are called `t`. */
  table: Sql
  key: Sql
  /** Whether it exists: deleted objects cannot be referred to. */
  isLive: Sql
  facts: FactColumns
}

/**
 * A kind of object, declared once. Lists, search, the check of ids in requests and the event stream derive from it
 * who may read an object. Administrators read everything.
 */
export type Kind = {
  /** The prefix of its objects in the event log: `task` for `task:<id>`, `item:crm/deals` for `item:crm/deals/<id>`. */
  name: string
  /** Absent if it is known from its events only. */
  rows?: Rows
  /** Who may read it; absent = nobody. */
  visible?(reader: Reader): Promise<Condition>
  /** The objects the caller may read, if there are few. */
  listIds?(reader: Reader): Promise<string[]>
  search?: Searched
  /** What an object belongs to: muting that also mutes the object. */
  within?(ctx: Context, id: string): Promise<string[]>
  /** The objects the caller may read, for search in memory. */
  listNamed?(ctx: Context): Promise<Omit<Named, 'kind'>[]>
  feed?: FeedKind
  /** The object whose readers receive an event; by default itself. */
  about?(event: StoredEvent): string | undefined
  /** Whether an event is for the caller, if that differs from reading the object. */
  hears?(reader: Reader, event: StoredEvent, isReader: boolean): boolean | Promise<boolean>
  /** Throws if the caller may not change a file that belongs to the object. */
  requireFileChange?(ctx: Context, id: string, file: string): Promise<void>
  /** The part of an event that the caller may see. */
  view?(ctx: Context, event: StoredEvent): Promise<StoredEvent>
}

/** The feed of objects of this kind, at `system/<code>/<id>`. */
export type FeedKind = {
  code: string
  /** Prefixes of the event types it shows. */
  events: readonly string[]
  /** Throws if the caller may not read the object. */
  open(ctx: Context, id: string): Promise<Feed>
  /** Other objects whose events it shows as well. */
  parts?(ctx: Context, id: string): Promise<string[]>
}

export type Feed = {
  /** The directory of its files and their item; absent = it has no files. */
  directory?: string
  item?: string
  /** Users who are notified of every message. */
  followers: readonly string[]
}

/** A search result. */
export type Named = {
  kind: string
  id: string
  title: string
  subtitle: string
  namespace?: string
  code?: string
  /** What a message is about. */
  about?: string
}

/** How objects are found by words; over the row `t`. */
export type Searched = {
  name: Sql
  /** Further texts. Those that not every reader may see are separate parts. */
  parts: readonly TextPart[]
  /** The kind whose readers find it; by default its own. */
  about?: { kind: Sql; id: Sql }
  /** `title`, `subtitle` and, where it has a place, `namespace` and `code`. */
  select: Sql
  /** The fields that the caller may see, if some have rights of their own. */
  visible?: readonly string[]
  /** The body of a file, whose text is read by a job, and whether it was read. */
  file?: { body: Sql; isRead: Sql }
}

/** A text and the fields it consists of; `part` is '' for texts that every reader may see. */
export type TextPart = { part: string; fields: readonly string[]; text: Sql }

/** Kinds that come from definitions: `item:crm/deals`, `item:crm/leads` … */
export type Family = {
  /** The part before the colon. */
  name: string
  find(ctx: Context, path: string): Promise<Kind | undefined>
  /** The paths in which the caller may see anything. */
  listSeen(reader: Reader): Promise<string[]>
}

/** A column that holds one id. */
export const idIn = (column: Sql): Fact => ({
  values: sql`array_remove(array[${column}], null)`,
  hasAny: ([first, ...rest]) =>
    rest.length === 0
      ? sql`${column} = ${first}::uuid`
      : sql`${column} = any(${[first, ...rest]}::uuid[])`,
  hasAnyOf: (select) => sql`${column} in (${select})`,
})

export const ID = raw('t.id')

/** The name of the kind in error messages. */
export const kindName = (kind: string): string =>
  kind.startsWith('item:') ? `item of ${kind.slice('item:'.length)}` : kind

/** The kind of an object and its id. */
export type ObjectName = { name: string; id: string }

/** `task:<id>` is of the kind `task`, `item:crm/deals/<id>` of the kind `item:crm/deals`. */
export function parseObject(object: string): ObjectName {
  const at = object.includes('/') ? object.lastIndexOf('/') : object.indexOf(':')
  return at < 0 ? { name: object, id: '' } : { name: object.slice(0, at), id: object.slice(at + 1) }
}
