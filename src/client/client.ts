import type { z } from 'zod'
import { isPublic } from '../api/envelope.ts'
import type { Area, Operation, Upload } from '../api/operation.ts'
import type { Detail } from '../lib/errors.ts'

/** The body of a request: text, bytes, a form, a stream. */
type Content = NonNullable<RequestInit['body']>

export type Sent = { method: string; path: string; headers: Record<string, string>; body?: Content }
export type Answered = { status: number; headers: Headers; text: string }
/** A transport for requests. */
export type Send = (request: Sent) => Promise<Answered>

/** An error response of the server. */
export class ClientError extends Error {
  readonly status: number
  readonly code: string
  /** A finer word than the code, where there is one. */
  readonly reason: string | undefined
  readonly details: Detail[]
  readonly requestId: string
  readonly headers: Headers

  constructor({ status, headers, text }: Answered) {
    const body = parse(text)
    super(body.error ?? body.detail ?? `the server answered ${status}`)
    this.status = status
    this.code = body.code ?? 'unknown'
    this.reason = body.reason
    this.details = body.details ?? []
    this.requestId = body.requestId ?? ''
    this.headers = headers
  }
}

type Part<Name extends string, Schema extends z.ZodType> =
  Record<string, never> extends z.input<Schema>
    ? { [Key in Name]?: z.input<Schema> }
    : { [Key in Name]: z.input<Schema> }

/** The three parts that the handler receives; parts without required keys may be omitted. */
export type Request<O extends Operation> = Part<'params', O['params']> &
  Part<'input', O['input']> &
  Part<'headers', O['headers']> &
  (O extends Upload ? { file: Content } : unknown)

export type Reply<O extends Operation> = z.output<O['output']> & { readonly $headers: Headers }

type Call<O extends Operation> =
  Record<string, never> extends Request<O>
    ? (request?: Request<O>) => Promise<Reply<O>>
    : (request: Request<O>) => Promise<Reply<O>>

export type Client<Areas extends Record<string, Area>> = {
  [A in keyof Areas]: { [O in keyof Areas[A]]: Call<Areas[A][O]> }
}

/** A typed function for every declared operation. */
export function createClient<Areas extends Record<string, Area>>(
  areas: Areas,
  send: Send,
): Client<Areas> {
  const calls = Object.entries(areas).map(([name, area]) => [
    name,
    Object.fromEntries(
      Object.entries(area).map(([key, operation]) => [
        key,
        (request: Parts = {}) => call(operation, send, request),
      ]),
    ),
  ])
  return Object.fromEntries(calls)
}

export type Parts = {
  params?: Record<string, string>
  input?: unknown
  headers?: Record<string, unknown>
  /** The body of an upload. */
  file?: Content
}

async function call(operation: Operation, send: Send, request: Parts): Promise<unknown> {
  const answer = await send(toSent(operation, request))
  if (answer.status < 200 || answer.status > 299) throw new ClientError(answer)
  if (operation.streams || operation.isDownload)
    return { text: answer.text, $headers: answer.headers }
  const { success: _, error: __, ...reply } = parse(answer.text)
  const body = isPublic(operation) ? reply : parse(answer.text)
  return Object.defineProperty(body, '$headers', { value: answer.headers })
}

/** Serializes the request of an operation. */
export function toSent(
  operation: Operation,
  { params = {}, input, headers = {}, file }: Parts,
): Sent {
  const method = operation.methods.find((each) => each !== 'GET') ?? 'GET'
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const known = Object.entries(headers).filter(([, value]) => value !== undefined)
  const sent = { method, headers: Object.fromEntries(known.map(([k, v]) => [k, String(v)])) }
  if (operation.isUpload) {
    return { ...sent, path: `${path}${plainQuery(input)}`, ...(file && { body: file }) }
  }
  if (method !== 'GET' && method !== 'DELETE') {
    const { body, query } = split(operation, input)
    return { ...sent, path: `${path}${query}`, ...(body !== undefined && { body }) }
  }
  return { ...sent, path: `${path}${toQuery(operation, input)}` }
}

/** Splits the input into the body and the keys sent in the query string. */
function split({ inQuery }: Operation, input: unknown): { body?: string; query: string } {
  if (input === undefined) return { query: '' }
  if (inQuery.length === 0) return { body: JSON.stringify(input), query: '' }
  const { query = [], body = [] } = Object.groupBy(Object.entries(input as object), ([name]) =>
    inQuery.includes(name) ? 'query' : 'body',
  )
  return {
    body: JSON.stringify(Object.fromEntries(body)),
    query: plainQuery(Object.fromEntries(query)),
  }
}

function toQuery(operation: Operation, input: unknown): string {
  if (input === undefined) return ''
  if (isPublic(operation)) return `?query=${encodeURIComponent(JSON.stringify(input))}`
  return plainQuery(input)
}

function plainQuery(input: unknown): string {
  const pairs = Object.entries(input ?? {}).filter(([, value]) => value !== undefined)
  const query = Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(query)}`
}

/** Sends with `fetch`, authenticated with a token. */
export function overHttp(
  address: string,
  token?: string,
  always: Record<string, string> = {},
): Send {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...always,
        ...headers,
      },
      // Required by fetch for streams.
      ...(body !== undefined && { body, duplex: 'half' }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the server sent
function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return { error: text.slice(0, 200) }
  }
}
