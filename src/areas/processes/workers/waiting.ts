import { InterruptibleSleep } from '../../../platform/loops/sleep.ts'
import type { Signals } from '../../../platform/signals.ts'
import { WORKER_JOBS } from '../move.ts'

/** How long nobody looks when this node knows of nothing new: jobs of other nodes are found then. */
const LOOK = 1000

/** Fetches that wait for jobs. Each is woken when one may be there. */
export class WaitingFetches {
  readonly #sleeping = new Set<InterruptibleSleep>()

  constructor(signals: Pick<Signals, 'on'>) {
    signals.on(WORKER_JOBS, () => {
      for (const each of this.#sleeping) each.wake()
    })
  }

  /** Asks until there is something, time is over, or nobody waits for the answer any more. */
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
