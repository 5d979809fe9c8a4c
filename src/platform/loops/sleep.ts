import { setImmediate as nextTurn } from 'node:timers/promises'

/** A longer timer would overflow and fire immediately. */
const LONGEST = 2 ** 31 - 1

type SleepOptions = {
  /** Its timer does not keep the process alive. */
  isBackground?: boolean
}

/**
 * Lets a loop wait for a time, a call, or an abort. It never returns before the event loop has had a turn, even if
 * there is nothing to wait for: such a loop wastes CPU time but blocks nothing else.
 */
export class InterruptibleSleep {
  readonly #isBackground: boolean
  #isWoken = false
  #resume: (() => void) | undefined

  constructor({ isBackground = false }: SleepOptions = {}) {
    this.#isBackground = isBackground
  }

  /** Ends the current wait, or else the next one. */
  wake(): void {
    this.#isWoken = true
    this.#resume?.()
  }

  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (!this.#isWoken && !signal?.aborted && milliseconds > 0) {
      await this.#sleep(Math.min(milliseconds, LONGEST), signal)
    }
    this.#isWoken = false
    await nextTurn()
  }

  #sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        this.#resume = undefined
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      if (this.#isBackground) timer.unref()
      signal?.addEventListener('abort', done)
      this.#resume = done
    })
  }
}

/** Waits for time to pass. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new InterruptibleSleep().wait(milliseconds, signal)
