import type { Area, Operation, Received, Returned } from '../api/operation.ts'
import type { Context } from '../platform/context.ts'
import type { Arriving } from '../platform/files/object-store.ts'

/** JSON text that is ready to be sent, as PostgreSQL makes it for lists. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What a handler may know of the request around its input, and say besides its answer. */
export type RequestContext = Context & {
  setHeader(name: string, value: string): void
  /** 200 unless said otherwise. */
  setStatus(status: number): void
  /** The file of an operation that is an upload. */
  receive(): Promise<Arriving>
  address: string
  agent: string
  isSecure: boolean
  /** One more transaction, for operations declared `inSteps`. */
  write<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

type Handler<O extends Operation> = (
  received: Received<O>,
  ctx: RequestContext,
) => Promise<Returned<O> | JsonText>

export type Handlers<A extends Area> = { [Name in keyof A]: Handler<A[Name]> }

/** An area's operations with the functions that carry them out. */
export type Routes = { name: string; area: Area; handlers: Record<string, Handler<Operation>> }

/** Asks for a handler for every operation: a forgotten one does not compile. */
export const implement = <A extends Area>(
  name: string,
  area: A,
  handlers: Handlers<A>,
): Routes => ({ name, area, handlers: handlers as unknown as Routes['handlers'] })
