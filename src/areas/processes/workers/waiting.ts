import { InterruptibleSleep } from '../../../platform/loops/sleep.ts'
import type { Signals } from '../../../platform/signals.ts'
import { WORKER_JOBS } from '../move.ts'

/** Milliseconds between polls without a notification, to find jobs of other nodes. */
const LOOK = 1000

/** Fetches that wait for jobs; each is woken when one may be available. */
export class WaitingFetches {
  readonly #sleeping = new Set<InterruptibleSleep>()

  constructor(signals: Pick<Signals, 'on'>) {
    signals.on(WORKER_JOBS, () => {
      for (const each of this.#sleeping) each.wake()
    })
  }

  /** Polls until there is something, the time is over, or the caller disconnects. */
  async until<T>(
    ask: () => Promise<T[]>,
    { milliseconds, ended }: { milliseconds: number; ended: AbortSignal },
  ): Promise<T[]> {
    const sleep = new InterruptibleSleep()
    const end = Date.now() + milliseconds
    this.#sleeping.add(sleep)
    try {
      let found = await ask()
      for (let left = milliseconds; found.length === 0 && left > 0; left = end - Date.now()) {
        await sleep.wait(Math.min(left, LOOK), ended)
        if (ended.aborted) break
        found = await ask()
      }
      return found
    } finally {
      this.#sleeping.delete(sleep)
    }
  }
}
