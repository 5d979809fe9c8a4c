import { newId } from '../../lib/ids.ts'
import { SYSTEM } from '../../platform/caller.ts'
import { type Context, type Platform, write } from '../../platform/context.ts'
import type { EventTail } from '../../platform/event-tail.ts'
import { WebhookLoop } from './loop.ts'
import { leaseAll, releaseAll } from './store/sending.ts'

/** Whoever changes webhooks signals this. */
export const WEBHOOKS = 'webhooks'
const RENEW = 5_000

/**
 * Sends on this node for the webhooks that no other node sends for. Each has a loop of its own, so
 * that an endpoint that is slow or dead costs the others nothing.
 */
class WebhookSender {
  readonly #platform: Platform
  readonly #tail: EventTail
  readonly #allowed: readonly string[]
  readonly #key = newId()
  readonly #loops = new Map<string, WebhookLoop>()
  #timer: NodeJS.Timeout | undefined
  #renewing: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(platform: Platform, tail: EventTail, allowed: readonly string[]) {
    this.#platform = platform
    this.#tail = tail
    this.#allowed = allowed
  }

  async start(): Promise<void> {
    await this.#tail.enter()
    this.#platform.signals.on(WEBHOOKS, () => this.#renew())
    this.#timer = setInterval(() => this.#renew(), RENEW).unref()
    this.#renew()
  }

  /** What is on its way arrives or is sent again by whoever takes over. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#renewing
    await Promise.all(Array.from(this.#loops.values(), (loop) => loop.stop()))
    await this.#write((ctx) => releaseAll(ctx.db, this.#key)).catch(() => undefined)
    this.#tail.leave()
  }

  #renew(): void {
    this.#renewing = this.#renewing.then(async () => {
      if (this.#isStopped) return
      try {
        await this.#lease()
      } catch (err) {
        this.#platform.log.warn({ err }, 'webhooks cannot be looked after, trying again')
      }
    })
  }

  async #lease(): Promise<void> {
    const leased = await this.#write((ctx) => leaseAll(ctx.db, this.#key, ctx.now()))
    const ids = new Set(leased.map(({ id }) => id))
    for (const [id, loop] of this.#loops) {
      if (loop.isOver || !ids.has(id)) {
        await loop.stop()
        this.#loops.delete(id)
      }
    }
    for (const webhook of leased) {
      const running = this.#loops.get(webhook.id)
      if (running?.version === webhook.version) continue
      await running?.stop()
      const parts = { platform: this.#platform, tail: this.#tail, allowed: this.#allowed }
      this.#loops.set(webhook.id, new WebhookLoop(parts, this.#key, webhook))
    }
  }

  #write<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    const { log } = this.#platform
    return write(this.#platform, { user: SYSTEM, requestId: newId(), log }, work)
  }
}

export async function startWebhooks(
  platform: Platform,
  tail: EventTail,
  allowed: readonly string[],
): Promise<WebhookSender> {
  const sender = new WebhookSender(platform, tail, allowed)
  await sender.start()
  return sender
}
