import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Contender, percentile, type Sample } from '../compare.ts'
import { readCpu } from '../cpu.ts'
import { CALLERS, drive, type Load } from '../http-load.ts'
import type { Stand } from '../stand.ts'
import type { DriverResult, DriverTask } from './driver-process.ts'

/** The processes that show what is possible at best on this machine, on the same database. */
export class Limits {
  readonly #stand: Stand
  readonly #driver: ChildProcess
  readonly #fastify: ChildProcess
  readonly #address: string

  private constructor(stand: Stand, driver: ChildProcess, fastify: ChildProcess, address: string) {
    this.#stand = stand
    this.#driver = driver
    this.#fastify = fastify
    this.#address = address
  }

  static async start(stand: Stand): Promise<Limits> {
    const connection = [JSON.stringify(stand.connection)]
    const driver = fork(new URL('./driver-process.ts', import.meta.url), connection)
    const fastify = fork(new URL('./fastify-process.ts', import.meta.url), connection)
    const [address] = (await once(fastify, 'message')) as [string]
    return new Limits(stand, driver, fastify, address)
  }

  stop(): void {
    this.#driver.disconnect()
    this.#fastify.disconnect()
  }

  /** The driver alone: no HTTP, no rights, no checks. */
  driver(name: string, work: DriverTask['work'], limit?: string): Contender {
    return { name, limit, measure: (seconds) => this.#drive(work, seconds) }
  }

  /** Fastify alone. */
  fastify(name: string, requests: Load['requests'], limit?: string): Contender {
    const cpu = () => this.#cpu(this.#fastify)
    const load = { address: this.#address, requests, cpu }
    return { name, limit, measure: (seconds) => drive(load, seconds) }
  }

  async #drive(work: DriverTask['work'], seconds: number): Promise<Sample> {
    const before = this.#cpu(this.#driver)
    this.#driver.send({ work, callers: CALLERS, seconds } satisfies DriverTask)
    const [result] = (await once(this.#driver, 'message')) as [DriverResult]
    const after = this.#cpu(this.#driver)
    const { times } = result
    return {
      perSecond: times.length / result.seconds,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      nodeCpu: (after.node - before.node) / times.length,
      postgresCpu: (after.postgres - before.postgres) / times.length,
    }
  }

  #cpu({ pid = 0 }: ChildProcess) {
    return readCpu(pid, this.#stand.process.pid)
  }
}
