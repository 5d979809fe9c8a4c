import type { IncomingMessage } from 'node:http'

/**
 * Sets the time in which a request body must arrive. Node has such a timeout too, but only one for all
 * requests, and the upload of a large file may take longer.
 */
export function watchArrival(
  request: IncomingMessage,
  timeout: number,
  refuse: (error: Error & { code?: string }) => void,
): void {
  if (!hasBody(request)) return
  const timer = setTimeout(() => refuse(new TookTooLong()), timeout)
  request.once('close', () => clearTimeout(timer))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** The error code Node uses for a late request. */
class TookTooLong extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}
