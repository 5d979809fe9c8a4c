import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DestinationStream } from 'pino'
import { type Log, streamOf } from '../platform/log.ts'
import { pathOf } from './refusals.ts'

const DELAY = 100
const SIZE = 64 * 1024
/** The maximum length of a line: the path is truncated, everything else is short. */
const LONGEST_LINE = 16 * 1024
const LONGEST_PATH = 1024

/**
 * Writes one line per request. Its format is fixed and it contains no secrets, so it is formatted by hand
 * and written in batches: through the logger, one by one, lines would cost more than the rest of a small
 * request.
 */
export class RequestLog {
  readonly #stream: DestinationStream
  readonly #isOn: boolean
  readonly #lines = Buffer.allocUnsafe(SIZE)
  #used = 0
  #at = 0
  #time = ''

  constructor(log: Log) {
    this.#stream = streamOf(log)
    this.#isOn = ['trace', 'debug', 'info'].includes(log.level)
  }

  add(request: FastifyRequest, { statusCode }: FastifyReply, milliseconds: number): void {
    if (!this.#isOn) return
    const { id, method, operation, caller } = request
    const path = JSON.stringify(pathOf(request).slice(0, LONGEST_PATH))
    const user = caller ? `,"user":${JSON.stringify(caller.login)}` : ''
    const trace = request.span ? `,"trace_id":"${request.span.traceId}"` : ''
    const ms = Math.round(milliseconds * 10) / 10
    if (this.#used === 0) setTimeout(() => this.flush(), DELAY).unref()
    this.#used += this.#lines.write(
      `{"level":"info","time":"${this.#now()}","requestId":"${id}","method":"${method}","path":${path},` +
        `"operation":"${operation}","status":${statusCode},"ms":${ms}${user}${trace},"msg":"request"}\n`,
      this.#used,
    )
    if (this.#used > SIZE - LONGEST_LINE) this.flush()
  }

  flush(): void {
    if (this.#used === 0) return
    this.#stream.write(this.#lines.toString('utf8', 0, this.#used))
    this.#used = 0
  }

  /** Cached: many requests share a millisecond. */
  #now(): string {
    const now = Date.now()
    if (now !== this.#at) {
      this.#at = now
      this.#time = new Date(now).toISOString()
    }
    return this.#time
  }
}
