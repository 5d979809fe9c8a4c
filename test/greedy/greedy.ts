import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startServer, TOKEN, withFolder } from '../../bench/stand.ts'
import { seededRandom } from '../crash/random.ts'
import { type Bounds, bound } from '../load/bounds.ts'
import { type Company, found } from '../load/company.ts'
import { Person } from '../load/person.ts'
import { Times } from '../load/times.ts'
import { KINDS, type Kind } from './kinds.ts'
import type { Taker } from './taker.ts'

export type GreedOptions = {
  people: number
  items: number
  /** With each kind of greed, and as many before it without. */
  seconds: number
  /** Seconds between two actions of a person, on average. */
  think: number
  kinds?: readonly Kind[]
  /** Each phase goes on until the others were answered so often. */
  least?: number
  bounds?: Bounds
  environment?: Record<string, string>
  say(line: string): void
}

export type Row = {
  kind: string
  /** Milliseconds that 95 of 100 requests of the others took. */
  without: number
  with: number
  /** What the greedy one was answered, by status. */
  statuses: Map<number, number>
  /** What went wrong for the others. */
  errors: string[]
}

type World = { address: string; company: Company; options: GreedOptions; taker: Worker }

/** One person with one kind of greed after the other, beside others who work as usual. */
export async function beGreedy(options: GreedOptions): Promise<Row[]> {
  const rows: Row[] = []
  await withFolder(async (folder) => {
    const server = await startServer(folder, options.environment)
    const bounded = options.bounds && bound(server.pid, options.bounds)
    try {
      const address = await server.ready
      const size = { people: options.people + 1, items: options.items }
      const company = await found(address, TOKEN, size)
      const taker = startTaker({ address, company, token: company.people[0]?.token ?? '' })
      const world = { address, company, options, taker }
      options.say('everybody is there')
      await work(world)
      for (const kind of options.kinds ?? KINDS) {
        rows.push(await compare(world, kind))
        options.say(kind.name)
      }
      await taker.terminate()
    } finally {
      await server.stop()
      bounded?.remove()
    }
  })
  return rows
}

async function compare(world: World, kind: Kind): Promise<Row> {
  const before = await work(world)
  const after = await work(world, kind)
  return {
    kind: kind.name,
    without: before.times.total().p95,
    with: after.times.total().p95,
    statuses: after.statuses,
    errors: [...before.times.errors, ...after.times.errors],
  }
}

/** All but the first person work, for a while; the first one takes what they can get. */
async function work({ address, company, options, taker }: World, kind?: Kind) {
  const { seconds, think, least = 1 } = options
  const others = company.people.slice(1)
  const ending = new AbortController()
  const times = new Times()
  times.begin()
  const random = seededRandom(20_261_118)
  const person = { address, company, times, think, random, signal: ending.signal }
  const stop = kind && take(taker, kind)
  const working = others.map((each) => new Person(person, each).work())
  await pause(seconds * 1000)
  while (times.total().count < least) await pause(50)
  ending.abort()
  await Promise.all(working)
  return { times, statuses: (await stop?.()) ?? new Map<number, number>() }
}

const startTaker = (workerData: Taker): Worker =>
  new Worker(new URL('./taker.ts', import.meta.url), { workerData })

/** Begins a kind of greed; what is returned ends it. */
function take(worker: Worker, { name }: Kind): () => Promise<Map<number, number>> {
  worker.postMessage(name)
  return async () => {
    const answered = once(worker, 'message')
    worker.postMessage('end')
    const [statuses] = await answered
    return statuses
  }
}
