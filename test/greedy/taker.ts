import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Company } from '../load/company.ts'
import { Greedy } from './caller.ts'
import { KINDS, type Kind } from './kinds.ts'

/** Who is greedy, in a thread of its own, so that those who measure do not wait for it. */
export type Taker = { address: string; token: string; company: Company }

const { address, token, company } = workerData as Taker
if (!parentPort) throw new Error('this runs in a thread')

/** The name of a kind begins it; the next message ends it, and is answered with the statuses. */
for await (const [name] of messages(parentPort)) {
  const kind = KINDS.find((each) => each.name === name)
  if (!kind) throw new Error(`there is no such kind of greed: ${name}`)
  const ending = new AbortController()
  const greedy = new Greedy(address, { token, company, signal: ending.signal })
  const taking = Array.from({ length: kind.atOnce }, () => takeAll(greedy, kind))
  await once(parentPort, 'message')
  ending.abort()
  await Promise.all(taking)
  parentPort.postMessage(greedy.statuses)
}

async function* messages(port: NonNullable<typeof parentPort>): AsyncGenerator<unknown[]> {
  for (;;) yield await once(port, 'message')
}

async function takeAll(greedy: Greedy, { act }: Kind): Promise<void> {
  while (!greedy.isOver) {
    await act(greedy)
    // Whoever is refused at once asks again, but does not spin.
    await pause(5)
  }
}
