import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { connectClient } from '../../src/platform/db/db.ts'
import { connectionOf } from '../../src/platform/db/hosts.ts'
import { findLost, findProblems } from '../crash/check.ts'
import { allHeard, inAll, judge, readLog, TYPES } from '../crash/events.ts'
import { Follower } from '../crash/follower.ts'
import { FlakyReader } from '../crash/hearing.ts'
import { TOKEN } from '../crash/node.ts'
import { Callers } from '../crash/processes/callers.ts'
import { findProblems as findProcessProblems } from '../crash/processes/check.ts'
import { crashSolution } from '../crash/processes/models.ts'
import { Oracle } from '../crash/processes/oracle.ts'
import { settled } from '../crash/processes/processes.ts'
import { CrashWorker } from '../crash/processes/worker.ts'
import { seededRandom } from '../crash/random.ts'
import { applyThings, Talkers } from '../crash/talkers.ts'
import { Writers } from '../crash/writers.ts'

/** A caller repeats a request for this long. */
const timeout = 300_000
const MOST_INSTANCES = 5_000
const PROCESS_CALLERS = 3

export type Counts = { writes: number; instances: number; events: number }

/** Values saved, items made and changed, comments, processes with their tasks, and readers of events. */
export class Load {
  readonly #nodes: string[]
  readonly #connection: ReturnType<typeof connectionOf>
  readonly #writers: Writers
  readonly #talkers: Talkers
  readonly #callers: Callers
  readonly #instances: Promise<void>
  readonly #oracle: Oracle
  readonly #worker: CrashWorker
  readonly #readers: FlakyReader[]
  readonly #follower = new Follower()

  private constructor(
    nodes: string[],
    { oracle, url, seed }: { oracle: Oracle; url: string; seed: number },
  ) {
    const target = (caller: number, attempt: number) => nodes[(caller + attempt) % nodes.length]
    const rest = { rest: 100, timeout }
    this.#nodes = nodes
    this.#oracle = oracle
    this.#connection = connectionOf(url)
    this.#follower.followAlways(this.#connection)
    this.#writers = new Writers(TOKEN, seededRandom(seed), target, rest)
    this.#talkers = new Talkers(TOKEN, target, rest)
    this.#callers = new Callers((attempt) => target(0, attempt), rest)
    this.#instances = this.#callers.startAll(MOST_INSTANCES, PROCESS_CALLERS)
    this.#instances.catch(() => undefined)
    this.#worker = new CrashWorker(() => target(0, 0))
    this.#worker.start()
    this.#readers = nodes.map(
      (_, at) =>
        new FlakyReader({ token: TOKEN, types: TYPES }, seededRandom(seed + at), () =>
          target(at, 0),
        ),
    )
  }

  /** `nodes` are those that can be asked; others may take their place meanwhile. */
  static async start(nodes: string[], url: string, seed: number): Promise<Load> {
    const [node = ''] = nodes
    const oracle = new Oracle(() => nodes[0] ?? '')
    const files = crashSolution(await oracle.start())
    await createClient(areas, overHttp(node, TOKEN)).solutions.apply({ input: { files } })
    await applyThings(node, TOKEN)
    return new Load(nodes, { oracle, url, seed })
  }

  get acknowledged(): number {
    return this.#writers.acknowledged + this.#talkers.count
  }

  get instances(): number {
    return this.#callers.instances.size
  }

  /** Acknowledged values that are missing, while everybody goes on. */
  findLost(): Promise<string[]> {
    return findLost(this.#nodes[0] ?? '', this.#writers)
  }

  /** Lets everybody finish, and looks for what was lost, doubled or left over. */
  async finish(): Promise<Counts & { problems: string[] }> {
    this.#callers.stop()
    await Promise.all([this.#writers.stop(), this.#talkers.stop(), this.#instances])
    const client = await connectClient({ ...this.#connection, connectionTimeoutMillis: timeout })
    try {
      await settled(client)
      const parts = { oracle: this.#oracle, worker: this.#worker }
      const system = { address: this.#nodes[0] ?? '', connection: this.#connection }
      const problems = [
        ...(await findProcessProblems(client, parts, this.#callers.instances)),
        ...(await findProblems(system, this.#writers, this.#follower)),
        ...(await this.#findWrongItems(client)),
      ]
      const log = await readLog(this.#connection)
      await allHeard(log, this.#readers)
      problems.push(
        ...this.#readers.flatMap(({ heard }, at) => judge(`reader ${at + 1}`, heard, log, inAll)),
      )
      const { acknowledged: writes, instances } = this
      return { writes, instances, events: this.#follower.events.length, problems }
    } finally {
      await client.end()
    }
  }

  /** Ends whatever still runs. */
  async stop(): Promise<void> {
    await Promise.all([this.#worker.stop(), this.#oracle.stop()])
    await Promise.all(this.#readers.map((reader) => reader.stop()))
  }

  /** Every item is as it was acknowledged last, and nothing was carried out twice. */
  async #findWrongItems(client: Awaited<ReturnType<typeof connectClient>>): Promise<string[]> {
    const { rows } = await client.query<{ id: string; title: string }>(
      `select "__id" as id, title from ws_talk.things`,
    )
    const stored = new Map(rows.map(({ id, title }) => [id, title]))
    const { titles, comments, count } = this.#talkers
    const wrong = [...titles].filter(([id, title]) => stored.get(id) !== title)
    const { rows: events } = await client.query<{ items: number; messages: number }>(`select
      (select count(*) from kontor.events where type like 'app.item.%' and object_id like '%things%')::int as items,
      (select count(*) from kontor.events where type = 'message.created')::int as messages`)
    const { items, messages } = events[0] ?? {}
    return [
      ...wrong.map(([id]) => `the item ${id} is not as acknowledged`),
      ...(stored.size === titles.size ? [] : [`${stored.size} items, ${titles.size} acknowledged`]),
      ...(items === count - comments
        ? []
        : [`${items} changes of items, ${count - comments} done`]),
      ...(messages === comments ? [] : [`${messages} comments, ${comments} acknowledged`]),
    ]
  }
}
