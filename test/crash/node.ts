import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ServerProcess, spawnServer } from '../spawn.ts'

export const TOKEN = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

/** A server that is killed and restarted, each time at another address. */
export class Node {
  /** Undefined while it is down. */
  address: string | undefined
  readonly #folder: string
  readonly #environment: Record<string, string>
  readonly #main: string | undefined
  #process: ServerProcess | undefined

  /** `main` is that of another release. */
  constructor(folder: string, environment: Record<string, string> = {}, main?: string) {
    this.#folder = folder
    this.#main = main
    this.#environment = environment
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** The folder of its embedded database, if any. */
  get databaseFolder(): string {
    return join(this.#folder, 'data', 'pg')
  }

  /** Returns the milliseconds until it was ready. */
  async start(): Promise<number> {
    const since = performance.now()
    this.#process = await this.#spawn()
    this.address = await this.#process.ready
    return Math.round(performance.now() - since)
  }

  /** As a service manager does: what is running is finished. */
  async stop(): Promise<void> {
    await this.#process?.stop()
    this.address = undefined
    this.#process = undefined
  }

  /** Kills it during the start. */
  async startAndKill(after: number): Promise<void> {
    this.#process = await this.#spawn()
    await pause(after)
    await this.kill()
  }

  /** Returns the number of killed processes; `onKilled` is called at that moment. */
  async kill(onKilled: () => void = () => {}): Promise<number> {
    const killed = await this.#process?.kill(() => {
      this.address = undefined
      onKilled()
    })
    this.#process = undefined
    return killed ?? 0
  }

  #spawn(): Promise<ServerProcess> {
    return spawnServer({
      environment: {
        KONTOR_DATA: join(this.#folder, 'data'),
        KONTOR_ADMIN_TOKEN: TOKEN,
        KONTOR_DEMO: 'off',
        KONTOR_RATE_LIMIT: '0',
        KONTOR_SECRET: 'the same on both nodes and long enough to be one',
        LOG_LEVEL: 'warn',
        ...this.#environment,
      },
      log: join(this.#folder, 'server.log'),
      ...(this.#main && { main: this.#main }),
    })
  }
}
