import { Wake } from './wake.ts'

export type LoopOptions = {
  /** One round. Returns the milliseconds to wait until the next one; 0 = there is more to do. */
  round: (signal: AbortSignal) => Promise<number>
  /** Called when a round fails; the delay grows with each failure. */
  onFailure: (error: unknown) => void
  /** Milliseconds to wait after the first failure. */
  patience?: number
}

const PATIENCE = 250
const LONGEST_PATIENCE = 5_000

/**
 * Recurring background work of a node, one round after another. Between two rounds the event loop always
 * gets a turn, however much there is to do; after a failure it waits; a stop waits for the running round.
 */
export class BackgroundLoop {
  readonly #options: LoopOptions
  readonly #wake = new Wake({ isBackground: true })
  readonly #stopped = new AbortController()
  #running: Promise<void> | undefined
  #failures = 0

  constructor(options: LoopOptions) {
    this.#options = options
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Starts the next round now: there may be something to do. */
  wake(): void {
    this.#wake.call()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) await this.#wake.wait(await this.#round(signal), signal)
  }

  async #round(signal: AbortSignal): Promise<number> {
    const { round, onFailure, patience = PATIENCE } = this.#options
    try {
      const wait = await round(signal)
      this.#failures = 0
      return wait
    } catch (error) {
      onFailure(error)
      return Math.min(patience * 2 ** this.#failures++, LONGEST_PATIENCE)
    }
  }
}
