import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Heard = { position: number; object: string }

/** A failed message delays the later ones of its object for 5 seconds. */
const FAILING = 0.003
/** Each takes the timeout of the sender. */
const SILENCES = 2
/** The number of messages between restarts. */
const BETWEEN_RESTARTS = 3000

/**
 * A webhook receiver that fails or disconnects at random, but only once per event, sometimes does not
 * respond, and restarts every so many messages.
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

/** A stream reader that disconnects at random and reconnects with the last id. */
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
      const timeout = AbortSignal.timeout(500 + Math.floor(random() * 3000))
      const signal = AbortSignal.any([this.#stopped.signal, timeout])
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
