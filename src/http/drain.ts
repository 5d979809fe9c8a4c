import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { InterruptibleSleep } from '../platform/loops/sleep.ts'

/** By then busy clients have sent another request and were told to reconnect. */
const ASKS_AGAIN = 2000

/** Lets running requests finish while new ones are refused. */
export class Drain {
  isDraining = false
  /** Another process takes over: connections are closed, requests are not refused. */
  isLeaving = false
  #running = 0
  #whenIdle: (() => void) | undefined
  readonly #told = new Set<() => void>()

  /** The number of running requests. */
  get running(): number {
    return this.#running
  }

  enter(): void {
    this.#running++
  }

  leave(): void {
    this.#running--
    if (this.#running === 0) this.#whenIdle?.()
  }

  /** Registers an endless response, which is ended by the drain. Returns the function that unregisters it. */
  whenDraining(end: () => void): () => void {
    if (this.isLeaving) void Promise.resolve().then(end)
    this.#told.add(end)
    return () => this.#told.delete(end)
  }

  /** Accepts no new connections; resolves when the open ones have had their last answer. */
  async handOver(server: Server): Promise<void> {
    this.isLeaving = true
    for (const end of this.#told) end()
    const sleep = new InterruptibleSleep()
    let hasConnections = true
    // The server's own method closes idle connections at once, while a request may be on its way.
    Listener.prototype.close.call(server, () => {
      hasConnections = false
      sleep.wake()
    })
    while (hasConnections) {
      await sleep.wait(ASKS_AGAIN)
      server.closeIdleConnections()
    }
  }

  /** Refuses new requests; resolves when none is running. */
  async finish(): Promise<void> {
    this.isDraining = true
    for (const end of this.#told) end()
    if (this.#running === 0) return
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve
    })
  }
}
