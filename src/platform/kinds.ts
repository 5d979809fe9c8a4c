import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import type { Sql } from './db/sql.ts'

/** Who asks. What is found out about them is kept for a moment where many objects are looked at. */
export type Reader = {
  ctx: Context
  remember<T>(what: string, find: () => Promise<T>): Promise<T>
}

/** Ids by the kind of object they are of. */
export type Unreadable = ReadonlyMap<string, ReadonlySet<string>>

/** What areas ask about objects of other areas. `src/kinds` answers from what each area declares. */
export type Kinds = {
  /**
   * Of the objects that a request names, those that the caller may not read or that are not there:
   * nobody can tell one from the other. Every id that comes from outside and is to be stored, or to
   * be acted upon, passes here; one query answers for all of them. Processes and jobs act as the
   * system, for which only existence counts.
   */
  findUnreadable(ctx: Context, named: readonly { kind: string; id: string }[]): Promise<Unreadable>
  /** Whether the caller may read an object, named as in the event log; also one that was deleted. */
  mayRead(ctx: Context, object: string): Promise<boolean>
  /** The ids of those among the users who may read an object. */
  listReaders(ctx: Context, object: string, users: readonly Caller[]): Promise<Set<string>>
  /** Which rows `t` of the kind the caller may read, as parts of WHERE. */
  readable(ctx: Context, kind: string): Promise<Sql[]>
  /** Throws if the object that a file belongs to does not let the caller change the file. */
  requireFileChange(ctx: Context, owner: string, file: string): Promise<void>
  /** Of a family such as `item` the paths, `crm/deals`, of which the caller may see something. */
  listSeen(reader: Reader, family: string): Promise<string[]>
}
