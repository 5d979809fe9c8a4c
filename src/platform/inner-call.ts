import type { Caller } from './caller.ts'
import type { Sql } from './db/sql.ts'
import type { Cause } from './events.ts'

/** An operation that is called from inside the server, with the checks of a request. */
export type InnerCall = {
  name: string
  user: Caller
  asked: { params?: unknown; input?: unknown }
  key: string
  /** The process that makes the call. */
  cause: Cause
  /** Allows what is otherwise for administrators: the caller has checked that the object is its own. */
  isOwn?: boolean
  /**
   * Stored together with the change, about its answer, for callers that record what was done. Without it the call
   * is carried out once per key, however often it is retried.
   */
  record?: (answer: string) => Sql[]
}

/** The operations of the server that can be called this way. */
export type InnerOperations = {
  /** The summary and the JSON Schema of the input; undefined if it cannot be called. */
  describe(name: string): { description: string; parameters: object } | undefined
  /** The answer as JSON text. Throws the error that a request would get. */
  call(call: InnerCall): Promise<string>
}
