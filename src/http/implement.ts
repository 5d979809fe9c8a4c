import type { Readable } from 'node:stream'
import type { List } from '../api/list.ts'
import type { Area, Operation, Received, Returned } from '../api/operation.ts'
import type { WithJsonText } from '../lib/json-text.ts'
import type { Caller } from '../platform/caller.ts'
import type { Context } from '../platform/context.ts'
import type { Arriving, ByteRange } from '../platform/files/object-store.ts'

/** A file as a reply: the frame selects the range. */
export class FileContent {
  readonly file: FileAnswer
  constructor(file: FileAnswer) {
    this.file = file
  }
}

export type FileAnswer = {
  size: number
  /** Identifies the bytes: equal ones are the same file. */
  etag: string
  /** For clients that join ranges: the server verifies only whole files. */
  sha256?: Buffer
  type: string
  disposition: string
  /** Shown inside our pages. Only for content that cannot run scripts there. */
  isFramed?: boolean
  open(range?: ByteRange): Promise<Readable>
}

/** A generated file as a reply, produced while it is sent. */
export class Download {
  readonly content: Readable
  readonly type: string
  readonly name: string
  constructor(content: Readable, { type, name }: { type: string; name: string }) {
    this.content = content
    this.type = type
    this.name = name
  }
}

/** The context of a handler: the request around its input, and the response around its reply. */
export type RequestContext = Context & {
  setHeader(name: string, value: string): void
  /** `SameSite`, `HttpOnly`, and if the site uses https `Secure` with the prefix `__Host-`. */
  setCookie(name: string, value: string, seconds: number): void
  readCookie(name: string): string | undefined
  /** 200 by default. */
  setStatus(status: number): void
  /** The file of an upload. */
  receive(): Promise<Arriving>
  address: string
  agent: string
  /**
   * The address of the server for this caller, such as `https://kontor.example.org`. For answers only:
   * unless it is configured, it comes from the request.
   */
  site: string
  /** Aborted when the connection is closed before the response is sent. */
  left(): AbortSignal
  /** The same, and when the server stops: for handlers that wait. */
  ended(): AbortSignal
  /** Runs after the commit; its result is sent instead. */
  afterCommit(work: (ctx: Context) => Promise<object>): void
  /** Another transaction, for operations declared `inSteps`; `as` another user than the caller. */
  write<T>(work: (ctx: Context) => Promise<T>, as?: Caller): Promise<T>
}

type Handler<O extends Operation> = (
  received: Received<O>,
  ctx: RequestContext,
) => Promise<WithJsonText<Returned<O>> | List | FileContent | Download>

export type Handlers<A extends Area> = { [Name in keyof A]: Handler<A[Name]> }

/** An area's operations with their handlers. */
export type Routes = { name: string; area: Area; handlers: Record<string, Handler<Operation>> }

/** Requires a handler for every operation: a missing one does not compile. */
export const implement = <A extends Area>(
  name: string,
  area: A,
  handlers: Handlers<A>,
): Routes => ({ name, area, handlers: handlers as unknown as Routes['handlers'] })
