import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '../lib/ids.ts'
import type { Log } from '../platform/log.ts'

type Refusal = { status: number; code: string; text: string }

const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'too_large',
    text: 'the headers are larger than this server accepts',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'timeout',
    text: 'the request took too long to arrive',
  },
}

const NOT_HTTP = { status: 400, code: 'invalid', text: 'this is not a valid HTTP request' }

/** Answers malformed requests in the same envelope. */
export function brokenRequests(log: Log) {
  const latest = new WeakMap<Socket, ServerResponse>()
  return {
    watch: (request: IncomingMessage, response: ServerResponse): void => {
      latest.set(request.socket, response)
    },
    refuse: (error: Error & { code?: string }, socket: Socket): void => {
      log.debug({ err: error }, 'refused a connection')
      const response = latest.get(socket)
      if (response?.req.complete && !response.writableFinished) {
        // The requests before the malformed one get their responses; then the connection is closed.
        response.once('close', () => socket.end())
      } else if (socket.writable && error.code !== 'ECONNRESET' && !isAnswered(response)) {
        socket.end(toText(REFUSALS[error.code ?? ''] ?? NOT_HTTP))
      } else socket.destroy()
    },
  }
}

const isAnswered = (response: ServerResponse | undefined): boolean =>
  response?.headersSent === true && !response.writableFinished

function toText({ status, code, text }: Refusal): string {
  const requestId = newId()
  const body = JSON.stringify({ success: false, error: text, code, requestId })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
