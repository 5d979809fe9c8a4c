import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { AppError, invalid } from '../../lib/errors.ts'
import { describeCall } from '../telemetry/describe-span.ts'
import { traced, traceHeaders } from '../telemetry/span.ts'
import { checkedAddress, PrivateAddress, type Resolve } from './checked-lookup.ts'
import { resolveName, UnresolvedName } from './names.ts'

export type FetchLimits = {
  /** Private addresses that are allowed. */
  allowed: readonly string[]
  /** Bytes. */
  largest: number
  /** Milliseconds for the whole download. */
  timeout: number
  /** Aborted when the caller disconnects. */
  left?: AbortSignal
  /** Redirects to follow; 5 by default. */
  redirects?: number
  /** Resolves names to addresses. */
  resolve?: Resolve
}

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Downloads from an external address. The name is resolved once per request and the connection uses the
 * checked address, so that the name cannot change to a private one in between; redirects are followed here
 * and checked like the first address.
 */
export async function* fetchOutside(link: string, limits: FetchLimits): AsyncGenerator<Uint8Array> {
  const { timeout, left } = limits
  const signal = AbortSignal.any([AbortSignal.timeout(timeout), ...(left ? [left] : [])])
  try {
    const response = await follow(link, limits, signal)
    yield* upTo(response, limits.largest, signal)
  } catch (error) {
    throw inWords(error, signal, limits)
  }
}

async function follow(
  link: string,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const { redirects: most = MOST_REDIRECTS } = limits
  let url = readUrl(link)
  for (let redirects = 0; redirects <= most; redirects++) {
    const address = await addressOf(url, limits, signal)
    const response = await traced(describeCall('GET', url), () => get(url, address, signal))
    const { statusCode: status = 0, headers } = response
    if (status >= 200 && status < 300) return response
    response.destroy()
    if (!REDIRECTS.has(status) || headers.location === undefined) {
      throw invalid(`download failed: status ${status}`)
    }
    url = readUrl(headers.location, url)
  }
  throw invalid(`download failed: more than ${most} redirects`)
}

function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid('download failed: expected an address that begins with http:// or https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('download failed: the address must not contain a password')
  }
  return url
}

async function addressOf(
  url: URL,
  { allowed, resolve = (host) => resolveName(host, signal) }: FetchLimits,
  signal: AbortSignal,
): Promise<string> {
  const address = await checkedAddress(url.hostname, allowed, resolve)
  if (address !== undefined) return address
  throw invalid(`download failed: ${url.hostname} has no address`)
}

function get(url: URL, address: string, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  const family = isIP(address)
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      agent: false,
      headers: {
        'user-agent': 'Kontor',
        'accept-encoding': 'identity',
        connection: 'close',
        ...traceHeaders(),
      },
      lookup: (_host, options, done) => {
        if (options.all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    })
      .once('response', resolve)
      .once('error', reject)
      // A protocol switch is followed by neither an answer nor an error.
      .once('close', () => reject(new Error('the connection ended without an answer')))
      .end()
  })
}

async function* upTo(
  response: http.IncomingMessage,
  largest: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const told = Number(response.headers['content-length'] ?? 0)
  let size = 0
  try {
    if (told > largest) throw tooLong(largest)
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > largest) throw tooLong(largest)
      signal.throwIfAborted()
      yield chunk
    }
  } finally {
    response.destroy()
  }
}

const tooLong = (largest: number) =>
  invalid(`download failed: the file is larger than the ${largest} bytes this server accepts`)

function inWords(error: unknown, signal: AbortSignal, { timeout, left }: FetchLimits): unknown {
  if (left?.aborted) return invalid('download failed: the caller has left')
  if (signal.aborted) return invalid(`download failed: it took longer than ${timeout / 1000} s`)
  if (error instanceof AppError) return error
  if (error instanceof PrivateAddress) return invalid(`download failed: ${error.message}`)
  if (error instanceof UnresolvedName) return invalid(`download failed: ${inNameWords(error)}`)
  const { code } = error as NodeJS.ErrnoException
  return invalid(`download failed: ${code ?? 'the connection was closed'}`)
}

const inNameWords = ({ code, message }: UnresolvedName): string =>
  code === 'ETIMEOUT' ? message : 'host not found'
