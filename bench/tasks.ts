import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { say } from '../src/commands/say.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { diagram, flow, processSolution } from '../test/process.ts'
import { type Contender, compare, type Rounds } from './compare.ts'
import { readCpu } from './cpu.ts'
import { drive } from './http-load.ts'
import { type Stand, TOKEN, withStand } from './stand.ts'

const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
const FEW = 10_000
const MANY = 1_000_000
const OPEN = 300
const CLOSED = 5_000

const ASK = diagram(`<startEvent id="start" />
  <userTask id="ask" kontor:performer="role:author" /><endEvent id="end" />
  ${flow('start -> ask -> end')}`)

/** What the open tasks of one person cost, among those of few and of many others. */
export const tasks = (rounds: Rounds): Promise<void> =>
  withStand((small) =>
    withStand(async (large) => {
      await fill(small, FEW)
      await fill(large, MANY)
      const states = { in: [{ field: 'state' }, { list: ['assignment', 'in_progress'] }] }
      const byDue = { filter: states, sortExpressions: [{ field: 'dueDate', ascending: true }] }
      await compare(
        [
          contender(small, 'incoming, among 10,000', {}, 'few'),
          contender(large, 'incoming, among 1,000,000', {}),
          contender(small, 'open ones by deadline, among 10,000', byDue, 'few by deadline'),
          contender(large, 'open ones by deadline, among 1,000,000', byDue),
        ],
        rounds,
      )
    }),
  )

/** One task as the server makes it, and as many more like it: everybody else's open, ours as told. */
async function fill({ address, connection }: Stand, count: number): Promise<void> {
  const client = createClient(areas, overHttp(address, TOKEN))
  const files = processSolution('bench', { ask: { bpmn: ASK } })
  await client.solutions.apply({ input: { files } })
  const params = { namespace: 'bench', code: 'ask' }
  await client.bpm.run({ params, input: { context: {} } })
  const database = await connectClient(connection)
  const begin = performance.now()
  await database.query(copies(count - OPEN - CLOSED, 'o.person', 'null'))
  await database.query(copies(OPEN - 1, 't.performers[1]', 'null'))
  await database.query(copies(CLOSED, 't.performers[1]', 'now()'))
  await database.query('vacuum analyze kontor.process_tasks')
  await database.end()
  say(`  ${count} tasks made in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
}

const copies = (count: number, performer: string, endedAt: string) => `
  insert into kontor.process_tasks (id, instance_id, token, node, kind, state, name, template_name,
    template_namespace, template_code, instance_name, path, branch, performers,
    original_performers, due_at, created_at, created_by, updated_at, updated_by, ended_at)
  select gen_random_uuid(), t.instance_id, (select max(token) from kontor.process_tasks) + n, t.node,
    t.kind, case when ${endedAt}::timestamptz is null then t.state else 'closed' end, 'Task ' || n,
    t.template_name, t.template_namespace, t.template_code, t.instance_name, t.path, t.branch,
    array[${performer}], array[${performer}], now() + n % 1000 * interval '1 hour',
    t.created_at + n * interval '1 second', t.created_by, t.updated_at, t.updated_by, ${endedAt}
  from (select * from kontor.process_tasks order by token limit 1) t, generate_series(1, ${count}) n
  cross join lateral (select md5((n % 10000)::text)::uuid as person) o`

function contender(
  { address, process }: Stand,
  name: string,
  request: object,
  limit?: string,
): Contender {
  const body = JSON.stringify({ size: 20, ...request })
  const path = '/pub/v1/tasks/list/income'
  const requests = () => [{ method: 'POST' as const, path, headers, body }]
  const load = { address, requests, cpu: () => readCpu(process.pid) }
  return { name, limit, measure: (seconds) => drive(load, seconds) }
}
