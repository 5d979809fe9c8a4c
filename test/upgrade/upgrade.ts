import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { Node } from '../crash/node.ts'
import { Answers } from '../failover/answers.ts'
import { type Counts, Load } from '../failover/load.ts'

export type Release = { name: string; main: string }

export type UpgradeOptions = {
  /** Makes the releases in this folder. */
  releases: (folder: string) => { old: Release; next: Release }
  /** Whether nodes of the old release must start again on the database of the new one. */
  isTwoWay: boolean
  /** The time under load after each step, in milliseconds. */
  calm?: number
  seed: number
  say(line: string): void
}

/** Answers while and after each step. */
export type Step = {
  step: string
  done: number
  refused: number
  repeated: number
  other: number
  /** The longest wait for an answer, in seconds. */
  slowest: number
}

const CALM = 8_000

/** Nodes of one release replace those of another, one after the other, under load; and back. */
export async function upgrade(
  options: UpgradeOptions,
): Promise<{ steps: Step[]; counts: Counts; problems: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-upgrade-'))
  const stops: (() => unknown)[] = [() => rm(folder, { recursive: true })]
  try {
    const releases = options.releases(folder)
    const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'upgrade test' })
    stops.push(() => postgres.stop())
    const { host, user, database } = postgres.connection
    const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
    const fleet = new Fleet(folder, url)
    stops.push(() => fleet.kill())
    for (const _ of ['one', 'two']) await fleet.add(releases.old)
    const answers = new Answers(() => fleet.known)
    stops.push(() => answers.stop())
    const load = await Load.start(fleet.serving, url, options.seed)
    stops.push(() => load.stop())
    return await roll(options, releases, { fleet, answers, load })
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

type World = { fleet: Fleet; answers: Answers; load: Load }

async function roll(
  { isTwoWay, calm = CALM, say }: UpgradeOptions,
  { old, next }: { old: Release; next: Release },
  { fleet, answers, load }: World,
) {
  const steps: Step[] = []
  const problems: string[] = []
  const step = async (name: string, work: () => Promise<void>) => {
    await work()
    await pause(calm)
    const { done, refused, repeated, other, slowest } = answers.take()
    steps.push({
      step: name,
      done,
      refused,
      repeated,
      other: other.length,
      slowest: slowest / 1000,
    })
    if (refused > 0) problems.push(`${name}: ${refused} requests were refused`)
    problems.push(...other.map((each) => `${name}: a client got ${each}`))
    problems.push(...(await load.findLost()))
    say(`${name}: ${done} answers, ${refused} refused`)
  }
  const replaceAll = async (by: Release) => {
    const olds = [...fleet.nodes]
    for (const each of olds) {
      await step(`${by.name} starts beside`, () => fleet.add(by))
      await step('an older node leaves', () => fleet.remove(each))
    }
  }
  await step(`two nodes of ${old.name}`, async () => undefined)
  await replaceAll(next)
  if (isTwoWay) await replaceAll(old)
  const { problems: found, ...counts } = await load.finish()
  return { steps, counts, problems: [...problems, ...found] }
}

/** The nodes that a proxy in front would know. */
class Fleet {
  readonly nodes: Node[] = []
  /** Addresses that get requests. */
  readonly serving: string[] = []
  /** All addresses there ever were. */
  readonly known: string[] = []
  readonly #folder: string
  readonly #url: string

  constructor(folder: string, url: string) {
    this.#folder = folder
    this.#url = url
  }

  async add({ main }: Release): Promise<void> {
    const folder = join(this.#folder, `node-${this.known.length + 1}`)
    await mkdir(folder)
    const environment = {
      DATABASE_URL: this.#url,
      KONTOR_DATA: join(this.#folder, 'files'),
      KONTOR_JOB_LEASE: '3',
      KONTOR_START_LIMIT: '0',
      KONTOR_RATE_LIMIT: '0',
      KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
    }
    const node = new Node(folder, environment, main)
    await node.start()
    const { address = '' } = node
    this.nodes.push(node)
    this.known.push(address)
    this.serving.push(address)
  }

  /** The proxy forgets it first, as `preStop` of the chart and a changed upstream of nginx do. */
  async remove(node: Node): Promise<void> {
    this.serving.splice(this.serving.indexOf(node.address ?? ''), 1)
    this.nodes.splice(this.nodes.indexOf(node), 1)
    await pause(ON_ITS_WAY)
    await node.stop()
  }

  async kill(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()))
  }
}

/** Whoever has chosen a node just now has reached it. */
const ON_ITS_WAY = 1000
