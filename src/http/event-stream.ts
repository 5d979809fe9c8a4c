import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { memoize } from '../lib/cache.ts'
import { AppError, type ErrorCode, forbidden, gone, invalid, unauthorized } from '../lib/errors.ts'
import { type Caller, hasScope, NOT_FOR_GUESTS } from '../platform/caller.ts'
import { type Context, type Platform, readContext } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { checkTypes, type EventFilter, matchesFilter } from '../platform/event-filter.ts'
import { archivedText, archivedUpTo } from '../platform/event-log/retention.ts'
import type { EventTail } from '../platform/event-tail.ts'
import { type StoredEvent, type StoredRow, toEvent } from '../platform/events.ts'
import type { Log } from '../platform/log.ts'
import { pause } from '../platform/loops/sleep.ts'
import { ANONYMOUS, authenticate, type Identify } from './auth.ts'
import type { Drain } from './drain.ts'

export type StreamOptions = {
  platform: Platform
  identify: Identify
  drain: Drain
  tail: EventTail
  /** The events among these that the caller may see. */
  seenBy(ctx: Context, events: readonly StoredEvent[]): Promise<readonly StoredEvent[]>
  /** Milliseconds between keep-alive messages of an idle stream, which also check the credentials. */
  beat?: number
}

const BEAT = 20_000
/** The buffer of a reader that does not read. */
const BATCH = 200
/** The target size of one chunk, in characters. */
const PIECE = 16_384

/**
 * The event log as server-sent events. Readers pull: events they have not read stay in the log, not in
 * memory, and never slow writers down. Each event carries its position, so that a client that reconnects
 * with `Last-Event-ID` continues where it was.
 */
export function addEventStream(server: FastifyInstance, options: StreamOptions): void {
  // Who only asks for its head would keep a stream open that nobody reads.
  server.get('/events', { exposeHeadRoute: false }, async (request, reply) => {
    const reader = new Reader(options, request)
    await reader.begin()
    const stream = Readable.from(reader.texts(), { objectMode: false, highWaterMark: 64 * 1024 })
    return reply
      .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
      .send(stream)
  })
}

class Reader {
  readonly #options: StreamOptions
  readonly #request: FastifyRequest
  readonly #filter: EventFilter
  readonly #isNamed: boolean
  readonly #gone = new AbortController()
  #position: number | undefined
  #spokeAt = performance.now()
  #isBehind = false

  constructor(options: StreamOptions, request: FastifyRequest) {
    this.#options = options
    this.#request = request
    const query = request.query as Record<string, unknown>
    this.#filter = readWanted(query)
    this.#isNamed = query.named !== 'false'
    this.#position = readPosition(request.headers['last-event-id'] ?? query.lastEventId)
  }

  async begin(): Promise<void> {
    const { id } = await this.#caller()
    const { requests, streams } = this.#options.platform.turns
    const enter = async () => {
      await this.#refuseArchived()
      await streams.enter(id)
      await this.#enter(id).catch((error: unknown) => {
        streams.leave(id)
        throw error
      })
    }
    await requests.run(enter, undefined, id)
  }

  async #enter(owner: string): Promise<void> {
    await this.#options.tail.enter()
    this.#position ??= this.#options.tail.position
    const leave = this.#options.drain.whenDraining(() => this.#gone.abort())
    this.#gone.signal.addEventListener('abort', () => {
      leave()
      this.#options.tail.leave()
      this.#options.platform.turns.streams.leave(owner)
    })
    const { socket } = this.#request.raw
    socket.once('close', () => this.#gone.abort())
    // A caller that disconnected earlier is not registered again.
    if (socket.destroyed) this.#gone.abort()
  }

  /** The next event is no longer in the log: the client must restart and is told so. */
  async #refuseArchived(): Promise<void> {
    // 0 is the beginning of the log, wherever it is.
    if (!this.#position) return
    const last = await archivedUpTo(this.#options.platform.db)
    if (this.#position < last) throw gone(`Last-Event-ID: ${archivedText(last)}`)
  }

  async *texts(): AsyncGenerator<string> {
    yield 'retry: 2000\n\n'
    try {
      while (!this.#gone.signal.aborted) yield* this.#next()
    } catch (err) {
      this.#request.log.warn({ err }, 'an event stream was interrupted')
      throw err
    } finally {
      this.#gone.abort()
    }
  }

  async *#next(): AsyncGenerator<string> {
    const { tail, beat = BEAT } = this.#options
    const position = this.#position ?? 0
    const silence = Math.max(0, this.#spokeAt + beat - performance.now())
    // A reader that is behind does not wait with those that are up to date.
    if (this.#isBehind) await pause(0)
    else await tail.wait(position, Math.ceil(silence), this.#gone.signal)
    if (this.#gone.signal.aborted) return
    const caller = await this.#findCaller()
    if (!caller) {
      this.#gone.abort()
      yield 'event: end\ndata: the credentials are no longer valid\n\n'
      return
    }
    const recent = tail.after(position, BATCH)
    const read = async () => {
      const events = recent ?? (await this.#older(caller, position))
      this.#isBehind = events.length === BATCH
      const seen = await this.#seenBy(caller, events)
      this.#position = events.at(-1)?.position ?? Math.max(position, tail.position)
      return seen
    }
    const seen = recent ? await read() : await this.#inTurn(read, caller)
    if (seen.length > 0) yield* this.#pieces(seen)
    else if (performance.now() >= this.#spokeAt + beat) yield this.#alive()
  }

  /** Reading what is long past is work like a request. */
  #inTurn<T>(read: () => Promise<T>, { id }: Caller): Promise<T> {
    const { replays, requests } = this.#options.platform.turns
    return replays.run(() => requests.run(read, undefined, id), undefined, id)
  }

  /** Lazy, so that a reader that does not read holds no memory. */
  *#pieces(events: readonly StoredEvent[]): Generator<string> {
    let piece = ''
    for (const event of events) {
      piece += this.#toText(event)
      if (piece.length < PIECE) continue
      yield piece
      piece = ''
    }
    if (piece !== '') yield piece
    this.#spokeAt = performance.now()
  }

  /** Events without a name reach the default listener of a browser. */
  #toText(event: StoredEvent): string {
    const name = this.#isNamed ? `event: ${event.type}\n` : ''
    return `id: ${event.position}\n${name}data: ${jsonOf(event)}\n\n`
  }

  /**
   * Proxies and clients close an idle connection. An id without data is not an event but a position to
   * continue from, so that events the caller may not see are not read again after a reconnect.
   */
  #alive(): string {
    this.#spokeAt = performance.now()
    return `: alive\nid: ${this.#position}\n\n`
  }

  async #seenBy(user: Caller, events: StoredEvent[]): Promise<readonly StoredEvent[]> {
    return this.#options.seenBy(
      this.#context(user),
      events.filter((event) => matchesFilter(this.#filter, event)),
    )
  }

  #context(user: Caller): Context {
    const log = this.#request.log as Log
    return readContext(this.#options.platform, { user, requestId: this.#request.id, log })
  }

  /** Up to the position of the tail everything is final. */
  async #older(caller: Caller, position: number): Promise<StoredEvent[]> {
    const { tail } = this.#options
    const rows = await this.#context(caller).db.all(sql<StoredRow>`
      select position, at, type, object_id, namespace, code, actor_id, request_id, data
      from kontor.events
      where position > ${position} and position <= ${tail.position}
      order by position limit ${BATCH}`)
    // Checked after reading: missing events may have been archived since. A client that reconnects gets the error.
    await this.#refuseArchived()
    return rows.map(toEvent)
  }

  async #findCaller(): Promise<Caller | undefined> {
    try {
      return await this.#caller()
    } catch (error) {
      if (error instanceof AppError && REFUSALS.has(error.code)) return undefined
      throw error
    }
  }

  async #caller(): Promise<Caller> {
    const caller = await authenticate(this.#options.identify, this.#request)
    if (caller === ANONYMOUS) throw unauthorized('credentials are missing: send a token')
    if (!hasScope(caller.credential, 'events', false)) {
      throw forbidden('this token does not have the scope "events:read"')
    }
    if (caller.isGuest) throw forbidden(NOT_FOR_GUESTS)
    return caller
  }
}

/** Errors that are about the credentials; others, such as a busy database, are not. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'bad_token', 'forbidden'])

/** Built once for all readers. */
const jsonOf = memoize(({ position, at, ...rest }: StoredEvent): string =>
  JSON.stringify({ position, at, ...rest }),
)

function readWanted(query: Record<string, unknown>): EventFilter {
  const list = (name: string): string[] => {
    const value = query[name]
    if (value === undefined || value === '') return []
    if (typeof value === 'string') return value.split(',')
    throw invalid(`the parameter "${name}" was given twice, separate values by commas`)
  }
  const filter = { types: list('types'), namespaces: list('namespaces'), apps: list('apps') }
  checkTypes(filter.types)
  return filter
}

function readPosition(given: unknown): number | undefined {
  if (given === undefined || given === '') return undefined
  const position = Number(given)
  if (Number.isSafeInteger(position) && position >= 0) return position
  throw new AppError('invalid', 'Last-Event-ID: expected the id of an event')
}
