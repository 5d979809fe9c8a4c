import { AppError, invalid } from '../../../lib/errors.ts'
import type { OutsideCaller } from '../../../platform/outside/caller.ts'
import { CHAIN } from '../../../platform/outside/chain.ts'

type Sent = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | undefined
}

/** Milliseconds for another server. */
const TIMEOUT = 30_000

/** Headers that could split a request or send it elsewhere. */
const OURS = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  CHAIN,
]

/** Supported methods: after CONNECT the connection is something else. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Calls another server for a script; anything but reading counts as a change. */
export async function sendOutside(
  caller: OutsideCaller,
  { url, method, headers, body }: Sent,
  { key, chain }: { key: string; chain: Record<string, string> },
): Promise<{ answer: string; isChange: boolean }> {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw invalid(
      `expected an address such as https://example.com, received "${url.slice(0, 200)}"`,
    )
  }
  const upper = method.toUpperCase()
  if (!METHODS.includes(upper)) {
    throw invalid(`expected one of the methods ${METHODS.join(', ')}, received "${method}"`)
  }
  const isChange = upper !== 'GET' && upper !== 'HEAD'
  try {
    const reply = await caller.send(url, {
      method: upper,
      headers: {
        ...(isChange && { 'idempotency-key': key }),
        ...Object.fromEntries(
          Object.entries(headers).filter(([name]) => !OURS.includes(name.toLowerCase())),
        ),
        ...chain,
      },
      ...(body !== undefined && isChange && { body }),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    const { status, text } = reply
    return {
      answer: JSON.stringify({ status, text, headers: Object.fromEntries(reply.headers) }),
      isChange,
    }
  } catch (error) {
    // No answer: the script decides how to continue.
    const { message } = error as Error
    throw new AppError('unavailable', `${address.host} could not be called: ${message}`)
  }
}
