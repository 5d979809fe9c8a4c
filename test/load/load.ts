import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readCpu } from '../../bench/cpu.ts'
import { startServer, TOKEN, withFolder } from '../../bench/stand.ts'
import { seededRandom } from '../crash/random.ts'
import { listTree } from '../process-tree.ts'
import { type Bounds, bound } from './bounds.ts'
import { found } from './company.ts'
import { Person } from './person.ts'
import { type Kind, Times } from './times.ts'

export type LoadOptions = {
  users: number
  seconds: number
  /** Seconds between two actions of a person, on average. */
  think: number
  items: number
  seed: number
  /** Absent = whatever the machine has. */
  bounds?: Bounds
  /** It goes on until each of these kinds was seen. */
  wanted?: string[]
  /** Of `kontor start`. */
  args?: string[]
  environment?: Record<string, string>
  say(line: string): void
}

export type Loaded = {
  rows: Kind[]
  total: Kind
  /** Seconds of CPU per second. */
  cpu: { node: number; postgres: number; people: number }
  /** MiB of the server with its database, at most. */
  memory: number
  perSecond: number
  again: number
  events: number
  bounded: string
  errors: string[]
}

/** Several old spaces of this size fit beside PostgreSQL. */
const HEAP = 1024
const LOOK = 5000

/** People with the console open, for so long, and how long they wait. */
export async function load(options: LoadOptions): Promise<Loaded> {
  let loaded: Loaded | undefined
  await withFolder(async (folder) => {
    const environment = {
      KONTOR_DEMO: 'on',
      KONTOR_START_LIMIT: '0',
      NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
      ...options.environment,
    }
    const server = await startServer(folder, environment, options.args)
    const bounded = options.bounds && bound(server.pid, options.bounds)
    try {
      const address = await server.ready
      loaded = await run(
        { address, pid: server.pid, log: join(folder, 'server.log') },
        options,
        bounded?.how ?? 'not bounded',
      )
    } finally {
      await server.stop()
      bounded?.remove()
    }
  })
  if (!loaded) throw new Error('nothing was measured')
  return loaded
}

async function run(
  { address, pid, log }: { address: string; pid: number; log: string },
  { users, seconds, think, items, seed, wanted = [], say }: LoadOptions,
  bounded: string,
): Promise<Loaded> {
  say(`the server is up (${bounded}); people, items and tasks are made`)
  const company = await found(address, TOKEN, { people: users, items })
  const times = new Times()
  const ending = new AbortController()
  const world = {
    address,
    company,
    times,
    think,
    signal: ending.signal,
    random: seededRandom(seed),
  }
  const people = company.people.map((each) => new Person(world, each))
  const working = people.map((person) => person.work())
  // Everybody has come in.
  await pause(think * 1500)
  say('everybody is there')
  times.begin()
  const before = {
    ...readCpu(pid),
    people: ownCpu(),
    again: sumOf(people, 'again'),
    heard: sumOf(people, 'heard'),
  }
  let memory = 0
  const since = performance.now()
  const left = () => seconds * 1000 - (performance.now() - since)
  while (left() > 0 || !wanted.every((kind) => times.has(kind))) {
    await pause(left() > 0 ? Math.min(LOOK, left()) : 100)
    memory = Math.max(memory, memoryOf(pid))
  }
  const lasted = (performance.now() - since) / 1000
  const after = { ...readCpu(pid), people: ownCpu() }
  const [total, rows] = [times.total(), times.rows()]
  const again = (sumOf(people, 'again') - before.again) / lasted
  const events = (sumOf(people, 'heard') - before.heard) / lasted
  ending.abort()
  await Promise.all(working)
  const share = (name: 'node' | 'postgres' | 'people') =>
    (after[name] - before[name]) / 1e6 / lasted
  return {
    rows,
    total,
    cpu: { node: share('node'), postgres: share('postgres'), people: share('people') },
    memory,
    perSecond: total.count / lasted,
    again,
    events,
    bounded,
    errors: [...times.errors, ...complaints(log)],
  }
}

const sumOf = (people: Person[], name: 'again' | 'heard') =>
  people.reduce((sum, person) => sum + person[name], 0)

function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** MiB of all processes; what they share counts once. */
function memoryOf(root: number): number {
  const kilobytes = listTree(root).map((pid) => {
    try {
      return Number(
        /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0,
      )
    } catch {
      return 0
    }
  })
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024)
}

/** What the server itself says went wrong. */
const complaints = (log: string): string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line))
    .map((line) => `the log: ${line.slice(0, 300)}`)
