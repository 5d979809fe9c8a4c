import { createContext, Script } from 'node:vm'
import { areas } from '../src/client/areas.ts'
import { type Client, createClient, overHttp } from '../src/client/client.ts'
import { diagram, flow } from '../test/process.ts'
import { solution } from '../test/solution.ts'
import { type Contender, compare, percentile, type Rounds } from './compare.ts'
import { readCpu } from './cpu.ts'
import { type Stand, TOKEN, withStand } from './stand.ts'

type Kontor = Client<typeof areas>

const COUNT = 50
const PARAMS = { namespace: 'bench', code: 'orders' }
const ORDERS = `name: Orders
fields:
  title: { name: Title, type: STRING, indexed: true }
  amount: { name: Amount, type: INTEGER }
`

/** Searches for an item and saves it, as often as that. */
const SOURCE = `const params = { namespace: 'bench', code: 'orders' }
for (let n = 0; n < ${COUNT}; n++) {
  const input = { filter: { eq: [{ field: 'title' }, { const: 'Order ' + n }] }, size: 1, total: false }
  const { result } = await kontor.call('apps.listItems', { params, input })
  const [{ __id: id, amount }] = result.result
  await kontor.call('apps.updateItem', { params: { ...params, id }, input: { context: { amount: amount + 1 } } })
}
return {}`

/** The same in the words of ELMA365. */
const WORDS = `for (let n = 0; n < ${COUNT}; n++) {
  const item = await Namespace.app.orders.search().where((f) => f.title.eq('Order ' + n)).first()
  item.data.amount = item.data.amount + 1
  await item.save()
}`

/** 50 searches and 50 changes: by a script of a process, and over HTTP from a script in `node:vm`. */
export const scriptCalls = (rounds: Rounds): Promise<void> =>
  withStand(async (stand) => {
    const kontor = createClient(areas, overHttp(stand.address, TOKEN))
    await prepare(kontor)
    await compare(
      [
        contender(stand, 'a script, kontor.call', () => runProcess(kontor, 'plain')),
        contender(stand, 'a script, search() and save()', () => runProcess(kontor, 'words')),
        {
          ...contender(stand, 'node:vm, over HTTP', () => runInVm(kontor)),
          limit: 'node:vm over HTTP',
        },
      ],
      rounds,
    )
  })

async function prepare(kontor: Kontor): Promise<void> {
  const { user } = await kontor.access.createUser({ input: { login: 'robot' } })
  const process = (source: string) =>
    diagram(`<startEvent id="start" /><scriptTask id="do"><script><![CDATA[${source}]]></script>
      </scriptTask><endEvent id="end" />${flow('start -> do -> end')}`)
  const yaml = 'name: Bench\nscriptUser: robot\n'
  const files = solution('bench', {
    'workspaces/bench/apps/orders.yaml': ORDERS,
    'workspaces/bench/processes/plain.yaml': yaml,
    'workspaces/bench/processes/plain.bpmn': process(SOURCE),
    'workspaces/bench/processes/words.yaml': yaml,
    'workspaces/bench/processes/words.bpmn': process(WORDS),
  })
  await kontor.solutions.apply({ input: { files } })
  for (const right of ['read', 'update']) {
    await kontor.access.grant({
      input: {
        ...{ kind: 'app', object: 'bench/orders', right },
        ...{ subjectKind: 'user', subject: user.id },
      },
    })
  }
  const items = Array.from({ length: COUNT }, (_, n) => ({
    ...PARAMS,
    context: { __name: `Order ${n}`, title: `Order ${n}`, amount: 0 },
  }))
  await kontor.apps.createItems({ input: { items } })
}

async function runProcess(kontor: Kontor, code: string): Promise<void> {
  const { context } = await kontor.bpm.run({ params: { namespace: 'bench', code }, input: {} })
  for (;;) {
    const { data } = await kontor.bpm.get({ params: { id: context.__id } })
    if (data.__state === 'done') return
    if (data.__state === 'error') throw new Error('the script has failed')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function runInVm(kontor: Kontor): Promise<void> {
  type Call = (request: object) => Promise<unknown>
  const call = (name: string, request: object) => {
    const [area = '', operation = ''] = name.split('.')
    const calls = kontor as unknown as Record<string, Record<string, Call>>
    return calls[area]?.[operation]?.(request)
  }
  const sandbox = createContext({ kontor: { call } })
  await new Script(`(async () => {${SOURCE}\n})()`).runInContext(sandbox)
}

const contender = ({ process }: Stand, name: string, run: () => Promise<void>): Contender => ({
  name,
  measure: async (seconds) => {
    const times: number[] = []
    const before = readCpu(process.pid)
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      const since = performance.now()
      await run()
      times.push(performance.now() - since)
    }
    const after = readCpu(process.pid)
    return {
      perSecond: (times.length * 1000) / times.reduce((sum, each) => sum + each, 0),
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      nodeCpu: (after.node - before.node) / times.length,
      postgresCpu: (after.postgres - before.postgres) / times.length,
    }
  },
})
