import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

/** The number of full seconds covered; the current one is not included. */
const RECENT = 5
const MICROSECONDS = { lowest: 1, highest: 3_600_000_000, figures: 2 }

type Second = { number: number; count: number; errors: number; durations: RecordableHistogram }

/** Statistics of the last seconds, for dashboards that poll. */
export class RecentRequests {
  readonly #now: () => number
  readonly #seconds: Second[] = Array.from({ length: RECENT + 1 }, () => ({
    number: -1,
    count: 0,
    errors: 0,
    durations: createHistogram(MICROSECONDS),
  }))

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  observe(status: number, milliseconds: number): void {
    const second = this.#present()
    if (!second) return
    second.count++
    if (status >= 500) second.errors++
    const { lowest, highest } = MICROSECONDS
    second.durations.record(Math.min(highest, Math.max(lowest, Math.round(milliseconds * 1000))))
  }

  read() {
    const present = Math.floor(this.#now() / 1000)
    const seconds = this.#seconds.filter(
      ({ number }) => number >= present - RECENT && number < present,
    )
    const all = createHistogram(MICROSECONDS)
    for (const { durations } of seconds) all.add(durations)
    const sum = (key: 'count' | 'errors') =>
      seconds.reduce((total, second) => total + second[key], 0) / RECENT
    const quantile = (percent: number) => (all.count === 0 ? 0 : all.percentile(percent) / 1000)
    return {
      perSecond: sum('count'),
      errorsPerSecond: sum('errors'),
      p50Ms: quantile(50),
      p99Ms: quantile(99),
    }
  }

  #present(): Second | undefined {
    const number = Math.floor(this.#now() / 1000)
    const second = this.#seconds[number % this.#seconds.length]
    if (second && second.number !== number) {
      Object.assign(second, { number, count: 0, errors: 0 })
      second.durations.reset()
    }
    return second
  }
}
