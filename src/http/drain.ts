/** Lets running requests finish while new ones are refused. */
export class Drain {
  isDraining = false
  #running = 0
  #whenIdle: (() => void) | undefined
  readonly #told = new Set<() => void>()

  /** The number of running requests. */
  get running(): number {
    return this.#running
  }

  enter(): void {
    this.#running++
  }

  leave(): void {
    this.#running--
    if (this.#running === 0) this.#whenIdle?.()
  }

  /** Registers an endless response, which is ended at the drain. Returns the function that unregisters it. */
  whenDraining(end: () => void): () => void {
    this.#told.add(end)
    return () => this.#told.delete(end)
  }

  /** Refuses new requests; resolves when none is running. */
  async finish(): Promise<void> {
    this.isDraining = true
    for (const end of this.#told) end()
    if (this.#running === 0) return
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve
    })
  }
}
