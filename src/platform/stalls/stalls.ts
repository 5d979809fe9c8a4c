import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'
import { BackgroundLoop } from '../loops/background-loop.ts'
import { type GuardTask, SHARED_TIMES, Times } from './times.ts'

const EVERY = 200
const GUARD = new URL('./guard.ts', import.meta.url)
/** How long after a stall this node reports itself as not ready. */
const WINDOW = 5_000

export type GuardOptions = Omit<GuardTask, 'shared'>

/**
 * Measures the delay of the event loop. A second thread, the guard, watches its heartbeat and can still act
 * while the loop is blocked, see `guard.ts`.
 */
export class Stalls {
  readonly #shared = new SharedArrayBuffer(SHARED_TIMES)
  readonly #times = new Times(this.#shared)
  readonly #beating: BackgroundLoop
  readonly #onDelay = new Set<(milliseconds: number) => void>()
  readonly #onEnd = new Set<() => void>()
  #beatAt = performance.now()
  #lastStall = 0
  #isByProgram = true
  #guard: Worker | undefined
  /** The number of stalls, by cause. */
  readonly counts = { program: 0, machine: 0 }

  constructor(log: Log) {
    this.#times.set('beat')
    this.#beating = new BackgroundLoop({
      round: async () => {
        this.#beat()
        return EVERY
      },
      onFailure: (err) => log.warn({ err }, 'the event loop cannot be watched'),
    })
    this.#beating.start()
  }

  /** True during a stall and for a moment after it, because readiness cannot be reported during the stall. */
  get isStalled(): boolean {
    const times = this.#times
    return times.since('stalled') < WINDOW && times.get('stalled') > times.get('serving')
  }

  /** The cause of the last stall. */
  get reason(): string {
    return this.#isByProgram
      ? 'the event loop was blocked a moment ago'
      : 'the machine was too busy to run this process a moment ago'
  }

  /** Ignores stalls before this moment: nobody was waiting. */
  markServing(): void {
    this.#times.set('serving')
  }

  /** The delay of each beat. */
  onDelay(listener: (milliseconds: number) => void): void {
    this.#onDelay.add(listener)
  }

  /** Called when the loop continues after the guard has acted. */
  onEnd(listener: () => void): void {
    this.#onEnd.add(listener)
  }

  /** Ends this process if it is blocked for too long, or does not end after a stop. */
  startGuard(options: GuardOptions): void {
    const workerData: GuardTask = { ...options, shared: this.#shared }
    this.#guard = new Worker(GUARD, { workerData })
    this.#guard.unref()
  }

  /** Starts the deadline of the stop. */
  markStopping(): void {
    this.#times.set('stopping')
  }

  async stop(): Promise<void> {
    await this.#beating.stop()
    await this.#guard?.terminate()
  }

  #beat(): void {
    const now = performance.now()
    const late = Math.max(0, now - this.#beatAt - EVERY)
    this.#beatAt = now
    const before = this.#times.get('beat')
    this.#times.set('beat')
    for (const listener of this.#onDelay) listener(late)
    const stall = this.#times.get('stalled')
    if (stall === this.#lastStall) return
    this.#lastStall = stall
    this.#isByProgram = this.#times.get('blocked') >= before
    this.counts[this.#isByProgram ? 'program' : 'machine']++
    for (const listener of this.#onEnd) listener()
  }
}
