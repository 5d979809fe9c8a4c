import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type pg from 'pg'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { type Contender, compare, percentile, type Rounds } from './compare.ts'
import { readCpu } from './cpu.ts'
import { type Stand, TOKEN, withStand } from './stand.ts'

const PER_SECOND = 2000
const OBJECTS = 500

/** How fast messages reach a receiver on this machine, alone and beside one that never answers. */
export const webhooks = (rounds: Rounds): Promise<void> =>
  withStand(
    async (stand) => {
      const receiver = await Receiver.start()
      const silent = await listen(createServer())
      const database = await connectClient(stand.connection)
      try {
        const { webhooks: client } = createClient(areas, overHttp(stand.address, TOKEN))
        const types = ['app.item.*']
        await client.create({ input: { name: 'receiver', url: receiver.url, types } })
        const { webhook } = await client.create({
          input: { name: 'silent', url: silent.url, types },
        })
        const params = { id: webhook.id }
        const set = async (isDead: boolean) => {
          await (isDead ? client.resume({ params }) : client.pause({ params }))
        }
        await compare(
          [
            contender('alone', { stand, receiver, database }, () => set(false), 'alone'),
            contender('beside a dead endpoint', { stand, receiver, database }, () => set(true)),
          ],
          rounds,
        )
      } finally {
        await database.end()
        receiver.stop()
        silent.server.close()
      }
    },
    { KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
  )

type Parts = { stand: Stand; receiver: Receiver; database: pg.Client }

function contender(
  name: string,
  { stand, receiver, database }: Parts,
  prepare: () => Promise<void>,
  limit?: string,
): Contender {
  return {
    name,
    limit,
    measure: async (seconds) => {
      await prepare()
      const count = seconds * PER_SECOND
      const before = readCpu(stand.process.pid)
      const arrived = receiver.expect(count)
      await database.query(insertEvents, [count, OBJECTS])
      const begin = performance.now()
      const times = (await arrived).map((at) => at - begin)
      const after = readCpu(stand.process.pid)
      return {
        perSecond: (count / Math.max(...times)) * 1000,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        nodeCpu: (after.node - before.node) / count,
        postgresCpu: (after.postgres - before.postgres) / count,
      }
    },
  }
}

/** As a change of an item with a few fields would be. */
const insertEvents = `
  insert into kontor.events (at, type, object_id, namespace, code, data)
  select now(), 'app.item.updated', 'item:' || n % $2::int, 'bench', 'things', jsonb_build_object(
    'before', jsonb_build_object('title', repeat('a', 100), 'amount', n, 'note', repeat('b', 200)),
    'after', jsonb_build_object('title', repeat('c', 100), 'amount', n + 1, 'note', repeat('d', 200)))
  from generate_series(1, $1::int) n`

/** Takes everything at once, and tells when as many came as were expected. */
class Receiver {
  url = ''
  #expected = 0
  #times: number[] = []
  #done: (times: number[]) => void = () => undefined
  readonly #server = createHttpServer((request, response) => {
    request.resume().once('end', () => {
      response.end()
      this.#times.push(performance.now())
      if (this.#times.length === this.#expected) this.#done(this.#times)
    })
  })

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    receiver.url = (await listen(receiver.#server)).url
    return receiver
  }

  expect(count: number): Promise<number[]> {
    this.#expected = count
    this.#times = []
    return new Promise((resolve) => {
      this.#done = resolve
    })
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

async function listen<Listening extends Server>(server: Listening) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}
