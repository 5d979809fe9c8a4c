import { Socket } from 'node:net'

type Later = (flush: () => void) => void

/** Packets and statements that this process has sent to the database. */
export const traffic = { packets: 0, statements: 0 }

/**
 * Sends everything written in one turn as one packet. Statements that belong together (BEGIN and the first
 * one, the last ones and COMMIT, reads of many requests) then cost one system call and one wake-up of the
 * database, which was a quarter of the CPU time of a small write.
 */
class BatchingSocket extends Socket {
  readonly #later: Later
  #isWaiting = false

  constructor(later: Later) {
    super()
    this.#later = later
    // A socket restores its own `write` when it connects.
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
      traffic.packets++
      this.uncork()
    })
  }
}

/** Sends at the end of the current tick. */
export const batchingSteps = () => new BatchingSocket((flush) => process.nextTick(flush))

/** Sends after everything that has arrived by now is processed. */
export const batchingRequests = () => new BatchingSocket((flush) => setImmediate(flush))
