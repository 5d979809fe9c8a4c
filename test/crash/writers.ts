import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** A stored value that many callers write. */
export type Entry = { path: string; object: string }

/** One write. It is acknowledged when the server has returned its version. */
export type Write = {
  entry: Entry
  value: string
  key: string
  tries: number
  version?: number
  /** Replayed: an earlier attempt was executed, and its response was lost. */
  isReplayed?: boolean
}

export type Acknowledged = { entry: Entry; value: string; version: number }

const SCOPES = ['system', '_clients', '_clients/_contacts']
const ENTRIES = 12

export const entries: Entry[] = Array.from({ length: ENTRIES }, (_, at) => {
  const place = `${SCOPES[at % SCOPES.length]}/entry-${at}`
  return { path: `/pub/v1/storage/${place}`, object: `storage:${place}` }
})

/** The server for this attempt; undefined while none is up. */
export type Target = (caller: number, attempt: number) => string | undefined

const CALLERS = 16
const REQUEST_TIMEOUT = 20_000
const TIMEOUT = 60_000
/** Statuses after which the same request is sent again. */
const RETRIED = new Set([409, 503])

/** Callers that write as fast as possible and retry until acknowledged. */
export class Writers {
  readonly writes: Write[] = []
  /** The newest acknowledged write of each entry. */
  readonly latest = new Map<Entry, Acknowledged>()
  /** The number of acknowledged writes. */
  acknowledged = 0
  readonly #token: string
  readonly #random: () => number
  readonly #target: Target
  readonly #rest: number
  readonly #timeout: number
  readonly #done: Promise<void>
  #isStopping = false
  #failure: unknown

  /** The maximum pause of a caller after a write, and the time until it gives up, in milliseconds. */
  constructor(
    token: string,
    random: () => number,
    target: Target,
    { rest = 0, timeout = TIMEOUT }: { rest?: number | undefined; timeout?: number } = {},
  ) {
    this.#rest = rest
    this.#timeout = timeout
    this.#token = token
    this.#random = random
    this.#target = target
    const callers = Array.from({ length: CALLERS }, (_, caller) => this.#call(caller))
    this.#done = Promise.all(callers).then(
      () => undefined,
      (error: unknown) => {
        this.#isStopping = true
        this.#failure = error
      },
    )
  }

  get inDoubt(): number {
    return this.writes.length - this.acknowledged
  }

  /** Waits until every caller has finished its last write. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#done
    if (this.#failure !== undefined) throw this.#failure
  }

  async #call(caller: number): Promise<void> {
    while (!this.#isStopping) {
      const entry = entries[Math.floor(this.#random() * ENTRIES)] as Entry
      const write = { entry, value: randomUUID(), key: randomUUID(), tries: 0 }
      this.writes.push(write)
      await this.#seeThrough(write, caller)
      if (this.#rest > 0) await pause(this.#random() * this.#rest)
    }
  }

  async #seeThrough(write: Write, caller: number): Promise<void> {
    const end = Date.now() + this.#timeout
    while (write.version === undefined) {
      const address = this.#target(caller, write.tries)
      if (address !== undefined) await this.#send(write, address)
      if (write.version !== undefined) return
      if (this.#failure !== undefined || Date.now() > end) {
        throw new Error(`a write was not acknowledged after ${write.tries} tries`)
      }
      await pause(10)
    }
  }

  async #send(write: Write, address: string): Promise<void> {
    write.tries++
    const answer = await this.#post(write, address)
    if (answer === undefined || RETRIED.has(answer.status)) return
    const version = /^"(\d+)-/.exec(answer.headers.get('etag') ?? '')?.[1]
    if (answer.status !== 200 || version === undefined) {
      throw new Error(`a write was answered ${answer.status}: ${answer.text}`)
    }
    write.isReplayed = answer.headers.has('idempotency-replayed')
    this.#acknowledge({ ...write, version: Number(version) })
    write.version = Number(version)
  }

  #acknowledge({ entry, value, version }: Acknowledged): void {
    this.acknowledged++
    const known = this.latest.get(entry)?.version ?? 0
    if (version > known) this.latest.set(entry, { entry, value, version })
  }

  /** Undefined if the connection broke: the write may or may not have been executed. */
  async #post({ entry, value, key }: Write, address: string) {
    try {
      const response = await fetch(`${address}${entry.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#token}`, 'idempotency-key': key },
        body: JSON.stringify({ data: value }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text }
    } catch {
      return undefined
    }
  }
}
