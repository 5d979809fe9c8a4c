import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { areas } from '../../../src/client/areas.ts'
import { createClient, overHttp } from '../../../src/client/client.ts'
import { definitionId } from '../../../src/lib/codes.ts'
import { connectClient } from '../../../src/platform/db/db.ts'
import { type Embedded, startEmbedded } from '../../../src/platform/db/embedded.ts'
import { Node, TOKEN } from '../node.ts'
import { seededRandom } from '../random.ts'
import { Callers } from './callers.ts'
import { findProblems } from './check.ts'
import { crashSolution } from './models.ts'
import { Oracle } from './oracle.ts'
import { CrashWorker } from './worker.ts'

export type ProcessCrashOptions = {
  instances: number
  rounds: number
  seed: number
  say(line: string): void
}

export type ProcessesCrashed = {
  instances: number
  kills: number
  /** External calls, and the number of their keys: repetitions have the same key. */
  calls: number
  keys: number
  problems: string[]
}

const LONGEST_LIFE = 1500
const CALLERS = 8
const TIMEOUT = 120_000

type Connection = Embedded['connection']

/** Two nodes run processes of every kind while they are killed in turn. */
export async function crashProcesses(options: ProcessCrashOptions): Promise<ProcessesCrashed> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-crash-'))
  const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'crash test' })
  const nodes = await Promise.all(
    ['one', 'two'].map((name) => makeNode(join(folder, name), postgres.connection)),
  )
  const upNow = () => nodes.flatMap(({ address }) => address ?? [])
  const oracle = new Oracle(() => upNow()[0])
  const worker = new CrashWorker(() => upNow()[0])
  try {
    const address = await oracle.start()
    for (const node of nodes) await node.start()
    const files = crashSolution(address)
    await createClient(areas, overHttp(upNow()[0] ?? '', TOKEN)).solutions.apply({
      input: { files },
    })
    worker.start()
    const { connection } = postgres
    const process = definitionId('process', 'crash', 'parent')
    return await run(options, { nodes, oracle, worker, connection, process })
  } finally {
    await worker.stop()
    await oracle.stop()
    await Promise.all(nodes.map((node) => node.kill()))
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

async function makeNode(folder: string, { host, user, database }: Connection): Promise<Node> {
  await mkdir(folder)
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  // A short lease, so that the jobs of a dead node are taken over soon, and some of slow nodes too.
  return new Node(folder, {
    DATABASE_URL: url,
    KONTOR_JOB_LEASE: '3',
    KONTOR_START_LIMIT: '0',
    KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
  })
}

type World = {
  nodes: Node[]
  oracle: Oracle
  worker: CrashWorker
  connection: Connection
  /** The id of the process whose instances are started. */
  process: string
}

async function run(
  { instances, rounds, seed, say }: ProcessCrashOptions,
  { nodes, oracle, worker, connection, process }: World,
): Promise<ProcessesCrashed> {
  const random = seededRandom(seed)
  const callers = new Callers((attempt) => {
    const up = nodes.flatMap(({ address }) => address ?? [])
    return up[attempt % up.length]
  })
  const started = callers.startAll(instances, CALLERS)
  let isOver = false
  void started.finally(() => {
    isOver = true
  })
  let kills = 0
  const killOne = async () => {
    const life = 100 + Math.floor(random() * LONGEST_LIFE)
    await pause(life)
    const node = nodes[Math.floor(random() * nodes.length)] as Node
    await node.kill()
    kills++
    const back = await node.start()
    say(
      `kill ${kills}: after ${life} ms, ${callers.instances.size} instances begun; back after ${back} ms`,
    )
  }
  // While the process is suspended nothing may happen in it, whoever is killed.
  await callers.suspended(`processes/${process}`, killOne)
  while (kills < rounds || !isOver) await killOne()
  await started
  const client = await connectClient(connection)
  try {
    await settled(client)
    const problems = await findProblems(client, { oracle, worker }, callers.instances)
    const calls = [...oracle.asked.values()].reduce((sum, times) => sum + times, 0)
    return { instances: callers.instances.size, kills, calls, keys: oracle.asked.size, problems }
  } finally {
    await client.end()
  }
}

/** Waits until the jobs of dead nodes have been taken over. */
export async function settled(client: Awaited<ReturnType<typeof connectClient>>): Promise<void> {
  const end = Date.now() + TIMEOUT
  for (;;) {
    const { rows } = await client.query(`select
      (select count(*) from kontor.process_instances where ended_at is null)
      + (select count(*) from kontor.process_jobs where kind <> 'message.deliver') as open`)
    if (Number(rows[0].open) === 0 || Date.now() > end) return
    await pause(100)
  }
}
