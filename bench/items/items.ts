import { newId } from '../../src/lib/ids.ts'
import { type Contender, compare, type Rounds } from '../compare.ts'
import { readCpu } from '../cpu.ts'
import { drive, type Load } from '../http-load.ts'
import { Limits } from '../limits/limits.ts'
import { type Stand, withStand } from '../stand.ts'
import { contextOf, createdAt, filtered, itemId, SIZES, type Size } from './app.ts'
import { caller, headers, post } from './call.ts'
import { fill } from './fill.ts'

/** Items of an app that has a million of them, against the same statements through the driver. */
export const items = (rounds: Rounds): Promise<void> =>
  withStand(async (stand) => {
    await fill(stand)
    const limits = await Limits.start(stand)
    const create = creating(await caller(stand))
    try {
      await compare(
        [
          kontor(stand, 'Kontor, get', gets),
          limits.driver('pg alone, the same select', 'get item', 'pg get'),
        ],
        rounds,
      )
      await compare(
        [
          kontor(stand, 'Kontor, filtered list of 50 with total', lists('huge', filtered)),
          limits.driver('pg alone, the same two selects', 'list items', 'pg list'),
        ],
        rounds,
      )
      await compare(
        [
          kontor(stand, 'first 20 of 10,000', lists('large', first), 'of 10,000'),
          kontor(stand, 'first 20 of 1,000,000', lists('huge', first), 'the first page'),
          kontor(stand, '20 after the 900,000th', lists('huge', await deep(stand))),
        ],
        rounds,
      )
      await compare(
        [
          kontor(stand, 'Kontor, create among 1,000,000', create('huge')),
          kontor(stand, 'Kontor, create among 1,000', create('small'), 'among 1,000'),
          limits.driver('pg alone, insert and event', 'create item', 'pg create'),
        ],
        rounds,
      )
    } finally {
      limits.stop()
    }
  })

/** Each caller goes through a few of its own. */
const EACH = 64
const numbers = (caller: number) =>
  Array.from({ length: EACH }, (_, at) => (caller * EACH + at) * 797 + 1)

const gets: Load['requests'] = (caller) =>
  numbers(caller).map((number) => ({
    path: `/pub/v1/app/bench/huge/${itemId(number % SIZES.huge)}/get`,
    headers,
  }))

const lists =
  (size: Size, request: (number: number) => object): Load['requests'] =>
  (caller) =>
    numbers(caller).map((number) => ({
      method: 'POST',
      path: `/pub/v1/app/bench/${size}/list`,
      headers,
      body: JSON.stringify(request(number)),
    }))

const first = () => ({ active: true, size: 20 })

/** The cursor behind the 900,000th item, found by its time of creation. */
async function deep(stand: Stand): Promise<() => object> {
  const path = '/pub/v1/app/bench/huge/list'
  const { result } = await post<{ result: { after: string } }>(stand, path, {
    active: true,
    filter: { tf: { __createdAt: { min: createdAt(900_000) } } },
    size: 1,
    after: '',
  })
  return () => ({ active: true, size: 20, after: result.after })
}

const creating =
  (owner: string) =>
  (size: Size): Load['requests'] =>
  (caller) =>
    numbers(caller).map((number) => ({
      method: 'POST',
      path: `/pub/v1/app/bench/${size}/create`,
      headers,
      // Made anew each time: a reference may only be used once.
      setupRequest: (request) => {
        const context = contextOf(number, { reference: newId(), owner })
        return { ...request, body: JSON.stringify({ context }) }
      },
    }))

const kontor = (
  { address, process }: Stand,
  name: string,
  requests: Load['requests'],
  limit?: string,
): Contender => ({
  name,
  limit,
  measure: (seconds) => drive({ address, requests, cpu: () => readCpu(process.pid) }, seconds),
})
