import { tooMany, unavailable } from '../lib/errors.ts'

export type TurnsOptions = {
  /** The name of the tasks for messages: `scripts`. */
  name: string
  /** The maximum number of running tasks. */
  size: number
  /** The maximum number of waiting tasks. */
  queue: number
}

/** Limits how many tasks run at once and how many wait; all others are refused with 429. */
export class Turns {
  readonly #options: TurnsOptions
  readonly #waiting: { begin(): void; refuse(error: Error): void }[] = []
  #running = 0
  #isClosed = false

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** Whoever leaves while waiting makes room for others. */
  async run<T>(work: () => Promise<T>, left?: AbortSignal): Promise<T> {
    await this.#begin(left)
    try {
      if (this.#isClosed) throw stopping()
      return await work()
    } finally {
      this.#end()
    }
  }

  /** Refuses waiting and new tasks; running ones continue. */
  close(): void {
    this.#isClosed = true
    for (const { refuse } of this.#waiting.splice(0)) refuse(stopping())
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  async #begin(left: AbortSignal | undefined): Promise<void> {
    const { name, size, queue } = this.#options
    if (this.#isClosed) throw stopping()
    left?.throwIfAborted()
    if (this.#running < size) {
      this.#running++
      return
    }
    if (this.#waiting.length >= queue) throw tooMany(`${name} wait already: ${queue}`, 1)
    await new Promise<void>((begin, refuse) => {
      const leave = () => {
        const at = this.#waiting.indexOf(place)
        if (at >= 0) this.#waiting.splice(at, 1)
        refuse(left?.reason)
      }
      const place = {
        begin: () => {
          left?.removeEventListener('abort', leave)
          begin()
        },
        refuse,
      }
      this.#waiting.push(place)
      left?.addEventListener('abort', leave)
    })
  }

  /** Passes the place on to the next waiting task. */
  #end(): void {
    const next = this.#waiting.shift()
    if (next) next.begin()
    else this.#running--
  }
}

export const stopping = () => unavailable('the server is stopping')
