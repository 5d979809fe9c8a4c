import { newId } from '../../lib/ids.ts'
import { SYSTEM } from '../../platform/caller.ts'
import { type Context, type Platform, write } from '../../platform/context.ts'
import type { EventTail } from '../../platform/event-tail.ts'
import { BackgroundLoop } from '../../platform/loops/background-loop.ts'
import { WebhookLoop } from './loop.ts'
import { type Keys, withKeys } from './message.ts'
import { type Leased, leaseAll, releaseAll } from './store/sending.ts'

/** The signal that webhooks have changed. */
export const WEBHOOKS = 'webhooks'
const RENEW = 5_000

/**
 * Sends on this node for the webhooks that no other node sends for. Each has a loop of its own, so
 * that a slow or dead endpoint does not affect the others.
 */
class WebhookSender {
  readonly #platform: Platform
  readonly #tail: EventTail
  readonly #allowed: readonly string[]
  readonly #key = newId()
  readonly #loops = new Map<string, WebhookLoop>()
  readonly #retiring = new WeakSet<WebhookLoop>()
  readonly #leasing: BackgroundLoop
  #isFollowing = false

  constructor(platform: Platform, tail: EventTail, allowed: readonly string[]) {
    this.#platform = platform
    this.#tail = tail
    this.#allowed = allowed
    this.#leasing = new BackgroundLoop({
      round: () => this.#lease(),
      onFailure: (err) => platform.log.warn({ err }, 'webhooks cannot be looked after'),
    })
  }

  start(): void {
    this.#platform.signals.on(WEBHOOKS, () => this.#leasing.wake())
    this.#leasing.start()
  }

  /** Deliveries in flight arrive, or the node that takes over sends them again. */
  async stop(): Promise<void> {
    await this.#leasing.stop()
    await Promise.all(Array.from(this.#loops.values(), (loop) => loop.stop()))
    await this.#write((ctx) => releaseAll(ctx.db, this.#key)).catch(() => undefined)
    await this.#follow(false)
  }

  async #lease(): Promise<number> {
    const leased = await this.#write((ctx) => leaseAll(ctx.db, this.#key, ctx.now()))
    const current = new Map(leased.map(({ id, version }) => [id, version]))
    for (const [id, loop] of this.#loops) {
      if (loop.isOver || current.get(id) !== loop.version) this.#retire(id, loop)
    }
    await this.#follow(leased.length > 0)
    for (const webhook of leased) {
      if (this.#loops.has(webhook.id)) continue
      this.#loops.set(webhook.id, this.#begin(withKeys(this.#platform.secrets, webhook)))
    }
    return RENEW
  }

  /** What is in flight may take a while, and the leases of the others are renewed meanwhile. */
  #retire(id: string, loop: WebhookLoop): void {
    if (this.#retiring.has(loop)) return
    this.#retiring.add(loop)
    void loop.stop().then(() => {
      this.#loops.delete(id)
      // Its successor reads how far it came.
      this.#leasing.wake()
    })
  }

  /** The event log is read only while there is somebody to send to. */
  async #follow(isNeeded: boolean): Promise<void> {
    if (isNeeded === this.#isFollowing) return
    if (isNeeded) await this.#tail.enter()
    else this.#tail.leave()
    this.#isFollowing = isNeeded
  }

  #begin(webhook: Leased & Keys): WebhookLoop {
    const parts = {
      platform: this.#platform,
      tail: this.#tail,
      allowed: this.#allowed,
      onOver: () => this.#leasing.wake(),
    }
    return new WebhookLoop(parts, this.#key, webhook)
  }

  #write<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    const { log } = this.#platform
    return write(this.#platform, { user: SYSTEM, requestId: newId(), log }, work)
  }
}

export function startWebhooks(
  platform: Platform,
  tail: EventTail,
  allowed: readonly string[],
): WebhookSender {
  const sender = new WebhookSender(platform, tail, allowed)
  sender.start()
  return sender
}
