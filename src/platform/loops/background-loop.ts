import { untraced } from '../telemetry/span.ts'
import { InterruptibleSleep } from './sleep.ts'

export type LoopOptions = {
  /** One round. Returns the milliseconds to wait until the next one; 0 = there is more to do. */
  round: (signal: AbortSignal) => Promise<number>
  /** Called when a round fails; the delay grows with each failure. */
  onFailure: (error: unknown) => void
  /** Milliseconds to wait after the first failure. */
  retryDelay?: number
}

const RETRY_DELAY = 250
const LONGEST_DELAY = 5_000

/**
 * Recurring background work of a node, one round after another. Between two rounds the event loop always
 * gets a turn, however much there is to do; after a failure it waits; a stop waits for the running round.
 */
export class BackgroundLoop {
  readonly #options: LoopOptions
  readonly #sleep = new InterruptibleSleep({ isBackground: true })
  readonly #stopped = new AbortController()
  #running: Promise<void> | undefined
  #failures = 0

  constructor(options: LoopOptions) {
    this.#options = options
  }

  start(): void {
    // Not part of the trace of whatever happened to start it.
    this.#running ??= untraced(() => this.#run())
  }

  /** Starts the next round now, because there may be something to do. */
  wake(): void {
    this.#sleep.wake()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) await this.#sleep.wait(await this.#round(signal), signal)
  }

  async #round(signal: AbortSignal): Promise<number> {
    const { round, onFailure, retryDelay = RETRY_DELAY } = this.#options
    try {
      const wait = await round(signal)
      this.#failures = 0
      return wait
    } catch (error) {
      onFailure(error)
      return Math.min(retryDelay * 2 ** this.#failures++, LONGEST_DELAY)
    }
  }
}
