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
  /** What is left to administrators otherwise: whoever calls has looked whether it is their own. */
  isOwn?: boolean
  /**
   * What is stored together with a change, about its answer: for who remembers what was done. Without it
   * the call is done once for each key, however often it is tried.
   */
  record?: (answer: string) => Sql[]
}

/** The operations of the server that can be called so. */
export type InnerOperations = {
  /** What it does, and the JSON Schema of what it takes; undefined if it cannot be called. */
  describe(name: string): { description: string; parameters: object } | undefined
  /** The answer as JSON text. Throws what a request would be refused with. */
  call(call: InnerCall): Promise<string>
}
