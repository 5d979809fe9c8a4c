/** The last time of several events, shared between two threads. */
const NAMES = ['beat', 'stalled', 'blocked', 'serving', 'stopping'] as const
type Name = (typeof NAMES)[number]

export const SHARED_TIMES = NAMES.length * BigInt64Array.BYTES_PER_ELEMENT

/** The input of the guard. */
export type GuardTask = {
  shared: SharedArrayBuffer
  /** Seconds after which a blocked process is ended; 0 = never. */
  limit: number
  /** Seconds a stop may take. */
  grace: number
  isSilent: boolean
}

/** Milliseconds of the monotonic clock, which all threads share. */
const now = (): number => Number(process.hrtime.bigint() / 1_000_000n)

export class Times {
  readonly #cells: BigInt64Array

  constructor(shared: SharedArrayBuffer) {
    this.#cells = new BigInt64Array(shared)
  }

  set(name: Name): void {
    Atomics.store(this.#cells, NAMES.indexOf(name), BigInt(now()))
  }

  /** 0 if it never happened. */
  get(name: Name): number {
    return Number(Atomics.load(this.#cells, NAMES.indexOf(name)))
  }

  /** Milliseconds; infinite if it never happened. */
  since(name: Name): number {
    const at = this.get(name)
    return at === 0 ? Number.POSITIVE_INFINITY : now() - at
  }
}
