import type { Log } from './log.ts'

/** Below this, in seconds, clocks count as the same. */
const NOTABLE = 2
/** Milliseconds by which a measurement may differ from the one before without meaning anything. */
const NOISE = 20
/** An answer that took longer, in milliseconds, is too imprecise. */
const SLOW = 1000

type Options = {
  /** Seconds of clock skew from which on a node does not serve; 0 = never. */
  limit: number
  log: Log
  /** The clock of this machine; tests set it wrong. */
  machine?: (() => number) | undefined
}

type Anchor = { database: number; ticks: number }

/**
 * The time of the database, so that all nodes store and compare the same time. It is measured with every heartbeat
 * of the signals; in between the monotonic clock of the process continues it, whatever happens to the clock of the
 * machine.
 */
export class DatabaseClock {
  /** Seconds by which this machine is ahead of the database. */
  skew = 0
  readonly #limit: number
  readonly #log: Log
  readonly #machine: () => number
  #anchor: Anchor | undefined
  #told: 'same' | 'apart' | 'wrong' = 'same'

  constructor({ limit, log, machine = Date.now }: Options) {
    this.#limit = limit
    this.#log = log
    this.#machine = machine
  }

  readonly now = (): Date => new Date(this.#read())

  /** Why this node must not serve; undefined if it may. */
  get problem(): string | undefined {
    return this.#limit > 0 && Math.abs(this.skew) > this.#limit
      ? `${this.#inWords()}, more than the ${this.#limit} s of KONTOR_CLOCK_LIMIT: let both machines keep time with NTP`
      : undefined
  }

  /** Call with the time of the database, in milliseconds, as soon as it has arrived. */
  measure(): (database: number) => void {
    const sent = performance.now()
    return (database) => {
      const ticks = performance.now()
      const took = ticks - sent
      if (took > SLOW && this.#anchor) return
      const middle = database + took / 2
      const error = Math.abs(middle - this.#read())
      if (!this.#anchor || error > took / 2 + NOISE) this.#anchor = { database: middle, ticks }
      this.skew = (this.#machine() - this.#read()) / 1000
      this.#tell()
    }
  }

  #read(): number {
    if (!this.#anchor) return this.#machine()
    return this.#anchor.database + performance.now() - this.#anchor.ticks
  }

  #tell(): void {
    const apart = Math.abs(this.skew) > NOTABLE ? 'apart' : 'same'
    const state = this.problem === undefined ? apart : 'wrong'
    if (state === this.#told) return
    this.#told = state
    const facts = { skew: this.skew }
    if (state === 'same') this.#log.info(facts, 'the clocks of this machine and the database agree')
    else if (state === 'apart') this.#log.warn(facts, this.#inWords())
    else this.#log.error(facts, `this node does not serve: ${this.problem}`)
  }

  #inWords(): string {
    const direction = this.skew > 0 ? 'ahead of' : 'behind'
    return `the clock of this machine is ${Math.abs(this.skew).toFixed(1)} s ${direction} that of the database`
  }
}
