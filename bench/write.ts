import { type Contender, compare, type Rounds } from './compare.ts'
import { readCpu } from './cpu.ts'
import { drive } from './http-load.ts'
import { Limits } from './limits/limits.ts'
import { keysOf, VALUE } from './limits/work.ts'
import { type Stand, TOKEN, withStand } from './stand.ts'

const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
const body = JSON.stringify({ data: VALUE })

/** A one-row write with its event, against the same transaction through the driver. */
export const write = (rounds: Rounds): Promise<void> =>
  withStand(async (stand) => {
    const limits = await Limits.start(stand)
    try {
      await compare(
        [
          kontor(stand, 'Kontor, storage save'),
          kontor(stand, 'Kontor, with an Idempotency-Key', { 'idempotency-key': '[<id>]' }),
          limits.fastify('Fastify and pg', savesTo('/entries'), 'Fastify + pg'),
          limits.driver('pg alone, pipelined as ours', 'pipelined', 'pg pipelined'),
          limits.driver('pg alone, plain', 'plain', 'pg plain'),
          limits.driver('pg alone, one statement', 'at once', 'pg at once'),
        ],
        rounds,
      )
    } finally {
      limits.stop()
    }
  })

const savesTo =
  (base: string, more: Record<string, string> = {}) =>
  (caller: number) =>
    keysOf(caller).map((key) => ({
      method: 'POST' as const,
      path: `${base}/${key}`,
      headers: { ...headers, ...more },
      body,
    }))

function kontor(
  { address, process }: Stand,
  name: string,
  more: Record<string, string> = {},
): Contender {
  const requests = savesTo('/pub/v1/storage/_clients', more)
  const load = {
    address,
    requests,
    cpu: () => readCpu(process.pid),
    withIds: 'idempotency-key' in more,
  }
  return { name, measure: (seconds) => drive(load, seconds) }
}
