import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '../../src/platform/db/embedded.ts'
import { findLost, findProblems } from './check.ts'
import { Follower } from './follower.ts'
import { Node, TOKEN } from './node.ts'
import { type Crashed, type CrashOptions, toCrashed } from './outcome.ts'
import { seededRandom } from './random.ts'
import { Writers } from './writers.ts'

const LONGEST_LIFE = 800

type Connection = Embedded['connection']

/** Two servers on one database: one is killed under load, its callers switch to the other. */
export async function crashTwoNodes(options: CrashOptions): Promise<Crashed> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-crash-'))
  const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'crash test' })
  const nodes = await Promise.all(
    ['one', 'two'].map((name) => makeNode(join(folder, name), postgres.connection)),
  )
  try {
    await Promise.all(nodes.map((node) => node.start()))
    return await run(options, nodes, postgres.connection)
  } finally {
    await Promise.all(nodes.map((node) => node.kill()))
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

async function makeNode(folder: string, { host, user, database }: Connection): Promise<Node> {
  await mkdir(folder)
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  return new Node(folder, { DATABASE_URL: url })
}

async function run(
  { rounds, seed, rest, say }: CrashOptions,
  nodes: Node[],
  connection: Connection,
): Promise<Crashed> {
  const random = seededRandom(seed)
  const target = (caller: number, attempt: number) => {
    const isUp = nodes.filter(({ address }) => address !== undefined)
    return isUp[(caller + attempt) % isUp.length]?.address
  }
  const writers = new Writers(TOKEN, seededRandom(seed + 1), target, { rest })
  const follower = new Follower()
  follower.follow(connection)
  const problems: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const name = Math.floor(random() * nodes.length)
    const [node, other] = [nodes[name], nodes[1 - name]] as [Node, Node]
    const life = 20 + Math.floor(random() * LONGEST_LIFE)
    await pause(life)
    let [before, inDoubt] = [0, 0]
    await node.kill(() => {
      before = writers.acknowledged
      inDoubt = writers.inDoubt
    })
    problems.push(...(await findLost(other.address ?? '', writers)))
    const back = await node.start()
    const meanwhile = writers.acknowledged - before
    say(
      `round ${round}: killed node ${name + 1} after ${life} ms under load, ${inDoubt} writes in doubt; ` +
        `the other acknowledged ${meanwhile} until it was back after ${back} ms`,
    )
  }
  await writers.stop()
  const system = { address: nodes[0]?.address ?? '', connection }
  problems.push(...(await findProblems(system, writers, follower)))
  return toCrashed(writers, follower, problems)
}
