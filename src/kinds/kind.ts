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

/** Where objects of a kind are. */
export type Rows = {
  /** Stands behind FROM; its rows are called `t`. */
  table: Sql
  key: Sql
  /** Whether it is there: what was deleted cannot be named any more. */
  isLive: Sql
  facts: FactColumns
}

/**
 * A kind of object, declared once. Lists, the search, the check of ids in requests and the event
 * stream all take from here who may read an object. Administrators read everything.
 */
export type Kind = {
  /** As objects are called in the event log: `task` for `task:<id>`, `item:crm/deals` for `item:crm/deals/<id>`. */
  name: string
  /** Absent for what is known from its events alone. */
  rows?: Rows
  /** Who may read it; nobody, unless it says so. */
  visible?(reader: Reader): Promise<Condition>
  /** Those that the caller may read, where there are few of them. */
  listIds?(reader: Reader): Promise<string[]>
  search?: Searched
  /** What an object is a part of: whoever has muted that hears nothing of the object. */
  within?(ctx: Context, id: string): Promise<string[]>
  /** Those that the caller may read and that are searched in memory. */
  listNamed?(ctx: Context): Promise<Omit<Named, 'kind'>[]>
  feed?: FeedKind
  /** The object whose readers hear of an event; itself, unless it is named here. */
  about?(event: StoredEvent): string | undefined
  /** Whether an event is for the caller, where that is not the same as reading the object. */
  hears?(reader: Reader, event: StoredEvent, isReader: boolean): boolean | Promise<boolean>
  /** Throws if the caller may not change a file that belongs to the object. */
  requireFileChange?(ctx: Context, id: string, file: string): Promise<void>
  /** Of an event what the caller may see. */
  view?(ctx: Context, event: StoredEvent): Promise<StoredEvent>
}

/** What is said about objects of a kind, and what happens to them, at `system/<code>/<id>`. */
export type FeedKind = {
  code: string
  /** How the types of the events begin that it shows. */
  events: readonly string[]
  /** Throws where the caller may not read the object. */
  open(ctx: Context, id: string): Promise<Feed>
  /** Other objects whose events it shows as well. */
  parts?(ctx: Context, id: string): Promise<string[]>
}

export type Feed = {
  /** The directory of its files and their item; absent if it cannot have files. */
  directory?: string
  item?: string
  /** Users who are notified of every message. */
  followers: readonly string[]
}

/** What a search tells of an object. */
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

/** How objects are found by their words; over the row `t`. */
export type Searched = {
  name: Sql
  /** Other texts. Those that not every reader of the object may see are parts of their own. */
  parts: readonly TextPart[]
  /** Whose readers find it; its own, unless named. */
  about?: { kind: Sql; id: Sql }
  /** `title`, `subtitle` and, where it has a place, `namespace` and `code`. */
  select: Sql
  /** The fields that the caller may see, where some have rights of their own. */
  visible?: readonly string[]
  /** The body of a file, whose text is read by a job, and whether it has been. */
  file?: { body: Sql; isRead: Sql }
}

/** A text with the fields that it is made of; `part` is '' for what every reader may see. */
export type TextPart = { part: string; fields: readonly string[]; text: Sql }

/** Kinds that come from definitions: `item:crm/deals`, `item:crm/leads` … */
export type Family = {
  /** What stands before the colon. */
  name: string
  find(ctx: Context, path: string): Promise<Kind | undefined>
  /** The paths of those of which the caller may see at least something. */
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

/** How people call an object of this kind in a refusal. */
export const kindName = (kind: string): string =>
  kind.startsWith('item:') ? `item of ${kind.slice('item:'.length)}` : kind

/** The kind of an object and its id. */
export type ObjectName = { name: string; id: string }

/** `task:<id>` is of the kind `task`, `item:crm/deals/<id>` of the kind `item:crm/deals`. */
export function parseObject(object: string): ObjectName {
  const at = object.includes('/') ? object.lastIndexOf('/') : object.indexOf(':')
  return at < 0 ? { name: object, id: '' } : { name: object.slice(0, at), id: object.slice(at + 1) }
}
