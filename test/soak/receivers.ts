import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Heard } from '../crash/hearing.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>

/** Responses that count as received. */
const TAKES: Record<string, Answer> = {
  good: (response) => void response.end(),
  slow: async (response) => {
    await pause(100)
    response.end()
  },
  /** An endless response. */
  endless: (response) => {
    const source = Readable.from(forever())
    response.on('close', () => source.destroy())
    source.pipe(response)
  },
}

/** Responses that count as failures. */
const REFUSES: Record<string, Answer> = {
  silent: () => undefined,
  hangsUp: (_, request) => void request.socket.destroy(),
  fails: (response) => void response.writeHead(500).end('broken'),
  refuses: (response) => void response.writeHead(400).end('no\0, thank\0 you'),
  redirects: (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
}

function* forever(): Generator<Buffer> {
  for (const piece = Buffer.alloc(64 * 1024, 'x'); ; ) yield piece
}

/** A closed port until it is turned good. */
const CLOSED = 'closed'

export const KINDS = [...Object.keys(TAKES), ...Object.keys(REFUSES), CLOSED]

/** A webhook receiver with one kind of fault, until it is turned good. */
export class Receiver {
  readonly kind: string
  /** The received messages in order; repetitions are possible. */
  readonly heard: Heard[] = []
  /** The number of attempts per message before it was turned good. */
  readonly tries = new Map<number, number>()
  /** Requests to the redirect target: there must be none. */
  elsewhere = 0
  readonly #server: Server
  #isGood: boolean
  #port = 0

  constructor(kind: string) {
    this.kind = kind
    this.#isGood = kind in TAKES
    this.#server = createServer((request, response) => {
      request.on('error', () => undefined)
      this.#answer(request, response).catch(() => response.destroy())
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`
  }

  /** A closed receiver reserves a port first. */
  async start(): Promise<void> {
    await this.#listen()
    if (this.kind === CLOSED) await this.stop()
  }

  async turnGood(): Promise<void> {
    this.#isGood = true
    if (this.kind === CLOSED) await this.#listen()
    this.#server.closeAllConnections()
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/elsewhere') this.elsewhere++
    const { position, object } = JSON.parse(await text(request)) as Heard
    if (this.#isGood) {
      this.heard.push({ position, object })
      return (TAKES[this.kind] ?? TAKES.good)?.(response, request)
    }
    this.tries.set(position, (this.tries.get(position) ?? 0) + 1)
    return REFUSES[this.kind]?.(response, request)
  }
}
