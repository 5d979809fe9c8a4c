import type { ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../lib/errors.ts'
import { within } from '../platform/telemetry/span.ts'
import type { Drain } from './drain.ts'

/**
 * A request runs until its answer is out or its connection is gone, and until all work for it has
 * ended: a handler does not end because its caller has left.
 */
export class RunningRequest {
  readonly #drain: Drain
  readonly #response: ServerResponse
  #left: AbortSignal | undefined
  #parts = 0

  constructor(drain: Drain, response: ServerResponse) {
    this.#drain = drain
    this.#response = response
  }

  /** Called once for each part of the request, as is `end`. */
  begin(): void {
    if (this.#parts++ === 0) this.#drain.enter()
  }

  end(): void {
    if (--this.#parts === 0) this.#drain.leave()
  }

  hold<T>(work: Promise<T>): Promise<T> {
    const end = () => this.end()
    this.begin()
    work.then(end, end)
    return work
  }

  /** Aborted when the server stops, too: for handlers that wait for something to happen. */
  ended(): AbortSignal {
    const stop = new AbortController()
    const forget = this.#drain.whenDraining(() => stop.abort())
    this.#response.once('close', forget)
    return AbortSignal.any([this.left(), stop.signal])
  }

  /** Aborted when the connection is gone before the answer was sent. */
  left(): AbortSignal {
    this.#left ??= this.#watch()
    return this.#left
  }

  #watch(): AbortSignal {
    const response = this.#response
    if (response.destroyed) return AbortSignal.abort(gone())
    const left = new AbortController()
    response.once('close', () => response.writableFinished || left.abort(gone()))
    return left.signal
  }
}

const gone = () => unavailable('the caller is gone')

/** The drain waits for every handler, and for every stream that is sent. */
export function holdWork(server: FastifyInstance, drain: Drain): void {
  server.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      // Nobody waited for it while its caller was gone and it had not begun.
      if (drain.isDraining && reply.raw.destroyed) throw unavailable('the server is stopping')
      const work: unknown = within(request.span, () => handler.call(this, request, reply))
      return work instanceof Promise ? request.running.hold(work) : work
    }
  })
  server.addHook('onSend', ({ running }, _, payload, done) => {
    if (payload instanceof Readable) {
      running.begin()
      finished(payload, () => running.end())
    }
    done()
  })
}
