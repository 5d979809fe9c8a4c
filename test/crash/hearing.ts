import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Heard = { position: number; object: string }

/** A message that fails keeps the later ones of its object back for 5 seconds. */
const FAILING = 0.003
/** Each costs the patience of the sender. */
const SILENCES = 2
/** So many messages after which it is gone for a moment. */
const BETWEEN_RESTARTS = 3000

/**
 * A receiver of webhooks that fails and hangs up at random, but for each event only once, stays
 * silent now and then, and is started anew every so many messages.
 */
export class FlakyReceiver {
  readonly heard: Heard[] = []
  readonly #random: () => number
  readonly #failed = new Set<number>()
  readonly #server: Server
  #silences = 0
  #port = 0

  constructor(random: () => number) {
    this.#random = random
    this.#server = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request.setEncoding('utf8')) text += chunk
      const { position, object } = JSON.parse(text) as Heard
      if (this.#random() < FAILING && !this.#failed.has(position)) {
        this.#failed.add(position)
        if (this.#random() < 0.5) return request.socket.destroy()
        if (this.#silences++ < SILENCES) return
        return response.writeHead(500).end()
      }
      this.heard.push({ position, object })
      response.end()
      if (this.heard.length % BETWEEN_RESTARTS === 0) await this.#restart()
    })
  }

  async start(): Promise<string> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
    return `http://127.0.0.1:${this.#port}/`
  }

  async #restart(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.stop()
    await closed
    await pause(300)
    await this.start()
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

type ReaderOptions = { token: string; types: readonly string[] }

/** A reader of the stream that hangs up at random and comes back with the last id it saw. */
export class FlakyReader {
  readonly heard: Heard[] = []
  readonly #done: Promise<void>
  readonly #stopped = new AbortController()

  constructor(options: ReaderOptions, random: () => number, target: () => string | undefined) {
    this.#done = this.#read(options, random, target)
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#done
  }

  async #read(options: ReaderOptions, random: () => number, target: () => string | undefined) {
    while (!this.#stopped.signal.aborted) {
      const address = target()
      const patience = AbortSignal.timeout(500 + Math.floor(random() * 3000))
      const signal = AbortSignal.any([this.#stopped.signal, patience])
      if (address !== undefined) await this.#listen(address, options, signal).catch(() => undefined)
      await pause(20)
    }
  }

  async #listen(
    address: string,
    { token, types }: ReaderOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const last = String(this.heard.at(-1)?.position ?? 0)
    const headers = { 'x-token': token, 'last-event-id': last }
    const answer = await fetch(`${address}/events?types=${types}`, { headers, signal })
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
