import { Socket } from 'node:net'

type Later = (flush: () => void) => void

/**
 * Sends what is written in one go as one packet. Statements that are known together (BEGIN and the
 * first one, the last ones and COMMIT, reads of many requests) then cost one system call and wake
 * the database once; a quarter of a small write's CPU went into that.
 */
class BatchingSocket extends Socket {
  readonly #later: Later
  #isWaiting = false

  constructor(later: Later) {
    super()
    this.#later = later
    // A socket puts its own `write` back when it connects.
    this.once('connect', () => this.#batch())
  }

  #batch(): void {
    const write = this.write.bind(this) as (...given: unknown[]) => boolean
    this.write = (...given: unknown[]) => {
      this.#hold()
      return write(...given)
    }
  }

  #hold(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.cork()
    this.#later(() => {
      this.#isWaiting = false
      this.uncork()
    })
  }
}

/** Sends when everything that follows at once from what just happened has run. */
export const batchingSteps = () => new BatchingSocket((flush) => process.nextTick(flush))

/** Sends when everything that has arrived by now has been looked at. */
export const batchingRequests = () => new BatchingSocket((flush) => setImmediate(flush))
