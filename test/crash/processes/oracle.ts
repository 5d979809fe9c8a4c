import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { TOKEN } from '../node.ts'

type Question = { restorePointId: string; context: { number: number } }

/** An external program: answers even numbers immediately, odd ones through the restore point. */
export class Oracle {
  /** The number of calls per key. */
  readonly asked = new Map<string, number>()
  /** Accepted answers, by restore point. */
  readonly taken = new Map<string, number>()
  readonly #server: Server
  readonly #address: () => string | undefined
  readonly #answering = new Set<Promise<void>>()
  #isStopped = false

  constructor(address: () => string | undefined) {
    this.#address = address
    this.#server = createServer(async (request, response) => {
      const key = String(request.headers['idempotency-key'])
      const { restorePointId, context } = JSON.parse(await text(request)) as Question
      const isFirst = !this.asked.has(key)
      this.asked.set(key, (this.asked.get(key) ?? 0) + 1)
      const answer = context.number * 2
      if (context.number % 2 === 0) {
        response.writeHead(200).end(JSON.stringify({ context: { answer } }))
        return
      }
      response.writeHead(202).end()
      if (isFirst) this.#later(this.#restore(restorePointId, answer))
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/ask`
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#answering)
    this.#server.close()
  }

  #later(work: Promise<void>): void {
    this.#answering.add(work)
    void work.finally(() => this.#answering.delete(work))
  }

  /** Retries until a server confirms that it was accepted, now or before. */
  async #restore(id: string, answer: number): Promise<void> {
    while (!this.#isStopped) {
      const status = await this.#send(id, answer)
      if (status === 200) this.taken.set(id, (this.taken.get(id) ?? 0) + 1)
      if (status === 200 || status === 400) return
      await pause(50)
    }
  }

  async #send(id: string, answer: number): Promise<number | undefined> {
    try {
      const response = await fetch(`${this.#address()}/pub/v1/bpm/restore-point/${id}/restore`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({ context: { answer } }),
        signal: AbortSignal.timeout(20_000),
      })
      await response.text()
      return response.status
    } catch {
      return undefined
    }
  }
}
