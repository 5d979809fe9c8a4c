import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import type { Sql } from './db/sql.ts'

/** The reader. Facts about them are cached while many objects are checked. */
export type Reader = {
  ctx: Context
  remember<T>(what: string, find: () => Promise<T>): Promise<T>
}

/** Ids by the kind of object they are of. */
export type Unreadable = ReadonlyMap<string, ReadonlySet<string>>

/** How areas query objects of other areas. Implemented in `src/kinds` from the declarations of the areas. */
export type Kinds = {
  /**
   * Of the objects in a request, those that the caller may not read or that do not exist, which look the
   * same from outside. Every id from outside that is stored or acted upon is checked here, all in one query.
   * Processes and jobs act as the system, for which only existence counts.
   */
  findUnreadable(ctx: Context, named: readonly { kind: string; id: string }[]): Promise<Unreadable>
  /** The same as a statement that fails if there are any, and the text of its error. */
  unlessUnreadable(
    ctx: Context,
    named: readonly { kind: string; id: string }[],
  ): Promise<Sql<object>>
  unreadableIn(error: unknown): Unreadable | undefined
  /** Whether the caller may read an object, named as in the event log; also works for deleted objects. */
  mayRead(ctx: Context, object: string): Promise<boolean>
  /** The ids of those users who may read an object. */
  listReaders(ctx: Context, object: string, users: readonly Caller[]): Promise<Set<string>>
  /** What an object belongs to, named as in the event log: the instance of a task, the app of an item. */
  listEnclosing(ctx: Context, object: string): Promise<string[]>
  /** The WHERE conditions for the rows `t` of the kind that the caller may read. */
  readable(ctx: Context, kind: string): Promise<Sql[]>
  /** Throws unless the object that a file belongs to lets the caller change the file. */
  requireFileChange(ctx: Context, owner: string, file: string): Promise<void>
  /** The paths of a family such as `item` (`crm/deals`, …) in which the caller may see something. */
  listSeen(reader: Reader, family: string): Promise<string[]>
}
