import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { InterruptibleSleep } from '../platform/loops/sleep.ts'

/** Who calls all the time has asked again by then, and was told to open another connection. */
const ASKS_AGAIN = 2000

/** Lets running requests finish while new ones are refused. */
export class Drain {
  isDraining = false
  /** Another process of this node takes over: connections are let go of, requests are not refused. */
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

  /** Registers an endless response, which is ended at the drain. Returns the function that unregisters it. */
  whenDraining(end: () => void): () => void {
    if (this.isLeaving) void Promise.resolve().then(end)
    this.#told.add(end)
    return () => this.#told.delete(end)
  }

  /** Takes no new connections; resolves when those that are open have had their last answer. */
  async handOver(server: Server): Promise<void> {
    this.isLeaving = true
    for (const end of this.#told) end()
    const sleep = new InterruptibleSleep()
    let hasConnections = true
    // Not the server's own method, which cuts off idle connections at once: a request may be on its way.
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
