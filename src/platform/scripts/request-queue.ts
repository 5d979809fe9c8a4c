import type { MessagePort } from 'node:worker_threads'
import type { Refusal, ScriptReply, ScriptRequest } from './outcome.ts'

/** Answers the requests of a script with JSON. The script gets the errors it throws. */
export type ScriptHost = (request: unknown) => Promise<string>

/** A longer answer would not fit into the memory of a script, as text and parsed. */
export const LONGEST_ANSWER = 4 * 1024 ** 2

export const tooLong = ({ length }: string): string =>
  `the answer has ${length} characters, ${LONGEST_ANSWER} are allowed: ask for less`

/**
 * Answers the requests of one script, one after another in the order in which they came: the script depends only
 * on the answers, and never needs more than one connection.
 */
export class RequestQueue {
  readonly #port: MessagePort
  readonly #host: ScriptHost
  readonly #asked: ScriptRequest[] = []
  #isAnswering = false
  #isClosed = false

  constructor(port: MessagePort, host: ScriptHost) {
    this.#port = port
    this.#host = host
    port.on('message', (asked: ScriptRequest) => {
      this.#asked.push(asked)
      if (!this.#isAnswering) void this.#answerAll()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#port.close()
  }

  async #answerAll(): Promise<void> {
    this.#isAnswering = true
    for (let next = this.#asked.shift(); next; next = this.#asked.shift()) {
      if (this.#isClosed) return
      const told = await this.#answer(next)
      if (!this.#isClosed) this.#port.postMessage(told)
    }
    this.#isAnswering = false
  }

  async #answer({ no, request }: ScriptRequest): Promise<ScriptReply> {
    try {
      const answer = await this.#host(read(request))
      if (answer.length <= LONGEST_ANSWER) return { no, answer }
      return { no, refusal: { message: tooLong(answer), code: 'too_large' } }
    } catch (error) {
      return { no, refusal: toRefusal(error) }
    }
  }
}

/** Refuses names that would reach the prototypes of the server. */
function read(request: string): unknown {
  if (request.includes('"__proto__":')) throw new Error('"__proto__" is no name for a value')
  return JSON.parse(request)
}

function toRefusal(error: unknown): Refusal {
  const { message, code } = error as { message?: unknown; code?: unknown }
  return { message: String(message), code: typeof code === 'string' ? code : '' }
}
