import type { Worker } from 'node:cluster'
import type { Registry } from 'prom-client'
import { OWN_CALL } from '../http/auth.ts'
import { AppError } from '../lib/errors.ts'

/** The metrics of one worker. */
export type Counted = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export type FromWorker =
  | { kind: 'hello' }
  | { kind: 'ready' }
  | { kind: 'metrics'; id: number }
  | { kind: 'counted'; id: number; counted?: Counted }
export type ToWorker =
  | { kind: 'welcome'; ownCall: string }
  | { kind: 'replaced' }
  | { kind: 'count'; id: number }
  | { kind: 'metrics'; id: number; text?: string; failure?: string }

export function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message)
}

/** What a worker says to the process that started it, and hears from it. */
export class WorkerLink {
  /** Resolves when another worker has taken its place. Without its parent a worker ends at once. */
  readonly ending: Promise<'replaced'>
  readonly #asked = new Map<number, (answer: { text?: string; failure?: string }) => void>()
  readonly #welcomed: Promise<void>
  #registry: Registry | undefined
  #last = 0

  constructor() {
    let welcome = () => {}
    this.#welcomed = new Promise((resolve) => {
      welcome = resolve
    })
    this.ending = new Promise((resolve) => {
      process.on('message', (message: ToWorker) => {
        if (message.kind === 'replaced') resolve('replaced')
        if (message.kind === 'metrics') this.#asked.get(message.id)?.(message)
        if (message.kind === 'count') void this.#count(message.id)
        if (message.kind === 'welcome') {
          OWN_CALL.value = message.ownCall
          welcome()
        }
      })
    })
  }

  /** Resolves when it knows what all workers share. */
  async greet(): Promise<void> {
    this.#send({ kind: 'hello' })
    await this.#welcomed
  }

  sayReady(): void {
    this.#send({ kind: 'ready' })
  }

  /** The metrics of all workers, this one included. */
  async metrics(): Promise<string> {
    const id = ++this.#last
    const { text, failure } = await new Promise<{ text?: string; failure?: string }>((resolve) => {
      this.#asked.set(id, resolve)
      this.#send({ kind: 'metrics', id })
    }).finally(() => this.#asked.delete(id))
    if (text === undefined)
      throw new AppError('unavailable', `no metrics of all workers: ${failure}`)
    return text
  }

  /** What the other workers count with their own. */
  share(registry: Registry): void {
    this.#registry = registry
  }

  async #count(id: number): Promise<void> {
    const counted = await this.#registry?.getMetricsAsJSON().catch(() => undefined)
    this.#send({ kind: 'counted', id, ...(counted && { counted }) })
  }

  #send(message: FromWorker): void {
    process.send?.(message)
  }
}
