import { typeFor } from '../../lib/event-types.ts'
import { newId } from '../../lib/ids.ts'
import { SYSTEM } from '../../platform/caller.ts'
import { type Context, type Platform, write } from '../../platform/context.ts'
import { matchesFilter } from '../../platform/event-filter.ts'
import type { EventTail } from '../../platform/event-tail.ts'
import type { Cause } from '../../platform/events.ts'
import { type Cursor, readEvents } from '../../platform/events.ts'
import { BackgroundLoop } from '../../platform/loops/background-loop.ts'
import { chainHeader, namesOf } from '../../platform/outside/chain.ts'
import { aboutCall } from '../../platform/telemetry/about.ts'
import { currentSpan, tracedFrom, traceHeaders } from '../../platform/telemetry/span.ts'
import { findTraces } from '../../platform/telemetry/stored-traces.ts'
import { LONGEST_FAILING, nextTry, restAfter } from './backoff.ts'
import { toRequest } from './message.ts'
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
type Sent = { message: store.Message; outcome: Outcome }

const BATCH = 256
const READ = 1000
/** How long to wait when idle, because retries may become due. */
const NAP = 500
const GONE = 410

/** Reads events from the log for one webhook and sends them while this node holds the lease. */
export class WebhookLoop {
  readonly version: number
  isOver = false
  readonly #parts: Parts
  readonly #key: string
  readonly #webhook: store.Leased
  readonly #endpoint: Endpoint
  readonly #loop: BackgroundLoop
  readonly #forget: () => void
  #cursor: Cursor
  #failures: number
  #failingSince: Date | null
  #restUntil: Date | null

  constructor(parts: Parts, key: string, webhook: store.Leased) {
    this.version = webhook.version
    this.#parts = parts
    this.#key = key
    this.#webhook = webhook
    this.#cursor = webhook.cursor
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
    const isBusy = (await this.#sendDue(signal)) || (await this.#takeOver())
    return isBusy ? 0 : NAP
  }

  /**
   * Copies events from the log into deliveries; true if there may be something to send. Only when nothing is
   * due: until then events stay in the log, so that a dead endpoint costs nothing.
   */
  async #takeOver(): Promise<boolean> {
    const { platform, tail } = this.#parts
    if (tail.position <= this.#cursor.position || this.#isResting()) return false
    const from = this.#cursor
    const { events, cursor: to } = await readEvents(platform.db, from, READ)
    if (to.position === from.position) return false
    const wanted = events.filter((event) => matchesFilter(this.#webhook, event))
    const isTaken = await this.#change((ctx) =>
      store.takeOver(ctx.db, this.#webhook.id, { events: wanted, from, to, now: ctx.now() }),
    )
    // A replay has moved the cursor; the next lease reads it.
    if (isTaken) this.#cursor = to
    else this.#end()
    return isTaken === true
  }

  #end(): void {
    this.isOver = true
    this.#parts.onOver()
  }

  #isResting(): boolean {
    return this.#restUntil !== null && this.#restUntil > this.#parts.platform.now()
  }

  async #sendDue(signal: AbortSignal): Promise<boolean> {
    const { platform } = this.#parts
    const most = this.#failures > 0 ? 1 : BATCH
    const due = await store.findDue(platform.db, this.#webhook.id, platform.now(), most)
    if (due.length === 0) return false
    const sent = await this.#sendAll(due, signal)
    if (sent.length > 0) await this.#settle(sent)
    return true
  }

  /** In parallel, but in order per object. */
  async #sendAll(messages: store.Message[], signal: AbortSignal): Promise<Sent[]> {
    const { db } = this.#parts.platform
    const traces = await findTraces(
      db,
      messages.map(({ request }) => request),
    )
    const chains = [...Map.groupBy(messages, ({ object }) => object).values()]
    const sent: Sent[] = []
    const work = async () => {
      for (let chain = chains.shift(); chain; chain = chains.shift()) {
        for (const message of chain) {
          if (signal.aborted) return
          const outcome = await this.#send(message, traces.get(message.request))
          sent.push({ message, outcome })
          if (!isDelivered(outcome)) break
        }
      }
    }
    await Promise.all(Array.from({ length: SOCKETS }, work))
    return sent
  }

  #send(message: store.Message, trace: string | undefined): Promise<Outcome> {
    const type = typeFor(this.#webhook.types, message.type)
    const { platform } = this.#parts
    const { body, headers } = toRequest({ ...message, type }, this.#webhook, platform.now())
    const chain = chainOf(platform, message)
    const about = aboutCall('POST', new URL(this.#webhook.url))
    return tracedFrom(trace, { ...about, name: 'webhook' }, async () => {
      const outcome = await this.#endpoint.post(body, { ...headers, ...chain, ...traceHeaders() })
      if (!isDelivered(outcome)) currentSpan()?.fail({ code: outcome.status ?? 'unreachable' })
      return outcome
    })
  }

  async #settle(sent: Sent[]): Promise<void> {
    const now = this.#parts.platform.now()
    const settled = sent.map((each) => outcomeOf(each, now))
    const before = this.#failures
    this.#judge(sent, now)
    const reason = this.#pauseReason(sent, now)
    await this.#change(async (ctx) => {
      await store.settleAll(ctx.db, settled, now)
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
    })
    if (reason !== undefined) this.#end()
  }

  #judge(sent: Sent[], now: Date): void {
    const works = sent.some(({ outcome }) => isAlive(outcome))
    const retryAfter = Math.max(0, ...sent.map(({ outcome }) => retryAfterOf(outcome)))
    this.#failures = works ? 0 : this.#failures + 1
    this.#failingSince = works ? null : (this.#failingSince ?? now)
    this.#restUntil = restAfter(this.#failures, retryAfter, now)
  }

  #pauseReason(sent: Sent[], now: Date): string | undefined {
    if (sent.some(({ outcome }) => outcome.status === GONE)) {
      return 'the endpoint says that it is gone (410)'
    }
    const since = this.#failingSince
    if (!since || now.getTime() - since.getTime() < LONGEST_FAILING) return undefined
    return `nothing got through since ${since.toISOString()}: ${sent.at(-1)?.outcome.error ?? ''}`
  }

  /** Undefined, and the end of this loop, when the lease is lost. */
  #change<T>(work: (ctx: Context) => Promise<T>): Promise<T | undefined> {
    const { platform } = this.#parts
    const origin = { user: SYSTEM, requestId: newId(), log: platform.log }
    return write(platform, origin, async (ctx) => {
      if (await store.isHeld(ctx.db, this.#webhook.id, this.#key)) return work(ctx)
      this.#end()
      return undefined
    })
  }
}

const retryAfterOf = (outcome: Outcome): number =>
  isDelivered(outcome) ? 0 : (outcome.retryAfter ?? 0)

function outcomeOf({ message, outcome }: Sent, now: Date): store.Settled {
  const { id, attempts } = message
  const { status, error } = outcome
  if (isDelivered(outcome)) return { id, state: 'delivered', dueAt: null, status, error }
  const again = nextTry(attempts + 1, now)
  return { id, state: again ? 'pending' : 'dead', dueAt: again ?? null, status, error }
}

/** What scripts have changed may lead back to them. Nobody waits for what becomes of a webhook. */
function chainOf(platform: Platform, { data }: store.Message): Record<string, string> {
  const cause = data.cause as Cause | undefined
  if (!cause) return {}
  return chainHeader(platform, { depth: cause.depth, names: namesOf(cause), waiting: [] })
}
