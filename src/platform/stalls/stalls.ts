import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'
import { BackgroundLoop } from '../loops/background-loop.ts'
import { type GuardTask, SHARED_TIMES, Times } from './times.ts'

const EVERY = 100
const GUARD = new URL('./guard.ts', import.meta.url)
/** How long after a stall this node is not ready: who sends requests hears of it. */
const WINDOW = 5_000

export type GuardOptions = Omit<GuardTask, 'shared'>

/**
 * Tells how late the event loop is. A second thread, the guard, hears its beat: it can still speak
 * and act while the loop stands still, see `guard.ts`.
 */
export class Stalls {
  readonly #shared = new SharedArrayBuffer(SHARED_TIMES)
  readonly #times = new Times(this.#shared)
  readonly #beating: BackgroundLoop
  readonly #onDelay = new Set<(milliseconds: number) => void>()
  readonly #onEnd = new Set<() => void>()
  #beatAt = performance.now()
  #lastStall = 0
  #guard: Worker | undefined

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

  /** True while the loop stands still, and for a moment after: nobody can be told meanwhile. */
  get isStalled(): boolean {
    const times = this.#times
    return times.since('stalled') < WINDOW && times.get('stalled') > times.get('serving')
  }

  /** What stood still before this kept nobody waiting. */
  markServing(): void {
    this.#times.set('serving')
  }

  /** How late each beat was. */
  onDelay(listener: (milliseconds: number) => void): void {
    this.#onDelay.add(listener)
  }

  /** When the loop goes on after the guard has stepped in. */
  onEnd(listener: () => void): void {
    this.#onEnd.add(listener)
  }

  /** Ends this process when it stands still for too long, or does not come to an end after a stop. */
  startGuard(options: GuardOptions): void {
    const workerData: GuardTask = { ...options, shared: this.#shared }
    this.#guard = new Worker(GUARD, { workerData })
    this.#guard.unref()
  }

  /** From here on there is only so much time left. */
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
    this.#times.set('beat')
    for (const listener of this.#onDelay) listener(late)
    const stall = this.#times.get('stalled')
    if (stall === this.#lastStall) return
    this.#lastStall = stall
    for (const listener of this.#onEnd) listener()
  }
}
