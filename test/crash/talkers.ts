import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { appSolution, TITLE } from '../solution.ts'
import type { Target } from './writers.ts'

const CALLERS = 6
const TIMEOUT = 60_000

type Call = { path: string; method?: string; body: object }

/** Callers that create items, change them and comment on them, with retries. */
export class Talkers {
  count = 0
  /** The title of every acknowledged item, as it was acknowledged last. */
  readonly titles = new Map<string, string>()
  /** The number of acknowledged comments. */
  comments = 0
  readonly #token: string
  readonly #target: Target
  readonly #rest: number
  readonly #timeout: number
  readonly #done: Promise<unknown>
  #isStopping = false

  /** The pause of a caller after a write, and the time until it gives up, in milliseconds. */
  constructor(token: string, target: Target, { rest = 0, timeout = TIMEOUT } = {}) {
    this.#token = token
    this.#target = target
    this.#rest = rest
    this.#timeout = timeout
    const callers = Array.from({ length: CALLERS }, (_, caller) => this.#talk(caller))
    this.#done = Promise.all(callers)
    this.#done.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#done
  }

  async #talk(caller: number): Promise<void> {
    while (!this.#isStopping) {
      const first = said()
      const path = '/pub/v1/app/talk/things/create'
      const made = await this.#call(caller, { path, body: first })
      const id = (made as { item: { __id: string } }).item.__id
      this.titles.set(id, first.context.title)
      for (let round = 0; round < 3 && !this.#isStopping; round++) {
        const next = said()
        await this.#call(caller, { path: `/pub/v1/app/talk/things/${id}/update`, body: next })
        this.titles.set(id, next.context.title)
        const body = { body: randomUUID() }
        await this.#call(caller, { path: `/pub/v1/feed/talk/things/${id}/message`, body })
        this.comments++
      }
    }
  }

  /** The same key at every attempt, so that it is executed once. */
  async #call(caller: number, call: Call): Promise<unknown> {
    const key = randomUUID()
    const end = Date.now() + this.#timeout
    for (let attempt = 0; Date.now() < end; attempt++) {
      const address = this.#target(caller, attempt)
      const answer = address === undefined ? undefined : await this.#send(address, key, call)
      if (answer?.status === 200) {
        this.count++
        if (this.#rest > 0) await pause(this.#rest)
        return answer.body
      }
      const isFinal = answer !== undefined && ![409, 503].includes(answer.status)
      if (isFinal) throw new Error(`${call.path} was answered ${JSON.stringify(answer)}`)
      await pause(10)
    }
    throw new Error(`${call.path} was not answered in time`)
  }

  async #send(address: string, key: string, { path, body, method = 'POST' }: Call) {
    try {
      const headers = { 'x-token': this.#token, 'idempotency-key': key }
      const signal = AbortSignal.timeout(20_000)
      const init = { method, headers, body: JSON.stringify(body), signal }
      const response = await fetch(`${address}${path}`, init)
      return { status: response.status, body: await response.json() }
    } catch {
      return undefined
    }
  }
}

const said = () => ({ context: { title: randomUUID() } })

/** Applies the app of this test. */
export async function applyThings(address: string, token: string): Promise<void> {
  const files = appSolution('talk', 'things', TITLE)
  const answer = await fetch(`${address}/manage/v1/solutions/apply`, {
    method: 'POST',
    headers: { 'x-token': token },
    body: JSON.stringify({ files }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
}
