import type { Context } from '../../platform/context.ts'

/** An answer that is asked for at most so often, however many look. */
export class Kept<Value> {
  readonly #load: (ctx: Context) => Promise<Value>
  readonly #milliseconds: number
  #value: Promise<Value> | undefined
  #until = 0

  constructor(milliseconds: number, load: (ctx: Context) => Promise<Value>) {
    this.#milliseconds = milliseconds
    this.#load = load
  }

  get(ctx: Context): Promise<Value> {
    const now = performance.now()
    if (this.#value && now < this.#until) return this.#value
    const value = this.#load(ctx)
    this.#value = value
    this.#until = now + this.#milliseconds
    value.catch(() => {
      if (this.#value === value) this.#value = undefined
    })
    return value
  }
}
