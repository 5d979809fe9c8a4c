import { Harvest } from './harvest.ts'
import { type Answer, isBusy, judge } from './judge.ts'
import { Random } from './random.ts'
import { type FuzzRequest, makeRequest } from './request.ts'
import { asCurl, send, type Tokens } from './send.ts'
import { shrink } from './shrink.ts'
import { type Target, targets } from './targets.ts'

export type FuzzOptions = {
  address: string
  tokens: Tokens
  /** Ids that must not be deleted. */
  spared: Iterable<string>
  requests: number
  seed: number
  concurrency: number
  /** The end time, in milliseconds since the epoch. */
  until?: number
  /** Called once per fault, with the request that causes it. */
  complain(line: string): void
  progress?(done: number): void
}

export type Fuzzed = {
  requests: number
  /** The number of responses per status. */
  statuses: Record<string, number>
  busy: number
  /** Operations that succeeded at least once. */
  reached: Set<string>
  faults: string[]
}

/** Sends hostile requests as different callers, and checks every response. */
export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const run = new Run(options)
  await run.prepare()
  await Promise.all(Array.from({ length: options.concurrency }, () => run.work()))
  return run.outcome
}

class Run {
  readonly outcome: Fuzzed = { requests: 0, statuses: {}, busy: 0, reached: new Set(), faults: [] }
  readonly #options: FuzzOptions
  readonly #random: Random
  readonly #harvest: Harvest
  readonly #told = new Set<string>()
  #begun = 0

  constructor(options: FuzzOptions) {
    this.#options = options
    this.#random = new Random(options.seed)
    this.#harvest = new Harvest(options.spared)
  }

  /** Calls everything once as the administrator, to collect ids and values. */
  async prepare(): Promise<void> {
    const lists = targets.filter(
      ({ operation, method }) => method === 'GET' && !operation.path.includes('{'),
    )
    for (const target of lists) {
      const path = target.operation.path
      await this.#try({ target, who: 'administrator', path, headers: {}, body: undefined })
    }
  }

  async work(): Promise<void> {
    const { requests, until = Number.POSITIVE_INFINITY, progress } = this.#options
    while (this.#begun < requests && Date.now() < until) {
      this.#begun++
      const random = this.#random
      const target: Target = random.of(targets)
      const spite = random.of([0, 0.03, 0.1, 0.3])
      const means = { random, harvest: this.#harvest, area: target.area, spite }
      await this.#try(makeRequest(target, means))
      if (this.outcome.requests % 1000 === 0) progress?.(this.outcome.requests)
    }
  }

  async #try(request: FuzzRequest): Promise<void> {
    const answer = await this.#send(request)
    const { outcome } = this
    outcome.requests++
    if (typeof answer === 'string') return this.#tell(request, answer, '')
    outcome.statuses[answer.status] = (outcome.statuses[answer.status] ?? 0) + 1
    if (isBusy(answer)) outcome.busy++
    if (answer.status < 300) this.#learn(request, answer)
    const fault = judge(request, answer)
    if (fault !== undefined) await this.#tell(request, fault, answer.text)
  }

  #learn({ target, who }: FuzzRequest, { text, headers }: Answer): void {
    this.outcome.reached.add(target.id)
    const isJson = headers.get('content-type')?.includes('json')
    if (who === 'administrator' && isJson && text.length < 500_000) {
      this.#harvest.learn(target.area, JSON.parse(text))
    }
  }

  /** The response, or why there is none. */
  async #send(request: FuzzRequest): Promise<Answer | string> {
    const { address, tokens } = this.#options
    try {
      return await send(address, tokens, request)
    } catch (error) {
      const { message, cause } = error as Error
      return `no answer: ${(cause as Error | undefined)?.message ?? message}`
    }
  }

  async #tell(request: FuzzRequest, fault: string, text: string): Promise<void> {
    const name = `${request.target.id}: ${fault}`
    if (this.#told.has(name)) return
    this.#told.add(name)
    this.outcome.faults.push(name)
    const smallest = await shrink(request, async (next) => {
      const answer = await this.#send(next)
      return (typeof answer === 'string' ? answer : judge(next, answer)) === fault
    })
    const { complain } = this.#options
    complain(`${name}${smallest ? '' : ' (not again)'}`)
    complain(`  ${asCurl(smallest ?? request).slice(0, 3000)}`)
    complain(`  ${text.slice(0, 400)}`)
  }
}
