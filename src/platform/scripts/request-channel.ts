import type { MessagePort } from 'node:worker_threads'
import type { ScriptReply, ScriptRequest } from './outcome.ts'

/** Requests of one script that may be unanswered at once. */
export const MOST_WAITING = 1000
/** Requests of one script altogether: more is the work of an import. */
export const MOST_ASKED = 10_000
/** The longest request as JSON, in characters. */
const LONGEST_REQUEST = 1024 ** 2
/** Total length of the unanswered requests, in characters. */
const LONGEST_WAITING = 16 * 1024 ** 2

/** Sends the requests of a script from its thread to the server. */
export class RequestChannel {
  readonly #port: MessagePort | undefined
  readonly #told: ScriptReply[] = []
  #wake: (() => void) | undefined
  #asked = 0
  /** The lengths of the unanswered requests. */
  readonly #waiting: number[] = []
  #length = 0

  constructor(port: MessagePort | undefined) {
    this.#port = port
    port?.on('message', (told: ScriptReply) => {
      this.#told.push(told)
      this.#wake?.()
    })
  }

  /** Why the request is not sent; '' if it is. */
  ask({ no, request }: ScriptRequest): string {
    if (!this.#port) return 'nothing can be called here: there is no server behind this script'
    if (this.#waiting.length >= MOST_WAITING) {
      return `${MOST_WAITING} calls wait for their answers already: await them`
    }
    if (this.#asked >= MOST_ASKED) return `a script may make ${MOST_ASKED} calls`
    if (request.length > LONGEST_REQUEST) {
      return `the call has ${request.length} characters, ${LONGEST_REQUEST} are allowed`
    }
    if (this.#length + request.length > LONGEST_WAITING) {
      return `the calls that wait for their answers have ${LONGEST_WAITING} characters already: await them`
    }
    this.#asked++
    this.#waiting.push(request.length)
    this.#length += request.length
    this.#port.postMessage({ no, request } satisfies ScriptRequest)
    return ''
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0
  }

  /** The next answer. Answers come in the order of the requests. */
  async next(): Promise<ScriptReply> {
    for (;;) {
      const told = this.#told.shift()
      if (told) {
        this.#length -= this.#waiting.shift() ?? 0
        return told
      }
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
  }

  close(): void {
    this.#port?.close()
  }
}
