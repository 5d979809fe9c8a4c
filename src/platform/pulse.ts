import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Log } from './log.ts'
import { BackgroundLoop } from './loops/background-loop.ts'

const EVERY = 1000
const KEPT = 5
const RESOLUTION = 10

type Beat = { cpuPercent: number; p50: number; p99: number }

/** CPU use and event loop delay of this process in the last seconds. */
export class Pulse {
  readonly startedAt = new Date()
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  readonly #beating: BackgroundLoop
  #cpu = process.cpuUsage()
  #since = performance.now()
  #beats: Beat[] = []

  constructor(log: Log) {
    this.#beating = new BackgroundLoop({
      round: async () => {
        this.#beat()
        return EVERY
      },
      onFailure: (err) => log.warn({ err }, 'the event loop cannot be measured'),
    })
    this.#delay.enable()
    this.#beating.start()
  }

  async stop(): Promise<void> {
    await this.#beating.stop()
    this.#delay.disable()
  }

  read(): Beat & { memoryBytes: number; uptimeSeconds: number } {
    if (this.#beats.length === 0) this.#beat()
    const worst = (key: 'p50' | 'p99') => Math.max(...this.#beats.map((beat) => beat[key]))
    const cpu = this.#beats.reduce((sum, { cpuPercent }) => sum + cpuPercent, 0)
    return {
      memoryBytes: process.memoryUsage.rss(),
      uptimeSeconds: Math.round((Date.now() - this.startedAt.getTime()) / 1000),
      cpuPercent: rounded(cpu / this.#beats.length),
      p50: rounded(worst('p50')),
      p99: rounded(worst('p99')),
    }
  }

  #beat(): void {
    const [now, cpu] = [performance.now(), process.cpuUsage()]
    const used = (cpu.user + cpu.system - this.#cpu.user - this.#cpu.system) / 1000
    const cpuPercent = (100 * used) / Math.max(1, now - this.#since)
    this.#beats = [...this.#beats, { cpuPercent, p50: this.#late(50), p99: this.#late(99) }]
    this.#beats = this.#beats.slice(-KEPT)
    this.#delay.reset()
    this.#cpu = cpu
    this.#since = now
  }

  /** The monitor measures the time between two of its samples, which includes its own interval. */
  #late(percent: number): number {
    return Math.max(0, this.#delay.percentile(percent) / 1e6 - RESOLUTION)
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10
