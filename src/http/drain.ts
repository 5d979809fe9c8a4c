/** Lets running requests finish while new ones are refused. */
export class Drain {
  isDraining = false
  #running = 0
  #whenIdle: (() => void) | undefined
  readonly #told = new Set<() => void>()

  /** How many requests are being answered now. */
  get running(): number {
    return this.#running
  }

  /** A request runs until its answer is out or its connection is gone: then it leaves. */
  enter(): void {
    this.#running++
  }

  leave(): void {
    this.#running--
    if (this.#running === 0) this.#whenIdle?.()
  }

  /** For what would run for ever: told to end when the rest does. Answers how to be forgotten. */
  whenDraining(end: () => void): () => void {
    this.#told.add(end)
    return () => this.#told.delete(end)
  }

  /** From here on nothing new; resolves when nothing runs any more. */
  async finish(): Promise<void> {
    this.isDraining = true
    for (const end of this.#told) end()
    if (this.#running === 0) return
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve
    })
  }
}
