import type { ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../lib/errors.ts'
import { within } from '../platform/telemetry/span.ts'
import type { Drain } from './drain.ts'

/**
 * A request runs until its answer is sent or its connection is closed, and until all its work has ended: a handler
 * does not end because its caller disconnected.
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

  /** Called once for each part of the request, like `end`. */
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

  /** Also aborted when the server stops: for handlers that wait for something to happen. */
  ended(): AbortSignal {
    const stop = new AbortController()
    const forget = this.#drain.whenDraining(() => stop.abort())
    this.#response.once('close', forget)
    return AbortSignal.any([this.left(), stop.signal])
  }

  /** Aborted when the connection is closed before the answer was sent. */
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

/** The drain waits for every handler and every stream. */
export function holdWork(server: FastifyInstance, drain: Drain): void {
  server.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      // The caller disconnected before the work began, so nobody waited for it.
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
