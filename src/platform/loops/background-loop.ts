import { Wake } from './wake.ts'

export type LoopOptions = {
  /** One round. It answers how many milliseconds to wait until the next one; 0 = there is more. */
  round: (signal: AbortSignal) => Promise<number>
  /** Told of a round that failed; the next one comes later and later. */
  onFailure: (error: unknown) => void
  /** Milliseconds to wait after the first failure. */
  patience?: number
}

const PATIENCE = 250
const LONGEST_PATIENCE = 5_000

/**
 * What a node does again and again in the background, one round after the other. Between two rounds
 * everybody else gets a turn, however much there is to do; a failure is told and waited out; a stop
 * comes back when the running round is over.
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

  /** There may be something to do: the next round begins at once. */
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
