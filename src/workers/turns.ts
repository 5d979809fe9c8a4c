import { tooMany, unavailable } from '../lib/errors.ts'

export type TurnsOptions = {
  /** The name of the tasks for messages: `scripts`. */
  name: string
  /** The maximum number of running tasks. */
  size: number
  /** The maximum number of waiting tasks. */
  queue: number
  /** The same for the tasks of one owner; absent = no other limit. */
  each?: { size: number; queue: number }
}

type Waiting = { owner: string | undefined; begin(): void; refuse(error: Error): void }

/**
 * Limits how many tasks run at once and how many wait; all others are refused with 429. Whoever has as many
 * running as one may have lets others pass.
 */
export class Turns {
  readonly #options: TurnsOptions
  readonly #waiting: Waiting[] = []
  readonly #owners = new Map<string, number>()
  #running = 0
  #isClosed = false

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** Whoever leaves while waiting makes room for others. */
  async run<T>(work: () => Promise<T>, left?: AbortSignal, owner?: string): Promise<T> {
    await this.#begin(left, owner)
    try {
      if (this.#isClosed) throw stopping()
      return await work()
    } finally {
      this.#end(owner)
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

  async #begin(left: AbortSignal | undefined, owner: string | undefined): Promise<void> {
    if (this.#isClosed) throw stopping()
    left?.throwIfAborted()
    if (this.#running < this.#options.size && this.#mayBegin(owner)) {
      this.#count(owner, 1)
      return
    }
    this.#requireRoom(owner)
    await new Promise<void>((begin, refuse) => {
      const leave = () => {
        const at = this.#waiting.indexOf(place)
        if (at >= 0) this.#waiting.splice(at, 1)
        refuse(left?.reason)
      }
      const place = {
        owner,
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

  #requireRoom(owner: string | undefined): void {
    const { name, queue, each } = this.#options
    if (this.#waiting.length >= queue) throw tooMany(`${name} wait already: ${queue}`, 1)
    if (!each || owner === undefined) return
    const own = this.#waiting.filter((place) => place.owner === owner).length
    if (own >= each.queue) throw tooMany(`of your ${name} wait already: ${each.queue}`, 1)
  }

  #mayBegin(owner: string | undefined): boolean {
    const { each } = this.#options
    return !each || owner === undefined || (this.#owners.get(owner) ?? 0) < each.size
  }

  #count(owner: string | undefined, change: 1 | -1): void {
    this.#running += change
    if (owner === undefined) return
    const now = (this.#owners.get(owner) ?? 0) + change
    if (now > 0) this.#owners.set(owner, now)
    else this.#owners.delete(owner)
  }

  /** Passes the place on to the next waiting task that may begin. */
  #end(owner: string | undefined): void {
    this.#count(owner, -1)
    const at = this.#waiting.findIndex((place) => this.#mayBegin(place.owner))
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1)
    if (!next) return
    this.#count(next.owner, 1)
    next.begin()
  }
}

export const stopping = () => unavailable('the server is stopping')
