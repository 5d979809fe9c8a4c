import type { ServerResponse } from 'node:http'

/** Lets running requests finish while new ones are refused. */
export class Drain {
  isDraining = false
  #running = 0
  #whenIdle: (() => void) | undefined

  /** Counts a request as running until its answer is out or its connection is gone. */
  enter(response: ServerResponse): void {
    this.#running++
    response.once('close', () => {
      this.#running--
      if (this.#running === 0) this.#whenIdle?.()
    })
  }

  /** From here on nothing new; resolves when nothing runs any more. */
  async finish(): Promise<void> {
    this.isDraining = true
    if (this.#running === 0) return
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve
    })
  }
}
