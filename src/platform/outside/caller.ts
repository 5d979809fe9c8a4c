import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { toStorable } from '../../lib/storable.ts'
import { describeCall } from '../telemetry/describe-span.ts'
import { traced, traceHeaders } from '../telemetry/span.ts'
import { checkedAddress, checkedLookup } from './checked-lookup.ts'

export type Reply = { status: number; text: string }
type Message = { body: string | Buffer; headers: Record<string, string>; signal: AbortSignal }
type Request = Omit<Message, 'body'> & { method: string; body?: string | Buffer }

type Answered = Reply & { headers: Headers }

/** The maximum length of a response, in bytes. */
const LONGEST = 8 * 1024 ** 2

/** Calls external programs, never at a private address. */
export class OutsideCaller {
  readonly #allowed: readonly string[]
  readonly #agents: { 'http:': http.Agent; 'https:': https.Agent }

  constructor(allowed: readonly string[]) {
    this.#allowed = allowed
    const options = { keepAlive: true, lookup: checkedLookup(allowed) }
    this.#agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }
  }

  /** Returns any response, including redirects and errors. */
  async post(link: string, message: Message): Promise<Reply> {
    const { status, text } = await this.send(link, { ...message, method: 'POST' })
    return { status, text }
  }

  /** The same with any method, and with the headers of the response. */
  async send(link: string, request: Request): Promise<Answered> {
    const url = new URL(link)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // Names are checked at every new connection; a literal address is not resolved, so it is checked here.
    if (isIP(host)) await checkedAddress(host, this.#allowed)
    return traced(describeCall(request.method, url), () => this.#send(url, request))
  }

  #send(url: URL, { method, body, headers, signal }: Request): Promise<Answered> {
    const isSecure = url.protocol === 'https:'
    const { request } = isSecure ? https : http
    const options = {
      method,
      agent: this.#agents[isSecure ? 'https:' : 'http:'],
      signal,
      headers: {
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        'user-agent': 'Kontor',
        ...traceHeaders(),
        ...headers,
      },
    }
    return new Promise((resolve, reject) => {
      request(url, options, (response) => resolve(read(response)))
        .once('error', reject)
        // A protocol switch is followed by neither an answer nor an error.
        .once('close', () => reject(new Error('the connection ended without an answer')))
        .end(body)
    })
  }
}

async function read(response: http.IncomingMessage): Promise<Answered> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.byteLength
    if (length > LONGEST) throw new Error(`the response is longer than ${LONGEST} bytes`)
    parts.push(part)
  }
  const text = toStorable(Buffer.concat(parts).toString('utf8'))
  return { status: response.statusCode ?? 0, text, headers: new Headers(pairsOf(response)) }
}

const pairsOf = ({ rawHeaders }: http.IncomingMessage): [string, string][] =>
  rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as [string, string]] : [],
  )
