import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Heard = { position: number; object: string }

/** A receiver of webhooks that fails, hangs up and stays silent at random, but each event only once. */
export class FlakyReceiver {
  readonly heard: Heard[] = []
  readonly #random: () => number
  readonly #failed = new Set<number>()
  readonly #server: Server

  constructor(random: () => number) {
    this.#random = random
    this.#server = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request.setEncoding('utf8')) text += chunk
      const { position, object } = JSON.parse(text) as Heard
      if (this.#random() < 0.05 && !this.#failed.has(position)) {
        this.#failed.add(position)
        if (this.#random() < 0.5) return request.socket.destroy()
        return response.writeHead(500).end()
      }
      this.heard.push({ position, object })
      response.end()
    })
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** A reader of the stream that hangs up at random and comes back with the last id it saw. */
export class FlakyReader {
  readonly heard: Heard[] = []
  readonly #done: Promise<void>
  readonly #stopped = new AbortController()

  constructor(token: string, random: () => number, target: () => string | undefined) {
    this.#done = this.#read(token, random, target)
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#done
  }

  async #read(token: string, random: () => number, target: () => string | undefined) {
    while (!this.#stopped.signal.aborted) {
      const address = target()
      const patience = AbortSignal.timeout(500 + Math.floor(random() * 3000))
      const signal = AbortSignal.any([this.#stopped.signal, patience])
      if (address !== undefined) await this.#listen(address, token, signal).catch(() => undefined)
      await pause(20)
    }
  }

  async #listen(address: string, token: string, signal: AbortSignal): Promise<void> {
    const last = String(this.heard.at(-1)?.position ?? 0)
    const headers = { 'x-token': token, 'last-event-id': last }
    const answer = await fetch(`${address}/events?types=storage.*`, { headers, signal })
    let text = ''
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString()
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const data = /^data: (\{.*)$/m.exec(part)?.[1]
        if (data !== undefined) this.heard.push(JSON.parse(data) as Heard)
      }
    }
  }
}
