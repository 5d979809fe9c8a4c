import { readFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Node } from '../crash/node.ts'

type Stall = { milliseconds: number; computing: number }

/** One of the two servers, with its statistics. */
export class SoakNode {
  readonly node: Node
  /** Its peak memory, in MiB; 0 if unknown. */
  memory = 0
  readonly #folder: string
  readonly #stalls: string[] = []

  constructor(folder: string, environment: Record<string, string>) {
    this.#folder = folder
    this.node = new Node(folder, environment)
  }

  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await this.node.start()
  }

  async kill(): Promise<void> {
    this.look()
    await this.node.kill()
    await this.#readLog()
  }

  look(): void {
    try {
      const status = readFileSync(`/proc/${this.node.pid}/status`, 'utf8')
      const kilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0)
      this.memory = Math.max(this.memory, Math.round(kilobytes / 1024))
    } catch {}
  }

  /** The stalls caused by the node itself, and not by a busy machine. */
  async stalls(): Promise<string[]> {
    await this.#readLog()
    return this.#stalls
  }

  /** Each start truncates the log. */
  async #readLog(): Promise<void> {
    const log = await readFile(join(this.#folder, 'server.log'), 'utf8')
    const lines = log.split('\n').filter((line) => line.includes('the event loop is blocked'))
    for (const line of lines) {
      const { milliseconds, computing } = JSON.parse(line) as Stall
      const isOurs = computing === 0 || computing > milliseconds / 2
      if (isOurs && !this.#stalls.includes(line)) this.#stalls.push(line)
    }
  }
}
