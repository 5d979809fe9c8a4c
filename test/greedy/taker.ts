import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Company } from '../load/company.ts'
import { Greedy } from './caller.ts'
import { KINDS, type Kind } from './kinds.ts'

/** In a thread of its own, so that those who measure do not wait for it. */
export type Task = { address: string; token: string; company: Company; kind: string }

const { address, token, company, kind: name } = workerData as Task
const ending = new AbortController()
const greedy = new Greedy(address, { token, company, signal: ending.signal })
const kind = KINDS.find((each) => each.name === name)
if (!kind) throw new Error(`there is no such kind of greed: ${name}`)
const taking = Array.from({ length: kind.atOnce }, () => takeAll(kind))
parentPort?.once('message', async () => {
  ending.abort()
  await Promise.all(taking)
  parentPort?.postMessage(greedy.statuses)
})

async function takeAll({ act }: Kind): Promise<void> {
  while (!greedy.isOver) {
    await act(greedy)
    // Whoever is refused at once asks again, but does not spin.
    await pause(5)
  }
}
