import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DestinationStream } from 'pino'
import { type Log, streamOf } from '../platform/log.ts'
import { pathOf } from './refusals.ts'

const DELAY = 100
const MOST = 64 * 1024

/**
 * One line per request. Its shape is fixed and it holds no secret, so it is put together by hand,
 * and lines are written a few at a time: through the logger, one by one, they would cost more than
 * everything else a small request does.
 */
export class RequestLog {
  readonly #stream: DestinationStream
  readonly #isOn: boolean
  #lines = ''

  constructor(log: Log) {
    this.#isOn = ['trace', 'debug', 'info'].includes(log.level)
    this.#stream = streamOf(log)
  }

  add(request: FastifyRequest, { statusCode }: FastifyReply, milliseconds: number): void {
    if (!this.#isOn) return
    const { id, method, operation, caller } = request
    if (this.#lines === '') setTimeout(() => this.flush(), DELAY).unref()
    this.#lines +=
      `{"level":"info","time":"${new Date().toISOString()}","requestId":"${id}",` +
      `"method":"${method}","path":${JSON.stringify(pathOf(request))},` +
      `"operation":"${operation}","status":${statusCode},"ms":${Math.round(milliseconds * 10) / 10}` +
      `${caller ? `,"user":${JSON.stringify(caller.login)}` : ''},"msg":"request"}\n`
    if (this.#lines.length > MOST) this.flush()
  }

  flush(): void {
    this.#stream.write(this.#lines)
    this.#lines = ''
  }
}
