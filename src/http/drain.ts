/** Lets running requests finish while new ones are refused. */
export class Drain {
  isDraining = false
  #running = 0
  #whenIdle: (() => void) | undefined

  /** A request runs until its answer is out or its connection is gone: then it leaves. */
  enter(): void {
    this.#running++
  }

  leave(): void {
    this.#running--
    if (this.#running === 0) this.#whenIdle?.()
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
