import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { toStorable } from '../../lib/storable.ts'
import { checkedAddress, checkedLookup } from '../../platform/outside/checked-lookup.ts'

export type Outcome = {
  status: number | null
  error: string | null
  /** Seconds that the receiver wants to be left alone. */
  retryAfter?: number | undefined
}

export const isDelivered = ({ status }: Outcome): boolean =>
  status !== null && status >= 200 && status < 300

/** What receivers answer to a message that they do not want; everything else is about the endpoint. */
const ABOUT_MESSAGE: readonly (number | null)[] = [400, 409, 413, 422]

/** A rejected message shows that the endpoint is alive: the next one may get through. */
export const isAlive = (outcome: Outcome): boolean =>
  isDelivered(outcome) || ABOUT_MESSAGE.includes(outcome.status)

const TIMEOUT = 15_000
/** Only the beginning of an error response is stored. */
const LONGEST_ANSWER = 1000
const MOST_READ = 64 * 1024
export const SOCKETS = 32

/** Sends messages to one address over keep-alive connections, never to a private address. */
export class Endpoint {
  readonly #url: URL
  readonly #allowed: readonly string[]
  readonly #agent: http.Agent
  readonly #options: http.RequestOptions
  #isChecked = false

  constructor(url: string, allowed: readonly string[]) {
    this.#url = new URL(url)
    this.#allowed = allowed
    const options = { keepAlive: true, maxSockets: SOCKETS, lookup: checkedLookup(allowed) }
    this.#agent = this.#isSecure ? new https.Agent(options) : new http.Agent(options)
    this.#options = { ...urlToHttpOptions(this.#url), method: 'POST', agent: this.#agent }
  }

  get #isSecure(): boolean {
    return this.#url.protocol === 'https:'
  }

  close(): void {
    this.#agent.destroy()
  }

  async post(body: string, headers: Record<string, string>): Promise<Outcome> {
    try {
      await this.#checkAddress()
      return toStorable(await this.#send(body, headers))
    } catch (error) {
      return toStorable({ status: null, error: inWords(error as NodeJS.ErrnoException) })
    }
  }

  /** Names are checked at every new connection; an address has no name to look up, and is checked once. */
  async #checkAddress(): Promise<void> {
    if (this.#isChecked) return
    const host = this.#url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host)) await checkedAddress(host, this.#allowed)
    this.#isChecked = true
  }

  async #send(body: string, headers: Record<string, string>): Promise<Outcome> {
    const { request } = this.#isSecure ? https : http
    const options = { ...this.#options, headers: withLength(body, headers) }
    const sent = request(options)
    const tooLate = setTimeout(() => sent.destroy(new TooLate()), TIMEOUT)
    try {
      return await new Promise((resolve, reject) => {
        sent.once('response', (response) => read(response, resolve))
        sent.on('error', reject).end(body)
      })
    } finally {
      clearTimeout(tooLate)
    }
  }
}

class TooLate extends Error {}

const withLength = (body: string, headers: Record<string, string>) => ({
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
  'user-agent': 'Kontor',
  ...headers,
})

/** The status is the answer: what comes after it may hang, break off or never end. */
function read(response: http.IncomingMessage, done: (outcome: Outcome) => void): void {
  const status = response.statusCode ?? 0
  let text = ''
  let length = 0
  const finish = () => {
    const isGood = isDelivered({ status, error: null })
    const error = isGood ? null : describe(response, text)
    done({ status, error, retryAfter: readRetryAfter(response) })
  }
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    length += chunk.length
    text = (text + chunk).slice(0, LONGEST_ANSWER)
    // Ignore the rest of an endless response.
    if (length > MOST_READ) response.destroy()
  })
  response.on('error', finish)
  response.once('close', finish)
  response.once('end', finish)
}

/** Messages are signed for one address: they are not taken to another one. */
function describe({ statusCode: status = 0, headers }: http.IncomingMessage, text: string): string {
  const address = status >= 300 && status <= 399 ? headers.location?.slice(0, 300) : undefined
  if (address === undefined) return `it answered ${status}: ${text}`
  return `it answered ${status} with another address (${address}), redirects are not followed: ${text}`
}

/** Seconds; dates are rare and need clocks that agree. */
function readRetryAfter({ headers }: http.IncomingMessage): number | undefined {
  const given = headers['retry-after'] ?? ''
  return /^\d{1,9}$/.test(given) ? Number(given) : undefined
}

function inWords(error: NodeJS.ErrnoException): string {
  const { code, message } = error
  if (error instanceof TooLate) return `no answer within ${TIMEOUT / 1000} s`
  const words = WORDS.find(([codes]) => codes.test(code ?? ''))?.[1]
  const detail = message.slice(0, LONGEST_ANSWER)
  return words === undefined ? detail : `${words} (${detail})`
}

/** Readable messages for Node's network errors. */
const WORDS: readonly [codes: RegExp, words: string][] = [
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'there is no host of this name'],
  [/^(ECONNRESET|EPIPE)$/, 'the receiver closed the connection without an answer'],
  [/^HPE_/, 'the receiver did not answer with HTTP'],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'the receiver does not speak HTTPS'],
]
