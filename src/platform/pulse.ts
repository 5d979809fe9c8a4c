import type { Log } from './log.ts'
import { BackgroundLoop } from './loops/background-loop.ts'
import type { Stalls } from './stalls/stalls.ts'

const EVERY = 1000
const KEPT = 5

type Beat = { cpuPercent: number; p50: number; p99: number }

/** CPU use and event loop delay of this process in the last seconds. */
export class Pulse {
  readonly startedAt = new Date()
  #delays: number[] = []
  readonly #beating: BackgroundLoop
  #cpu = process.cpuUsage()
  #since = performance.now()
  #beats: Beat[] = []

  /** Delays come from an existing timer: another one would wake an idle node. */
  constructor(log: Log, stalls: Pick<Stalls, 'onDelay'>) {
    stalls.onDelay((late) => this.#delays.push(late))
    this.#beating = new BackgroundLoop({
      round: async () => {
        this.#beat()
        return EVERY
      },
      onFailure: (err) => log.warn({ err }, 'the event loop cannot be measured'),
    })
    this.#beating.start()
  }

  async stop(): Promise<void> {
    await this.#beating.stop()
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
    const delays = this.#delays.toSorted((a, b) => a - b)
    const late = (part: number) => delays[Math.floor(part * delays.length)] ?? 0
    this.#beats = [...this.#beats, { cpuPercent, p50: late(0.5), p99: late(0.99) }].slice(-KEPT)
    this.#delays = []
    this.#cpu = cpu
    this.#since = now
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10
