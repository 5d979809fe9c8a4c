import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { solution } from '../test/solution.ts'
import { type Contender, compare, type Rounds } from './compare.ts'
import { readCpu } from './cpu.ts'
import { drive } from './http-load.ts'
import { type Stand, TOKEN, withStand } from './stand.ts'

const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
const APP = { namespace: 'bench', code: 'orders' }
const CONTEXT = { title: 'Order', total: { cents: 1250, currency: 'EUR' }, due: '2026-03-02' }
const MANY = 500

const YAML = `name: Orders
nameTemplate: "{$__index} {$title}"
fields:
  title: { name: Title, type: STRING, required: true, indexed: true }
  total: { name: Total, type: MONEY, currency: EUR, indexed: true }
  due: { name: Due, type: DATETIME, kind: date }
`

/** Items per second, created one by one and many at once. */
export const batch = (rounds: Rounds): Promise<void> =>
  withStand(async (stand) => {
    const files = solution('bench', { 'workspaces/bench/apps/orders.yaml': YAML })
    const client = createClient(areas, overHttp(stand.address, TOKEN))
    await client.solutions.apply({ input: { files } })
    const path = `/pub/v1/app/${APP.namespace}/${APP.code}`
    const items = Array.from({ length: MANY }, () => ({ ...APP, context: CONTEXT }))
    const known = Array.from({ length: MANY }, (_, at) => ({
      context: { ...CONTEXT, __externalId: `x${at}` },
    }))
    await compare(
      [
        contender(stand, 'one by one', 1, `${path}/create`, { context: CONTEXT }, 'one by one'),
        contender(stand, `batches of ${MANY}`, MANY, '/pub/v1/app/items/batch', { items }),
        contender(stand, `upserts of ${MANY} unchanged`, MANY, `${path}/upsert`, { items: known }),
      ],
      rounds,
    )
  })

function contender(
  { address, process }: Stand,
  name: string,
  count: number,
  path: string,
  input: object,
  limit?: string,
): Contender {
  const body = JSON.stringify(input)
  const requests = () => [{ method: 'POST' as const, path, headers, body }]
  const load = { address, requests, cpu: () => readCpu(process.pid) }
  const measure = async (seconds: number) => {
    const sample = await drive(load, seconds)
    return {
      ...sample,
      perSecond: sample.perSecond * count,
      nodeCpu: sample.nodeCpu / count,
      postgresCpu: sample.postgresCpu / count,
    }
  }
  return { name, limit, measure }
}
