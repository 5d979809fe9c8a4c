import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openTasks } from '../../process.ts'
import { TOKEN } from '../node.ts'

const TIMEOUT = 90_000

type Answer = { status: number; body: Record<string, unknown> }

/** Callers that start instances and submit their tasks, with retries. */
export class Callers {
  /** Acknowledged instances, by number. */
  readonly instances = new Map<number, string>()
  readonly #address: (attempt: number) => string | undefined
  readonly #rest: number
  readonly #timeout: number
  #next = 0
  #isStopping = false

  /** The pause of a caller after an instance, and the time until it gives up, in milliseconds. */
  constructor(
    address: (attempt: number) => string | undefined,
    { rest = 0, timeout = TIMEOUT } = {},
  ) {
    this.#address = address
    this.#rest = rest
    this.#timeout = timeout
  }

  async startAll(count: number, callers: number): Promise<void> {
    const work = async () => {
      while (this.#next < count && !this.#isStopping) {
        await this.#see(this.#next++)
        if (this.#rest > 0) await pause(this.#rest)
      }
    }
    await Promise.all(Array.from({ length: callers }, work))
  }

  /** No other instance is started. */
  stop(): void {
    this.#isStopping = true
  }

  async #see(number: number): Promise<void> {
    const key = randomUUID()
    const run = '/pub/v1/bpm/template/crash/parent/run'
    const begun = await this.#until('POST', run, { body: { context: { number } }, key })
    const { __id: id, ...instance } = begun.body.context as { __id: string }
    this.instances.set(number, id)
    if (number % 3 === 0) await this.suspended(`instances/${id}`)
    const [task] = openTasks(instance)
    const path = `/pub/v1/tasks/${task?.__id}/submit`
    // A repeated submission finds the task closed: the first one counted.
    await this.#until('PUT', path, { body: { instanceId: id }, accepted: [200, 400] })
    // Mostly before the instance waits for it; a repetition is known by its key.
    const body = { name: 'go', correlation: String(number), key: `go-${number}` }
    await this.#until('POST', '/manage/v1/workers/messages', { body })
  }

  /** Suspends an instance or a process, does something, and resumes it. */
  async suspended(path: string, meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
    const body = { comment: 'a crash test' }
    const steer = (what: string) =>
      this.#until('POST', `/manage/v1/${path}/${what}`, { body, key: randomUUID() })
    await steer('suspend')
    await meanwhile()
    await steer('resume')
  }

  async #until(
    method: string,
    path: string,
    { body, key, accepted = [200] }: { body: unknown; key?: string; accepted?: number[] },
  ): Promise<Answer> {
    const end = Date.now() + this.#timeout
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#send(method, path, { body, key, attempt })
      if (answer && accepted.includes(answer.status)) return answer
      if (answer && ![409, 429, 503].includes(answer.status)) {
        throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      }
      if (Date.now() > end) throw new Error(`${path} was not answered`)
      await pause(20)
    }
  }

  async #send(
    method: string,
    path: string,
    { body, key, attempt }: { body: unknown; key: string | undefined; attempt: number },
  ): Promise<Answer | undefined> {
    const address = this.#address(attempt)
    if (address === undefined) return undefined
    try {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      return { status: response.status, body: (await response.json()) as Answer['body'] }
    } catch {
      return undefined
    }
  }
}
