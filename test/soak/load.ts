import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SHARED_FILES } from '../../src/lib/ids.ts'
import { TOKEN } from '../crash/node.ts'
import type { Target } from '../crash/writers.ts'
import { openTasks } from '../process.ts'

const CALLERS = 4
const TIMEOUT = 90_000

type Call = { path: string; method?: string; body: object | FormData; accepted?: number[] }

/** Callers with a mixed load, each with retries. */
export class Load {
  /** The number of completed actions by kind. */
  readonly done = { items: 0, changes: 0, messages: 0, files: 0, processes: 0, tasks: 0 }
  failure: unknown
  readonly #target: Target
  readonly #most: number
  readonly #ended: Promise<unknown>
  #isStopping = false
  #number = 0

  /** The maximum number of requests; a few every tenth of a second. */
  constructor(target: Target, most: number) {
    this.#target = target
    this.#most = most
    const callers = Array.from({ length: CALLERS }, (_, caller) => this.#work(caller))
    this.#ended = Promise.all(callers).catch((error: unknown) => {
      this.#isStopping = true
      this.failure = error
    })
  }

  get count(): number {
    return Object.values(this.done).reduce((sum, each) => sum + each, 0)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#ended
  }

  async #work(caller: number): Promise<void> {
    while (!this.#isStopping && this.count < this.#most) {
      await this.#item(caller)
      await this.#file(caller)
      await this.#process(caller)
      await pause(100)
    }
  }

  async #item(caller: number): Promise<void> {
    const things = '/pub/v1/app/talk/things'
    const made = await this.#call(caller, { path: `${things}/create`, body: said() })
    this.done.items++
    const { __id: id } = made.item as { __id: string }
    await this.#call(caller, { path: `${things}/${id}/update`, body: said() })
    this.done.changes++
    const body = { body: randomUUID() }
    await this.#call(caller, { path: `/pub/v1/feed/talk/things/${id}/message`, body })
    this.done.messages++
  }

  /** A repetition with the same hash is the same file, or is refused while the first is running. */
  async #file(caller: number): Promise<void> {
    const hash = randomUUID()
    const body = new FormData()
    body.append('file', new Blob([hash.repeat(100)]), `${hash}.txt`)
    const path = `/pub/v1/disk/directory/${SHARED_FILES}/upload?hash=${hash}`
    await this.#call(caller, { path, body, accepted: [200, 400, 409] })
    this.done.files++
  }

  async #process(caller: number): Promise<void> {
    const context = { number: this.#number++ }
    const path = '/pub/v1/bpm/template/crash/parent/run'
    const started = await this.#call(caller, { path, body: { context } })
    this.done.processes++
    const { __id: instanceId, ...instance } = started.context as { __id: string }
    const [task] = openTasks(instance)
    await this.#call(caller, {
      path: `/pub/v1/tasks/${task?.__id}/submit`,
      method: 'PUT',
      body: { instanceId },
      // A repeated submission finds the task closed: the first one counted.
      accepted: [200, 400],
    })
    this.done.tasks++
    const { number } = context
    const body = { name: 'go', correlation: String(number), key: `go-${number}` }
    await this.#call(caller, { path: '/manage/v1/workers/messages', body })
  }

  /** The same key at every attempt, so that it is executed once. */
  async #call(caller: number, call: Call): Promise<Record<string, unknown>> {
    const key = randomUUID()
    const { path, accepted = [200] } = call
    const end = Date.now() + TIMEOUT
    for (let attempt = 0; Date.now() < end; attempt++) {
      const address = this.#target(caller, attempt)
      const answer = address === undefined ? undefined : await send(address, key, call)
      if (answer && accepted.includes(answer.status)) return answer.body
      if (answer && ![409, 429, 503].includes(answer.status)) {
        throw new Error(`${path} was answered ${JSON.stringify(answer)}`)
      }
      await pause(20)
    }
    throw new Error(`${path} was not answered in time`)
  }
}

async function send(address: string, key: string, { path, body, method = 'POST' }: Call) {
  try {
    const isForm = body instanceof FormData
    const headers = { 'x-token': TOKEN, ...(!isForm && { 'idempotency-key': key }) }
    const response = await fetch(`${address}${path}`, {
      method,
      headers,
      body: isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    const answer = (await response.json()) as Record<string, unknown>
    return { status: response.status, body: answer }
  } catch {
    return undefined
  }
}

const said = () => ({ context: { title: randomUUID() } })
