import type { Contender, Rounds } from './compare.ts'
import { compare } from './compare.ts'
import { readCpu } from './cpu.ts'
import { CALLERS, drive, type Load } from './http-load.ts'
import { Limits } from './limits/limits.ts'
import { keysOf, VALUE } from './limits/work.ts'
import { type Stand, TOKEN, withStand } from './stand.ts'

const headers = { authorization: `Bearer ${TOKEN}` }

/** A trivial authenticated read, against Fastify answering a constant and against the driver. */
export const read = (rounds: Rounds): Promise<void> =>
  withStand(async (stand) => {
    await fill(stand)
    const limits = await Limits.start(stand)
    const to = (path: string) => () => [{ path, headers }]
    const each = (base: string) => (caller: number) =>
      keysOf(caller).map((key) => ({ path: `${base}/${key}`, headers }))
    try {
      await compare(
        [
          limits.fastify('Fastify, a constant', to('/constant'), 'Fastify'),
          kontor(stand, 'Kontor, who am I', to('/manage/v1/session')),
          kontor(stand, 'Kontor, storage get', each('/pub/v1/storage/_clients')),
          limits.fastify('Fastify and pg, the same select', each('/entries'), 'Fastify + pg'),
          limits.driver('pg alone, the same select', 'read', 'pg'),
        ],
        rounds,
      )
    } finally {
      limits.stop()
    }
  })

function kontor({ address, process }: Stand, name: string, requests: Load['requests']): Contender {
  const load = { address, requests, cpu: () => readCpu(process.pid) }
  return { name, measure: (seconds) => drive(load, seconds) }
}

async function fill({ address }: Stand): Promise<void> {
  for (let caller = 0; caller < CALLERS; caller++) {
    for (const key of keysOf(caller)) {
      const body = JSON.stringify({ data: VALUE })
      const path = `${address}/pub/v1/storage/_clients/${key}`
      const answer = await fetch(path, { method: 'POST', headers, body })
      if (answer.status !== 200) throw new Error(`cannot save ${key}: ${await answer.text()}`)
    }
  }
}
