import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Node } from '../crash/node.ts'
import { Answers } from './answers.ts'
import { cases } from './cases.ts'
import { Cluster, type Patience } from './cluster.ts'
import { type Counts, Load } from './load.ts'

export type FailoverOptions = {
  /** Names of cases, in this order. */
  names: string[]
  patience: Patience
  seed: number
  /** The time under load before and after each case, in milliseconds. */
  calm?: number
  /** Keeps the folder with all logs. */
  keep?: boolean
  say(line: string): void
}

/** Times in seconds, counts of answers. */
export type Outcome = {
  case: string
  /** From the blow until a member could be written to. */
  leader: number
  /** From then until both nodes had acknowledged a write. */
  writes: number
  /** The longest time in which nobody's write was acknowledged. */
  silence: number
  /** The longest wait for an answer. */
  slowest: number
  done: number
  refused: number
  repeated: number
  other: number
  acknowledged: number
  instances: number
}

/** The bar: both nodes write again this soon after somebody can be written to. */
const SOON = 5_000
const MOST = 90_000
const CALM = 4_000

/** Two nodes on three PostgreSQL of Patroni, with everything that may happen to them under load. */
export async function failOver(
  options: FailoverOptions,
): Promise<{ outcomes: Outcome[]; counts: Counts; problems: string[] }> {
  const { patience, seed, keep, say } = options
  const folder = await mkdtemp(join(tmpdir(), 'kontor-failover-'))
  await chmod(folder, 0o755)
  const stops: (() => unknown)[] = []
  try {
    say(`starting etcd, three PostgreSQL and two nodes in ${folder}`)
    const cluster = await Cluster.start(folder, patience)
    stops.push(() => cluster.stop())
    const nodes = await startNodes(folder, cluster.url)
    stops.push(() => Promise.all(nodes.map((node) => node.kill())))
    const addresses = nodes.map(({ address = '' }) => address)
    const answers = new Answers(() => addresses)
    stops.push(() => answers.stop())
    const load = await Load.start(addresses, cluster.url, seed)
    stops.push(() => load.stop())
    return await run(options, { cluster, addresses, answers, load })
  } finally {
    for (const stop of stops.reverse()) await stop()
    if (!keep) await rm(folder, { recursive: true })
  }
}

async function startNodes(folder: string, url: string): Promise<Node[]> {
  const environment = {
    DATABASE_URL: url,
    KONTOR_DATA: join(folder, 'files'),
    KONTOR_JOB_LEASE: '3',
    KONTOR_START_LIMIT: '0',
    KONTOR_RATE_LIMIT: '0',
    KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
  }
  const nodes: Node[] = []
  for (const name of ['node-one', 'node-two']) {
    await mkdir(join(folder, name))
    const node = new Node(join(folder, name), environment)
    await node.start()
    nodes.push(node)
  }
  return nodes
}

type World = { cluster: Cluster; addresses: string[]; answers: Answers; load: Load }

async function run({ names, calm = CALM, say }: FailoverOptions, world: World) {
  const outcomes: Outcome[] = []
  const problems: string[] = []
  await pause(calm)
  note(world.answers.take().other, 'before anything happened')
  for (const name of names) {
    const { problems: found, ...outcome } = await play(name, world, calm)
    outcomes.push(outcome)
    problems.push(...found.map((problem) => `${name}: ${problem}`))
    say(
      `${name}: a leader after ${outcome.leader} s, writes ${outcome.writes} s later; ` +
        `${outcome.done} answers, ${outcome.refused} refused`,
    )
  }
  const { problems: found, ...counts } = await world.load.finish()
  note(world.answers.take().other, 'after all')
  return { outcomes, counts, problems: [...problems, ...found] }

  function note(other: string[], when: string): void {
    problems.push(...other.map((each) => `${when}: a client got ${each}`))
  }
}

async function play(
  name: string,
  { cluster, addresses, answers, load }: World,
  calm: number,
): Promise<Outcome & { problems: string[] }> {
  const [acknowledged, instances] = [load.acknowledged, load.instances]
  const leader = await cluster.leader()
  const began = performance.now()
  const { at, mend } = await (cases[name] as (typeof cases)[string]).strike(cluster, leader)
  const writes = await untilAll(() => addresses.map((node) => answers.firstWrite(node, at)), at)
  await mend()
  await cluster.whole()
  await pause(calm)
  const { other, silence, slowest, ...counts } = answers.take()
  const problems = [
    ...(writes > SOON ? [`writes went on after ${writes} ms`] : []),
    ...other.map((each) => `a client got ${each}`),
    ...(await load.findLost()),
  ]
  return {
    case: name,
    leader: seconds(at - began),
    writes: seconds(writes),
    silence: seconds(silence),
    slowest: seconds(slowest),
    ...counts,
    other: other.length,
    acknowledged: load.acknowledged - acknowledged,
    instances: load.instances - instances,
    problems,
  }
}

/** How long the slower node took to acknowledge a write, in milliseconds. */
async function untilAll(firsts: () => (number | undefined)[], since: number): Promise<number> {
  const end = performance.now() + MOST
  for (;;) {
    const found = firsts()
    const times = found.filter((each) => each !== undefined)
    if (times.length === found.length) return Math.round(Math.max(...times) - since)
    if (performance.now() > end) throw new Error(`no write was acknowledged in ${MOST} ms`)
    await pause(10)
  }
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 10) / 100
