import type { IncomingMessage } from 'node:http'

/**
 * A body has to be here in so many milliseconds. Node can watch over this by itself, but only for
 * all requests alike, and a large file may take as long as its sender's line needs.
 */
export function watchArrival(
  request: IncomingMessage,
  patience: number,
  refuse: (error: Error & { code?: string }) => void,
): void {
  if (!hasBody(request)) return
  const timer = setTimeout(() => refuse(new TookTooLong()), patience)
  request.once('close', () => clearTimeout(timer))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** What Node says of a request that is late. */
class TookTooLong extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}
