import { newId } from '../../lib/ids.ts'
import { SYSTEM } from '../../platform/caller.ts'
import { type Context, type Platform, write } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { matchesFilter } from '../../platform/event-filter.ts'
import type { EventTail } from '../../platform/event-tail.ts'
import { type Cause, type Cursor, readEvents, type StoredEvent } from '../../platform/events.ts'
import { BackgroundLoop } from '../../platform/loops/background-loop.ts'
import { chainHeader, namesOf } from '../../platform/outside/chain.ts'
import { describeCall } from '../../platform/telemetry/describe-span.ts'
import {
  currentSpan,
  type SpanDescription,
  tracedFrom,
  traceHeaders,
} from '../../platform/telemetry/span.ts'
import { findTraces } from '../../platform/telemetry/stored-traces.ts'
import { LONGEST_FAILING, nextTry, restAfter } from './backoff.ts'
import { type Keys, toRequest } from './message.ts'
import { tellPaused } from './paused.ts'
import { Endpoint, isAlive, isDelivered, type Outcome, SOCKETS } from './post.ts'
import * as store from './store/sending.ts'

type Parts = {
  platform: Platform
  tail: EventTail
  allowed: readonly string[]
  /** Called when this loop has ended and another one may have to be started. */
  onOver(): void
}
type Outcomes = Map<store.Message, Outcome>

/** As many are sent again after a crash, at most. */
const BATCH = 500
/** After so many answers in a row that show no sign of life, the rest of a batch is not tried. */
const MOST_REFUSED = 2 * SOCKETS
/** How long to wait when idle, because retries may become due. */
const NAP = 500
const GONE = 410

/** Reads events from the log for one webhook and sends them while this node holds the lease. */
export class WebhookLoop {
  readonly version: number
  isOver = false
  readonly #parts: Parts
  readonly #key: string
  readonly #webhook: store.Leased & Keys
  readonly #endpoint: Endpoint
  readonly #loop: BackgroundLoop
  readonly #forget: () => void
  /**
   * How far messages are settled. `#read` is the same position, and also knows for whom reading waits at a gap: what
   * could not be settled is read again.
   */
  #cursor: Cursor
  #read: Cursor
  readonly #about: SpanDescription
  #failures: number
  #failingSince: Date | null
  #restUntil: Date | null

  constructor(parts: Parts, key: string, webhook: store.Leased & Keys) {
    this.version = webhook.version
    this.#parts = parts
    this.#key = key
    this.#webhook = webhook
    this.#cursor = webhook.cursor
    this.#read = webhook.cursor
    this.#about = { ...describeCall('POST', new URL(webhook.url)), name: 'webhook' }
    this.#failures = webhook.failures
    this.#failingSince = webhook.failing_since
    this.#restUntil = webhook.rest_until
    this.#endpoint = new Endpoint(webhook.url, parts.allowed)
    const { log } = parts.platform
    this.#loop = new BackgroundLoop({
      round: (signal) => this.#round(signal),
      onFailure: (err) => log.warn({ err, webhook: webhook.id }, 'a webhook cannot be sent for'),
    })
    this.#forget = parts.tail.watch(() => this.#loop.wake())
    this.#loop.start()
  }

  async stop(): Promise<void> {
    this.#forget()
    await this.#loop.stop()
    this.#endpoint.close()
  }

  async #round(signal: AbortSignal): Promise<number> {
    if (this.isOver || this.#isResting()) return NAP
    const isBusy = (await this.#sendDue(signal)) || (await this.#sendNew(signal))
    return isBusy ? 0 : NAP
  }

  /** Sends what could not be sent before; true if there was something. */
  async #sendDue(signal: AbortSignal): Promise<boolean> {
    const { platform } = this.#parts
    const due = await store.findDue(platform.db, this.#webhook.id, platform.now(), this.#most)
    if (due.length === 0) return false
    const outcomes = await this.#sendAll(due, signal)
    if (outcomes.size === 0) return true
    await this.#settle(outcomes, (db, now) => {
      const settled = due.filter((message) => outcomes.has(message))
      return store.settleAll(
        db,
        settled.map((message) => ({ id: message.id, ...resultOf(message, outcomes, now) })),
        now,
      )
    })
    return true
  }

  /**
   * Sends events straight from the log, and writes down what became of them; true if there was something. Only
   * when nothing is due: until then events stay in the log, so that a dead endpoint costs nothing.
   */
  async #sendNew(signal: AbortSignal): Promise<boolean> {
    const { platform, tail } = this.#parts
    const from = this.#cursor
    if (tail.position <= from.position) return false
    const { events, cursor: to } = await readEvents(platform.db, this.#read, BATCH)
    if (to.position === from.position) {
      this.#read = to
      return false
    }
    const messages = events.filter((event) => matchesFilter(this.#webhook, event)).map(toMessage)
    const outcomes = await this.#sendAll(await this.#unhindered(messages), signal)
    const isTaken = await this.#settle(outcomes, (db, now) => {
      const results = messages.map((message) => {
        const { position, object, type } = message
        return { position, object, type, ...resultOf(message, outcomes, now) }
      })
      return store.advance(db, this.#webhook.id, { results, from, to, now })
    })
    // A replay has moved the cursor; the next lease reads it.
    if (!isTaken) this.#end()
    else {
      this.#cursor = to
      this.#read = to
    }
    return isTaken === true
  }

  /** An endpoint that failed gets one message, to see whether it is alive again. */
  get #most(): number {
    return this.#failures > 0 ? 1 : BATCH
  }

  /** The messages that overtake nothing. */
  async #unhindered(messages: store.Message[]): Promise<store.Message[]> {
    const { db } = this.#parts.platform
    const objects = messages.map(({ object }) => object)
    const waiting = await store.findWaiting(db, this.#webhook.id, objects)
    return messages.filter(({ object }) => !waiting.has(object)).slice(0, this.#most)
  }

  #end(): void {
    this.isOver = true
    this.#parts.onOver()
  }

  #isResting(): boolean {
    return this.#restUntil !== null && this.#restUntil > this.#parts.platform.now()
  }

  /** In parallel, but in order per object. Gives no outcome for those that were not tried. */
  async #sendAll(messages: store.Message[], signal: AbortSignal): Promise<Outcomes> {
    const requests = messages.map(({ requestId }) => requestId)
    const traces = await findTraces(this.#parts.platform.db, requests)
    const chains = Map.groupBy(messages, ({ object }) => object).values()
    const outcomes: Outcomes = new Map()
    let refused = 0
    const work = async () => {
      for (const chain of chains) {
        for (const message of chain) {
          if (signal.aborted || refused >= MOST_REFUSED) return
          const outcome = await this.#send(message, traces.get(message.requestId))
          outcomes.set(message, outcome)
          refused = isAlive(outcome) ? 0 : refused + 1
          if (!isDelivered(outcome)) break
        }
      }
    }
    await Promise.all(Array.from({ length: SOCKETS }, work))
    return outcomes
  }

  #send(message: store.Message, trace: string | undefined): Promise<Outcome> {
    const { platform } = this.#parts
    const { body, headers } = toRequest(message, this.#webhook, platform.now())
    const chain = chainOf(platform, message)
    return tracedFrom(trace, this.#about, async () => {
      const outcome = await this.#endpoint.post(body, { ...headers, ...chain, ...traceHeaders() })
      if (!isDelivered(outcome)) currentSpan()?.fail({ code: outcome.status ?? 'unreachable' })
      return outcome
    })
  }

  /** Saves what became of messages, together with what that says about the endpoint. */
  async #settle<T>(
    outcomes: Outcomes,
    save: (db: Db, now: Date) => Promise<T>,
  ): Promise<T | undefined> {
    const now = this.#parts.platform.now()
    const before = this.#failures
    const tried = [...outcomes.values()]
    if (tried.length > 0) this.#judge(tried, now)
    const reason = this.#pauseReason(tried, now)
    const saved = await this.#change(async (ctx) => {
      const done = await save(ctx.db, now)
      if (before > 0 || this.#restUntil !== null || reason !== undefined) {
        await store.saveEndpoint(ctx.db, this.#webhook.id, {
          failures: this.#failures,
          failingSince: this.#failingSince,
          restUntil: this.#restUntil,
          pausedAt: reason === undefined ? null : now,
          pausedReason: reason ?? null,
        })
      }
      if (reason !== undefined) await tellPaused(ctx, this.#webhook, reason)
      return done
    })
    if (reason !== undefined) this.#end()
    return saved
  }

  #judge(outcomes: Outcome[], now: Date): void {
    const works = outcomes.some(isAlive)
    const retryAfter = Math.max(0, ...outcomes.map(retryAfterOf))
    this.#failures = works ? 0 : this.#failures + 1
    this.#failingSince = works ? null : (this.#failingSince ?? now)
    this.#restUntil = restAfter(this.#failures, retryAfter, now)
  }

  #pauseReason(outcomes: Outcome[], now: Date): string | undefined {
    if (outcomes.some(({ status }) => status === GONE)) {
      return 'the endpoint says that it is gone (410)'
    }
    const since = this.#failingSince
    const last = outcomes.at(-1)
    if (!last || !since || now.getTime() - since.getTime() < LONGEST_FAILING) return undefined
    return `nothing got through since ${since.toISOString()}: ${last.error ?? ''}`
  }

  /**
   * Undefined, and the end of this loop, when the lease is lost. A pause ends it as well, but what was sent before is
   * still written down, or it would be sent again.
   */
  #change<T>(work: (ctx: Context) => Promise<T>): Promise<T | undefined> {
    const { platform } = this.#parts
    const origin = { user: SYSTEM, requestId: newId(), log: platform.log }
    return write(platform, origin, async (ctx) => {
      const held = await store.lockHeld(ctx.db, this.#webhook.id, this.#key)
      if (!held || held.is_paused) this.#end()
      return held && work(ctx)
    })
  }
}

const retryAfterOf = (outcome: Outcome): number =>
  isDelivered(outcome) ? 0 : (outcome.retryAfter ?? 0)

function toMessage(event: StoredEvent): store.Message {
  const { namespace = null, code = null, ...rest } = event
  return { ...rest, namespace, code, attempts: 0 }
}

/** A message that was not tried is due as soon as those before it are out. */
function resultOf(message: store.Message, outcomes: Outcomes, now: Date): store.Result {
  const outcome = outcomes.get(message)
  const attempts = message.attempts + (outcome ? 1 : 0)
  const { status = null, error = null } = outcome ?? {}
  const result = { attempts, status, error }
  if (!outcome) return { ...result, state: 'pending', dueAt: now }
  if (isDelivered(outcome)) return { ...result, state: 'delivered', dueAt: now }
  const again = nextTry(attempts, now)
  return { ...result, state: again ? 'pending' : 'dead', dueAt: again ?? now }
}

/** What scripts have changed may lead back to them. Nobody waits for what becomes of a webhook. */
function chainOf(platform: Platform, { data }: store.Message): Record<string, string> {
  const cause = data.cause as Cause | undefined
  if (!cause) return {}
  return chainHeader(platform, { depth: cause.depth, names: namesOf(cause), waiting: [] })
}
