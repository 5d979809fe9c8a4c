import { Gauge, type Registry } from 'prom-client'
import { SYSTEM } from '../platform/caller.ts'
import { type Platform, readContext } from '../platform/context.ts'
import type { GaugeGroup, Values } from '../platform/gauges.ts'
import { BackgroundLoop } from '../platform/loops/background-loop.ts'

/** Milliseconds. Callers that ask more often get the same numbers. */
const FRESH = 1000
/** For one statement. */
const LONGEST_STATEMENT = 3000
const DAY = 86_400_000

/**
 * Numbers about the whole system, which need the database. A scrape gets the last sample and wakes the loop that
 * takes the next, so a frozen database delays nobody, and a node whose metrics nobody reads runs no queries.
 */
export class SampledGauges {
  readonly #platform: Platform
  readonly #groups: readonly GaugeGroup[]
  readonly #gauges = new Map<string, Gauge>()
  readonly #readAt = new Map<string, number>()
  readonly #reading: BackgroundLoop
  #lastRound = performance.now()
  #isReading = false

  constructor(platform: Platform, registry: Registry, groups: readonly GaugeGroup[]) {
    this.#platform = platform
    this.#groups = groups.filter(({ isWanted }) => isWanted?.(platform.config) ?? true)
    for (const group of this.#groups) this.#declare(registry, group)
    this.#declareAge(registry)
    this.#reading = new BackgroundLoop({
      round: async () => {
        await this.#round()
        return DAY
      },
      onFailure: (err) => platform.log.warn({ err }, 'the state of the system cannot be read'),
    })
  }

  start(): void {
    this.#reading.start()
  }

  async stop(): Promise<void> {
    await this.#reading.stop()
  }

  #declare(registry: Registry, { gauges }: GaugeGroup): void {
    for (const [name, { help, label }] of Object.entries(gauges)) {
      const labelNames = label === undefined ? [] : [label]
      const gauge = new Gauge({ name, help, labelNames, aggregator: 'max', registers: [registry] })
      // Nothing is known yet, which is not the same as 0.
      if (label === undefined) gauge.remove()
      this.#gauges.set(name, gauge)
    }
  }

  /** Also wakes the loop: it is collected with every scrape. */
  #declareAge(registry: Registry): void {
    const collect = (age: Gauge) => {
      const now = performance.now()
      for (const { name } of this.#groups) {
        const at = this.#readAt.get(name)
        if (at !== undefined) age.set({ group: name }, (now - at) / 1000)
      }
      if (!this.#isReading && now - this.#lastRound > FRESH) this.#reading.wake()
    }
    new Gauge({
      name: 'kontor_sample_age_seconds',
      help: 'Time since a group of numbers about the whole system was last read',
      labelNames: ['group'],
      aggregator: 'max',
      registers: [registry],
      collect() {
        collect(this)
      },
    })
  }

  async #round(): Promise<void> {
    this.#isReading = true
    try {
      for (const group of this.#groups) await this.#read(group)
    } finally {
      this.#isReading = false
      this.#lastRound = performance.now()
    }
  }

  async #read(group: GaugeGroup): Promise<void> {
    const { config, files, log } = this.#platform
    const ctx = readContext(this.#platform, { user: SYSTEM, requestId: 'metrics', log })
    try {
      const values = await ctx.readWithin({ milliseconds: LONGEST_STATEMENT }, (db) =>
        group.read({ config, files, db }),
      )
      this.#set(group, values)
      this.#readAt.set(group.name, performance.now())
    } catch (err) {
      log.warn({ err, group: group.name }, 'the state of the system cannot be read')
    }
  }

  #set({ gauges }: GaugeGroup, values: Values): void {
    for (const [name, value] of Object.entries(values)) {
      const [gauge, label] = [this.#gauges.get(name), gauges[name]?.label]
      if (typeof value === 'number') gauge?.set(value)
      else if (label)
        for (const [of, each] of Object.entries(value)) gauge?.set({ [label]: of }, each)
    }
  }
}
