import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { type Connection, connectClient } from '../../src/platform/db/db.ts'
import { type Embedded, startEmbedded } from '../../src/platform/db/embedded.ts'
import type { Heard } from '../crash/hearing.ts'
import { TOKEN } from '../crash/node.ts'
import { crashSolution } from '../crash/processes/models.ts'
import { Oracle } from '../crash/processes/oracle.ts'
import { CrashWorker } from '../crash/processes/worker.ts'
import { seededRandom } from '../crash/random.ts'
import { applyThings } from '../crash/talkers.ts'
import { firstOnly, judge } from './judge.ts'
import { Load } from './load.ts'
import { SoakNode } from './nodes.ts'
import { KINDS, Receiver } from './receivers.ts'

export type SoakOptions = {
  seconds: number
  /** The maximum number of requests. */
  requests: number
  kills: number
  seed: number
  say(line: string): void
}

export type Soaked = {
  seconds: number
  requests: number
  events: number
  messages: number
  repeated: number
  kills: number
  stalls: number
  /** MiB, of the larger node. */
  memory: number
  problems: string[]
}

const TYPES = ['app.item.*', 'message.*', 'disk.*', 'task.*', 'bpm.*']
/** The memory limit of a node, in MiB. */
const LARGEST = 700
/** Time without a new message. */
const TIMEOUT = 120_000

type World = {
  nodes: SoakNode[]
  receivers: Receiver[]
  connection: Connection
  target: (caller: number, attempt: number) => string | undefined
}

/** Two nodes with mixed load, faulty receivers of every kind, and kills. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-soak-'))
  const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'soak test' })
  const environment = environmentFor(postgres.connection, join(folder, 'files'))
  const nodes = ['one', 'two'].map((name) => new SoakNode(join(folder, name), environment))
  const receivers = KINDS.map((kind) => new Receiver(kind))
  const target = (caller: number, attempt: number) => {
    const up = nodes.flatMap(({ node }) => node.address ?? [])
    return up[(caller + attempt) % up.length]
  }
  const oracle = new Oracle(() => target(0, 0))
  const worker = new CrashWorker(() => target(0, 0))
  try {
    for (const node of nodes) await node.start()
    const files = crashSolution(await oracle.start())
    await clientOf(target(0, 0)).solutions.apply({ input: { files } })
    await applyThings(target(0, 0) ?? '', TOKEN)
    worker.start()
    return await run(options, { nodes, receivers, connection: postgres.connection, target })
  } finally {
    await worker.stop()
    await oracle.stop()
    await Promise.all(nodes.map(({ node }) => node.kill()))
    await Promise.all(receivers.map((receiver) => receiver.stop()))
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

/** Both nodes share one folder for files, as in a real installation. */
const environmentFor = (
  { host, user, database }: Embedded['connection'],
  data: string,
): Record<string, string> => ({
  DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
  KONTOR_DATA: data,
  KONTOR_JOB_LEASE: '5',
  KONTOR_START_LIMIT: '0',
  KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
})

const clientOf = (address = '') => createClient(areas, overHttp(address, TOKEN))

async function run(options: SoakOptions, world: World): Promise<Soaked> {
  const since = Date.now()
  const { nodes, receivers, target } = world
  const hooks = await createWebhooks(world)
  const start = await newestPosition(world.connection)
  const load = new Load(target, options.requests)
  await killNodes(options, world, load)
  await load.stop()
  options.say(`the load is over: ${JSON.stringify(load.done)}`)
  const open = await settled(world.connection)
  const expected = await readLog(world.connection, start)
  for (const receiver of receivers) await receiver.turnGood()
  for (const id of hooks) await clientOf(target(0, 0)).webhooks.resume({ params: { id } })
  await allHeard(expected, receivers)
  const problems = receivers.flatMap((receiver) => judge(receiver, expected, options.kills))
  const stalls = (await Promise.all(nodes.map((node) => node.stalls()))).flat()
  for (const node of nodes) node.look()
  const memory = Math.max(...nodes.map((node) => node.memory))
  problems.push(...(await findSilent(nodes)))
  if (open > 0) problems.push(`${open} processes have not ended`)
  if (load.failure !== undefined) problems.push(String(load.failure))
  if (stalls.length > 0) problems.push(`stalled: ${stalls.join('\n')}`)
  if (memory > LARGEST) problems.push(`a node needed ${memory} MiB`)
  const heard = receivers.reduce((sum, receiver) => sum + receiver.heard.length, 0)
  const messages = receivers.reduce((sum, { heard: all }) => sum + firstOnly(all).length, 0)
  return {
    seconds: Math.round((Date.now() - since) / 1000),
    requests: load.count,
    events: expected.length,
    messages,
    repeated: heard - messages,
    kills: options.kills,
    stalls: stalls.length,
    memory,
    problems,
  }
}

async function createWebhooks({ receivers, target }: World): Promise<string[]> {
  const { webhooks } = clientOf(target(0, 0))
  const ids: string[] = []
  for (const receiver of receivers) {
    await receiver.start()
    const input = { name: receiver.kind, url: receiver.url, types: TYPES }
    ids.push((await webhooks.create({ input })).webhook.id)
  }
  return ids
}

/** Kills are spread over the time, alternating between the nodes. */
async function killNodes({ seconds, kills, seed, say }: SoakOptions, world: World, load: Load) {
  const random = seededRandom(seed)
  const end = Date.now() + seconds * 1000
  for (let kill = 1; kill <= kills; kill++) {
    await pause(Math.max(0, (end - Date.now()) / (kills - kill + 1)) * (0.5 + random() / 2))
    const node = world.nodes[Math.floor(random() * world.nodes.length)] as SoakNode
    await node.kill()
    await node.start()
    say(`kill ${kill}: ${load.count} requests, ${node.memory} MiB`)
  }
  await pause(Math.max(0, end - Date.now()))
}

/** Waits until all processes have ended, also those started by a killed node. How many have not. */
async function settled(connection: Connection): Promise<number> {
  const end = Date.now() + TIMEOUT
  const query = 'select count(*) from kontor.process_instances where ended_at is null'
  const count = async () => Number((await ask<{ count: number }>(connection, query))[0]?.count)
  let open = await count()
  while (open > 0 && Date.now() < end) {
    await pause(500)
    open = await count()
  }
  return open
}

async function newestPosition(connection: Connection): Promise<number> {
  const newest = 'select max(position) as position from kontor.events'
  return (await ask<{ position: number }>(connection, newest))[0]?.position ?? 0
}

const readLog = (connection: Connection, after: number): Promise<Heard[]> =>
  ask(
    connection,
    `select position, object_id as object from kontor.events
     where position > $1 and type like any($2) order by position`,
    [after, TYPES.map((type) => type.replace('*', '%'))],
  )

async function ask<T>(connection: Connection, query: string, values: unknown[] = []): Promise<T[]> {
  const client = await connectClient(connection)
  try {
    return (await client.query(query, values)).rows as T[]
  } finally {
    await client.end()
  }
}

async function allHeard(expected: Heard[], receivers: Receiver[]): Promise<void> {
  const isComplete = ({ heard }: Receiver) => firstOnly(heard).length >= expected.length
  const count = () => receivers.reduce((sum, { heard }) => sum + heard.length, 0)
  let [before, end] = [count(), Date.now() + TIMEOUT]
  while (!receivers.every(isComplete) && Date.now() < end) {
    await pause(500)
    if (count() > before) [before, end] = [count(), Date.now() + TIMEOUT]
  }
}

async function findSilent(nodes: SoakNode[]): Promise<string[]> {
  const answers = nodes.map(async ({ node }) => {
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch(`${node.address}/health/ready`, { signal }).catch(() => undefined)
    return answer?.status === 200 ? [] : [`a node answers ${answer?.status ?? 'nothing'}`]
  })
  return (await Promise.all(answers)).flat()
}
