import { fork } from 'node:child_process'
import { once } from 'node:events'
import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { newId } from '../../src/lib/ids.ts'
import { connectClient } from '../../src/platform/db/db.ts'
import { processSolution } from '../../test/process.ts'
import { type Contender, compare, type Rounds } from '../compare.ts'
import { type Cpu, readCpu } from '../cpu.ts'
import { copyItems } from '../items/fill.ts'
import { call, driveActs } from '../processes/callers.ts'
import { TASK } from '../processes/models.ts'
import { type Stand, TOKEN, withStand } from '../stand.ts'
import { driveWire, type WireRequest } from '../wire.ts'
import { COMPANIES, COUNT, companyId, contextOf, FLOOR_TABLES, files, orderId } from './app.ts'
import { type Case, cases, update } from './cases.ts'

/** Somebody to send requests to. */
type Side = { address: string; token: string; cpu(): Cpu }

/**
 * An ordinary user of Kontor beside a hand-written service of one table that checks nothing and
 * tells nobody. `--only get,list` runs the cases whose names begin so.
 */
export const floor = (rounds: Rounds): Promise<void> =>
  withStand(
    async (stand) => {
      const token = await fill(stand)
      const connection = JSON.stringify(stand.connection)
      const child = fork(new URL('./floor-process.ts', import.meta.url), [connection])
      const [address] = (await once(child, 'message')) as [string]
      const kontor = { address: stand.address, token, cpu: () => readCpu(stand.process.pid) }
      const bare = { address, token, cpu: () => readCpu(child.pid ?? 0, stand.process.pid) }
      try {
        const isChosen = (name: string) =>
          rounds.only?.some((start) => name.startsWith(start)) ?? true
        for (const each of cases.filter(({ name }) => isChosen(name))) {
          const ours = measuring('kontor', kontor, each)
          await compare([measuring('floor', bare, each), withTraffic(stand, ours)], rounds)
        }
        if (isChosen('process')) {
          const [theirs, ours] = processes(kontor, bare)
          await compare([theirs, withTraffic(stand, ours)], rounds)
        }
      } finally {
        child.disconnect()
      }
    },
    { KONTOR_START_LIMIT: '0' },
  )

function measuring(
  of: 'floor' | 'kontor',
  side: Side,
  { name, withWriter, ...rest }: Case,
): Contender {
  const request = rest[of]
  const measure = async (seconds: number) => {
    const stop = withWriter ? writing(side, update[of]) : () => {}
    try {
      return await driveWire({ ...side, request }, seconds)
    } finally {
      stop()
    }
  }
  return { name: `${of}: ${name}`, ...(of === 'floor' && { limit: 'the floor' }), measure }
}

const PAUSE = 50

function writing({ address, token }: Side, request: (number: number) => WireRequest): () => void {
  let number = 0
  const timer = setInterval(async () => {
    const { path, body } = request(number++)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(address + path, { method: 'POST', headers, body: body ?? '' })
    if (!answer.ok) throw new Error(await answer.text())
  }, PAUSE)
  return () => clearInterval(timer)
}

/** Also says how many statements and packets each request sent to the database. */
function withTraffic({ address }: Stand, { name, measure, ...rest }: Contender): Contender {
  return {
    ...rest,
    name,
    measure: async (seconds) => {
      const before = await readTraffic(address)
      const sample = await measure(seconds)
      const after = await readTraffic(address)
      const each = (key: 'statements' | 'packets') =>
        ((after[key] - before[key]) / (sample.perSecond * seconds)).toFixed(1)
      const text = `${name}: ${each('statements')} statements in ${each('packets')} packets each`
      process.stdout.write(`${text}\n`)
      return sample
    },
  }
}

async function readTraffic(address: string) {
  const answer = await fetch(`${address}/metrics`, { headers: { 'x-token': TOKEN } })
  const text = await answer.text()
  const read = (name: string) =>
    Number(new RegExp(`^kontor_database_${name}_total (\\d+)`, 'm').exec(text)?.[1])
  return { statements: read('statements'), packets: read('packets') }
}

/** A start and the submission of its task, beside two creations on the floor. */
function processes(kontor: Side, bare: Side): [Contender, Contender] {
  const create = cases.find(({ name }) => name === 'create')
  if (!create) throw new Error('there is no case "create"')
  const run = `${kontor.address}/pub/v1/bpm/template/floor/task/run`
  const act = async () => {
    const { token } = kontor
    const answer = await call(run, { method: 'POST', token, body: {} })
    const { context } = JSON.parse(answer) as { context: { __tasks: Record<string, unknown> } }
    const [task] = Object.keys(context.__tasks)
    const submit = `${kontor.address}/pub/v1/tasks/${task}/submit`
    await call(submit, { method: 'PUT', token, body: {} })
  }
  const ours = {
    name: 'kontor: process, run and submit',
    measure: (seconds: number) => driveActs(act, kontor.cpu, seconds),
  }
  return [measuring('floor', bare, create), ours]
}

/** Makes the app and its items, and the same rows for the floor. The token of an ordinary user. */
export async function fill(stand: Pick<Stand, 'address' | 'connection'>): Promise<string> {
  const client = createClient(areas, overHttp(stand.address, TOKEN))
  const yaml = 'rights:\n  group:all_users: [read, create]\n'
  const processes = { task: { yaml, bpmn: TASK } }
  await client.solutions.apply({ input: { files: processSolution('floor', processes, files) } })
  const create = (code: string, context: Record<string, unknown>) =>
    client.apps.createItem({ params: { namespace: 'floor', code }, input: { context } })
  await create('companies', { __id: companyId(0), __name: 'Company' })
  await create('orders', { ...contextOf(0), __id: orderId(0) })
  const sql = await connectClient(stand.connection)
  await copyItems(sql, 'companies', { count: COMPANIES, start: '0191', changes: {} }, 'floor')
  await copyItems(sql, 'orders', { count: COUNT, start: '0190', changes: CHANGES }, 'floor')
  await sql.query('vacuum analyze')
  for (const text of FLOOR_TABLES.split(';')) await sql.query(text)
  await sql.end()
  const { id } = (await client.access.createUser({ input: { login: `user-${newId()}` } })).user
  return (await client.access.createToken({ input: { name: 'bench', user: id } })).secret
}

export const CHANGES = {
  title: `'Order number ' || n`,
  reference: `'R-' || n`,
  pieces: 'n % 1000',
  amount: 'n % 100000',
  due: `timestamptz '2026-01-01' + n % 50000 * interval '1 minute'`,
  kind: `array[(array['sale','service','supply','lease','rent','loan','gift','trade','audit','test'])[1 + n % 10]]`,
  company: `array['01910000-0000-7000-8000-' || lpad(to_hex(n % ${COMPANIES}), 12, '0')]::uuid[]`,
}
