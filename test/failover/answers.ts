import { subscribe, unsubscribe } from 'node:diagnostics_channel'

type Request = { origin: string; path: string; method: string }
type Response = { statusCode: number; headers: Buffer[] }

/** What clients got, counted by kind. */
export type Tally = {
  done: number
  /** 503 with Retry-After. */
  refused: number
  /** A request that had been carried out before, and was sent again without a key. */
  repeated: number
  /** Anything else, each with its path: there must be none. */
  other: string[]
  /** The longest anybody waited for an answer, in milliseconds. */
  slowest: number
  /** The longest time without an acknowledged write, in milliseconds. */
  silence: number
}

const newTally = (): Tally => ({
  ...{ done: 0, refused: 0, repeated: 0, slowest: 0, silence: 0 },
  other: [],
})

/** A second submission of a task, and a second answer to a process, are refused: the first one counted. */
const REPEATABLE = /\/submit$|\/restore$/

/** Sees every answer that this process gets from the nodes, whoever asked. */
export class Answers {
  #tally = newTally()
  readonly #begun = new WeakMap<Request, number>()
  /** When each node acknowledged writes, since the last call of `take`. */
  #written: { node: string; at: number }[] = []
  #latest = performance.now()
  readonly #nodes: () => (string | undefined)[]

  constructor(nodes: () => (string | undefined)[]) {
    this.#nodes = nodes
    subscribe('undici:request:create', this.#onCreate)
    subscribe('undici:request:headers', this.#onHeaders)
    subscribe('undici:request:error', this.#onError)
  }

  stop(): void {
    unsubscribe('undici:request:create', this.#onCreate)
    unsubscribe('undici:request:headers', this.#onHeaders)
    unsubscribe('undici:request:error', this.#onError)
  }

  /** What came since the last call. */
  take(): Tally {
    const taken = this.#tally
    this.#tally = newTally()
    this.#written = []
    return taken
  }

  /** When the node acknowledged its first write after that moment. */
  firstWrite(node: string, after: number): number | undefined {
    return this.#written.find((write) => write.node === node && write.at >= after)?.at
  }

  readonly #onCreate = (message: unknown) => {
    const { request } = message as { request: Request }
    if (this.#isOurs(request)) this.#begun.set(request, performance.now())
  }

  readonly #onHeaders = (message: unknown) => {
    const { request, response } = message as { request: Request; response: Response }
    const begun = this.#begun.get(request)
    if (begun === undefined) return
    // Answered: what breaks afterwards is a reader that hangs up.
    this.#begun.delete(request)
    const now = performance.now()
    const { statusCode: status } = response
    this.#tally.slowest = Math.max(this.#tally.slowest, now - begun)
    if (status < 300) {
      this.#tally.done++
      if (request.method !== 'GET') this.#note(request.origin, now)
    } else if (status === 503 && hasRetryAfter(response)) this.#tally.refused++
    else if (status === 400 && REPEATABLE.test(request.path)) this.#tally.repeated++
    else this.#tally.other.push(`${status} for ${request.method} ${request.path}`)
  }

  readonly #onError = (message: unknown) => {
    const { request, error } = message as { request: Request; error: Error }
    if (!this.#begun.delete(request) || request.path.startsWith('/events')) return
    this.#tally.other.push(`${error.message} for ${request.method} ${request.path}`)
  }

  #note(node: string, at: number): void {
    this.#tally.silence = Math.max(this.#tally.silence, at - this.#latest)
    this.#latest = at
    this.#written.push({ node, at })
  }

  #isOurs({ origin, path }: Request): boolean {
    return this.#nodes().includes(origin) && !path.startsWith('/health')
  }
}

const hasRetryAfter = ({ headers }: Response) =>
  headers.some((header, at) => at % 2 === 0 && String(header).toLowerCase() === 'retry-after')
