import { setImmediate as nextTurn } from 'node:timers/promises'

/** A longer timer would overflow and fire at once. */
const LONGEST = 2 ** 31 - 1

type WakeOptions = {
  /** Its timer does not keep the process alive. */
  isBackground?: boolean
}

/**
 * What one loop waits with: until some time has passed, until somebody calls, or until it is aborted.
 * Whatever is true already, it never returns before the event loop has gone round: a loop that finds
 * nothing to wait for wastes time of the processor, but everybody else still gets a turn.
 */
export class Wake {
  readonly #isBackground: boolean
  #isCalled = false
  #resume: (() => void) | undefined

  constructor({ isBackground = false }: WakeOptions = {}) {
    this.#isBackground = isBackground
  }

  /** Ends the wait, or the next one when nobody waits now. */
  call(): void {
    this.#isCalled = true
    this.#resume?.()
  }

  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (!this.#isCalled && !signal?.aborted && milliseconds > 0) {
      await this.#sleep(Math.min(milliseconds, LONGEST), signal)
    }
    this.#isCalled = false
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

/** For who only waits for time to pass. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Wake().wait(milliseconds, signal)
