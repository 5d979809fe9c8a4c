import type { Readable } from 'node:stream'
import type { List } from '../api/list.ts'
import type { Area, Operation, Received, Returned } from '../api/operation.ts'
import type { WithJsonText } from '../lib/json-text.ts'
import type { Caller } from '../platform/caller.ts'
import type { Context } from '../platform/context.ts'
import type { Arriving, ByteRange } from '../platform/files/object-store.ts'

/** A file to be sent: the frame decides which part of it, if any. */
export class FileContent {
  readonly file: FileAnswer
  constructor(file: FileAnswer) {
    this.file = file
  }
}

export type FileAnswer = {
  size: number
  /** Names the bytes: equal ones are the same file. */
  etag: string
  type: string
  disposition: string
  /** To be shown inside a page of ours. Only for what can never run as part of it. */
  isFramed?: boolean
  open(range?: ByteRange): Promise<Readable>
}

/** A file as an answer, made while it is sent. */
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

/** What a handler may know of the request around its input, and say besides its answer. */
export type RequestContext = Context & {
  setHeader(name: string, value: string): void
  /** For this site alone, never for scripts, and for https alone where the site is. */
  setCookie(name: string, value: string, seconds: number): void
  readCookie(name: string): string | undefined
  /** 200 unless said otherwise. */
  setStatus(status: number): void
  /** The file of an operation that is an upload. */
  receive(): Promise<Arriving>
  address: string
  agent: string
  /** How callers reach the server, such as `https://kontor.example.org`. */
  site: string
  /** Goes on when the change is committed; what it answers is sent instead. */
  afterCommit(work: (ctx: Context) => Promise<object>): void
  /** One more transaction, for operations declared `inSteps`; `as` somebody who is not the caller. */
  write<T>(work: (ctx: Context) => Promise<T>, as?: Caller): Promise<T>
}

type Handler<O extends Operation> = (
  received: Received<O>,
  ctx: RequestContext,
) => Promise<WithJsonText<Returned<O>> | List | FileContent | Download>

export type Handlers<A extends Area> = { [Name in keyof A]: Handler<A[Name]> }

/** An area's operations with the functions that carry them out. */
export type Routes = { name: string; area: Area; handlers: Record<string, Handler<Operation>> }

/** Asks for a handler for every operation: a forgotten one does not compile. */
export const implement = <A extends Area>(
  name: string,
  area: A,
  handlers: Handlers<A>,
): Routes => ({ name, area, handlers: handlers as unknown as Routes['handlers'] })
