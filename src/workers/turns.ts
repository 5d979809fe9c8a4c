import { tooMany, unavailable } from '../lib/errors.ts'

export type TurnsOptions = {
  /** The name of the tasks for messages: `scripts`. */
  name: string
  /** The maximum number of running tasks. */
  size: number
  /** The maximum number of waiting tasks. */
  queue: number
  /** The same for the tasks of one owner; absent = no other limit. */
  each?: {
    size: number
    queue: number
    /** How many tasks an owner may run while nobody else has come for some seconds; absent = as usual. */
    alone?: number
    /** How many tasks a busy owner may run while at most `size` slots are free; absent = as usual. */
    busy?: number
    /**
     * How many an owner may run on average, over some seconds, while others come too: so many, or as many as
     * all who come run on average; absent = as many as `size`.
     */
    pace?: number
  }
  /** The time after which a waiting task is refused, and the message; absent = never. */
  patience?: { milliseconds: number; message: string }
}

/** Milliseconds without anybody else after which an owner is alone. */
const CALM = 5000
/** The average number of running tasks from which on an owner is busy, and the period in milliseconds. */
const BUSY = 0.5
const MEMORY = 2000
/** Milliseconds for which somebody who came counts as one of those who come. */
const RECENT = 1000
/** Milliseconds after which those who wait for their average to fall are looked at again. */
const LOOK = 10
/** An average below which an owner who runs nothing is forgotten. */
const NOTHING = 0.01
/** Idle owners are removed when there are so many. */
const MOST_IDLE = 1000

type Owner = string | undefined
/** The running tasks of an owner, their average, and when it was computed. */
type Use = { running: number; average: number; at: number }
type Waiting = { begin(): void; refuse(error: unknown): void }

/**
 * Limits how many tasks run at once and how many wait; others are refused with 429. Every owner has a queue, and
 * the queues take turns, so that an owner with many tasks waits only for their own.
 */
export class Turns {
  readonly #options: TurnsOptions
  /** By owner, in the order of their turns. */
  readonly #queues = new Map<Owner, Waiting[]>()
  readonly #uses = new Map<Owner, Use>()
  readonly #all: Use = { running: 0, average: 0, at: 0 }
  #waiting = 0
  #isClosed = false
  #look: NodeJS.Timeout | undefined
  /** Who has come since when, and how many did so in the time before. */
  #comers = new Set<Owner>()
  #comersSince = 0
  #comersBefore = 0
  /** Who came last and when, and when somebody else last came. */
  #latest: Owner
  #latestAt = Number.NEGATIVE_INFINITY
  #othersAt = Number.NEGATIVE_INFINITY

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** A task whose caller disconnects while waiting makes room for others. */
  async run<T>(work: () => Promise<T>, left?: AbortSignal, owner?: string): Promise<T> {
    left?.throwIfAborted()
    await this.enter(owner, left && (() => left))
    try {
      // It may have been closed since its turn came.
      if (this.#isClosed) throw stopping()
      return await work()
    } finally {
      this.leave(owner)
    }
  }

  /** Takes a slot, at once if one is free; the caller ends it with `leave`. A disconnect matters only while waiting. */
  enter(owner: Owner, left?: () => AbortSignal): Promise<void> | undefined {
    if (this.#isClosed) throw stopping()
    this.#note(owner)
    // Waiting tasks come first: some may be allowed to begin by now.
    if (this.#waiting > 0) this.#beginWaiting()
    if (this.#hasFree && !this.#queues.has(owner) && this.#mayBegin(owner)) {
      this.#count(owner, 1)
      return undefined
    }
    this.#requireRoom(owner)
    return this.#wait(owner, left?.())
  }

  /** Passes the slot, and other free ones, to tasks that may begin. */
  leave(owner: Owner): void {
    this.#count(owner, -1)
    this.#beginWaiting()
  }

  #beginWaiting(): void {
    while (this.#hasFree && this.#beginNext());
    // Averages fall with time alone: nobody may come or leave meanwhile.
    if (this.#options.each?.pace === undefined || this.#waiting === 0 || this.#look) return
    this.#look = setTimeout(() => {
      this.#look = undefined
      this.#beginWaiting()
    }, LOOK)
  }

  get #hasFree(): boolean {
    return this.#all.running < this.#options.size
  }

  /** False if no waiting task may begin. */
  #beginNext(): boolean {
    for (const [next, queue] of this.#queues) {
      if (!this.#mayBegin(next)) continue
      const first = queue[0]
      if (!first) continue
      this.#remove(next, first, { isTurn: true })
      this.#count(next, 1)
      first.begin()
      return true
    }
    return false
  }

  /** Refuses waiting and new tasks; running ones continue. */
  close(): void {
    this.#isClosed = true
    for (const { refuse } of [...this.#queues.values()].flat()) refuse(stopping())
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get waiting(): number {
    return this.#waiting
  }

  #wait(owner: Owner, left?: AbortSignal): Promise<void> {
    left?.throwIfAborted()
    const { patience } = this.#options
    return new Promise<void>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        left?.removeEventListener('abort', leave)
      }
      const place: Waiting = {
        begin: () => {
          settle()
          resolve()
        },
        refuse: (error) => {
          settle()
          this.#remove(owner, place)
          reject(error)
        },
      }
      const leave = () => place.refuse(left?.reason)
      const late = () => place.refuse(this.#late(owner, patience?.message ?? ''))
      const timer = patience && setTimeout(late, patience.milliseconds)
      left?.addEventListener('abort', leave)
      this.#add(owner, place)
      this.#beginWaiting()
    })
  }

  #add(owner: Owner, place: Waiting): void {
    const queue = this.#queues.get(owner)
    if (queue) queue.push(place)
    else this.#queues.set(owner, [place])
    this.#waiting++
  }

  #remove(owner: Owner, place: Waiting, { isTurn = false } = {}): void {
    const queue = this.#queues.get(owner) ?? []
    const at = queue.indexOf(place)
    if (at < 0) return
    queue.splice(at, 1)
    this.#waiting--
    if (isTurn || queue.length === 0) this.#queues.delete(owner)
    // Behind all other waiting owners.
    if (isTurn && queue.length > 0) this.#queues.set(owner, queue)
  }

  /** The reason why a waiting task was not started. */
  #late(owner: Owner, message: string): Error {
    return this.#mayBegin(owner) ? unavailable(message) : this.#tooMany(owner)
  }

  #tooMany(owner: Owner): Error {
    return tooMany(
      `of your ${this.#options.name} run already: ${this.#uses.get(owner)?.running ?? 0}`,
      1,
    )
  }

  #requireRoom(owner: Owner): void {
    const { name, queue, each } = this.#options
    if (this.#waiting >= queue) throw tooMany(`${name} wait already: ${queue}`, 1)
    if (!each || owner === undefined) return
    const own = this.#queues.get(owner)?.length ?? 0
    if (own < each.queue) return
    if (each.queue === 0) throw this.#tooMany(owner)
    throw tooMany(`of your ${name} wait already: ${each.queue}`, 1)
  }

  #note(owner: Owner): void {
    if (owner === undefined) return
    if (owner !== this.#latest) this.#othersAt = this.#latestAt
    this.#latest = owner
    this.#latestAt = performance.now()
    if (this.#options.each?.pace !== undefined) this.#noteComer(owner)
  }

  #noteComer(owner: Owner): void {
    const now = performance.now()
    if (now - this.#comersSince > RECENT) {
      this.#comersBefore = this.#comers.size
      this.#comersSince = now
      this.#comers.clear()
    }
    this.#comers.add(owner)
  }

  #mayBegin(owner: Owner): boolean {
    const { each, size } = this.#options
    if (!each || owner === undefined) return true
    const use = this.#uses.get(owner)
    if (!use) return true
    if (each.alone !== undefined && this.#isAlone(owner, CALM)) return use.running < each.alone
    if (use.running >= each.size || this.#isTooFast(owner, use)) return false
    const isFull = this.#all.running >= size - each.size
    const mustYield = each.busy !== undefined && use.running >= each.busy && isFull
    return !mustYield || averageOf(use) < BUSY
  }

  #isTooFast(owner: Owner, use: Use): boolean {
    const pace = this.#options.each?.pace
    if (pace === undefined || this.#isAlone(owner, RECENT)) return false
    const average = averageOf(use)
    const comers = Math.max(this.#comersBefore, this.#comers.size)
    return average >= pace && average >= averageOf(this.#all) / comers
  }

  /** Whether nobody else has come for so many milliseconds. */
  #isAlone(owner: Owner, milliseconds: number): boolean {
    const othersAt = owner === this.#latest ? this.#othersAt : this.#latestAt
    return performance.now() - othersAt > milliseconds
  }

  #count(owner: Owner, change: 1 | -1): void {
    add(this.#all, change)
    const use = this.#uses.get(owner) ?? { running: 0, average: 0, at: performance.now() }
    add(use, change)
    this.#uses.set(owner, use)
    if (this.#uses.size > MOST_IDLE) this.#forgetIdle()
  }

  #forgetIdle(): void {
    for (const [owner, use] of this.#uses) {
      if (use.running === 0 && averageOf(use) < NOTHING) this.#uses.delete(owner)
    }
  }
}

function add(use: Use, change: 1 | -1): void {
  use.average = averageOf(use)
  use.at = performance.now()
  use.running += change
}

/** Older times count less and less. */
function averageOf({ running, average, at }: Use): number {
  const weight = Math.exp((at - performance.now()) / MEMORY)
  return running + (average - running) * weight
}

export const stopping = () => unavailable('the server is stopping')
