import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '../../src/platform/db/db.ts'
import { attachEmbedded } from '../../src/platform/db/embedded.ts'
import { findLost, findProblems } from './check.ts'
import { Follower } from './follower.ts'
import { Node, TOKEN } from './node.ts'
import { type Crashed, type CrashOptions, toCrashed } from './outcome.ts'
import { seededRandom } from './random.ts'
import { Writers } from './writers.ts'

const LONGEST_LIFE = 800
/** One start in four is killed as well, to interrupt recovery. */
const KILLED_STARTS = 0.25
const LONGEST_START = 400

/** Repeatedly kills the server together with its embedded database under load. */
export async function crashOneNode(options: CrashOptions): Promise<Crashed> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-crash-'))
  const node = new Node(folder)
  try {
    await node.start()
    return await run(options, node)
  } finally {
    await node.kill()
    await rm(folder, { recursive: true })
  }
}

async function run({ rounds, seed, rest, say }: CrashOptions, node: Node): Promise<Crashed> {
  const random = seededRandom(seed)
  const writers = new Writers(TOKEN, seededRandom(seed + 1), () => node.address, { rest })
  const follower = new Follower()
  const problems: string[] = []
  for (let round = 1; round <= rounds; round++) {
    follower.follow(await connectionOf(node))
    const before = writers.acknowledged
    const life = 20 + Math.floor(random() * LONGEST_LIFE)
    await pause(life)
    let [acknowledged, inDoubt] = [0, 0]
    const killed = await node.kill(() => {
      acknowledged = writers.acknowledged - before
      inDoubt = writers.inDoubt
    })
    const isKilledAgain = random() < KILLED_STARTS
    if (isKilledAgain) await node.startAndKill(random() * LONGEST_START)
    const back = await node.start()
    problems.push(...(await findLost(node.address ?? '', writers)))
    say(
      `round ${round}: killed ${killed} processes after ${life} ms under load, ${acknowledged} writes ` +
        `acknowledged, ${inDoubt} in doubt${isKilledAgain ? '; a start was killed too' : ''}; back after ${back} ms`,
    )
  }
  follower.follow(await connectionOf(node))
  await writers.stop()
  const system = { address: node.address ?? '', connection: await connectionOf(node) }
  problems.push(...(await findProblems(system, writers, follower)))
  return toCrashed(writers, follower, problems)
}

async function connectionOf({ databaseFolder }: Node): Promise<Connection> {
  const guest = await attachEmbedded({ folder: databaseFolder, purpose: 'crash test' })
  if (!guest) throw new Error('the embedded database is not running')
  return guest.connection
}
