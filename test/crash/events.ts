import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, connectClient } from '../../src/platform/db/db.ts'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { FlakyReader, FlakyReceiver, type Heard } from './hearing.ts'
import { Node, TOKEN } from './node.ts'
import type { CrashOptions } from './outcome.ts'
import { seededRandom } from './random.ts'
import { applyThings, Talkers } from './talkers.ts'
import { Writers } from './writers.ts'

export type EventsOutcome = {
  writes: number
  events: number
  messages: number
  repeated: number
  problems: string[]
}

const LIFE = 3000
/** Time without a new message: one that failed twice is sent again after five minutes. */
const TIMEOUT = 330_000
/** The event types of this test. */
export const TYPES = ['storage.*', 'app.item.*', 'message.*']

/** Ends after so many kills and at least so many writes. */
export type EventsOptions = CrashOptions & { writes: number }

/** Two nodes under load, one killed at random: external listeners miss nothing. */
export async function crashEvents(options: EventsOptions): Promise<EventsOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-crash-'))
  const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'crash test' })
  const { host, user, database } = postgres.connection
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  const nodes = await Promise.all(
    ['one', 'two'].map(async (name) => {
      await mkdir(join(folder, name))
      const environment = { DATABASE_URL: url, KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' }
      return new Node(join(folder, name), environment)
    }),
  )
  const receiver = new FlakyReceiver(seededRandom(options.seed + 2))
  try {
    await Promise.all(nodes.map((node) => node.start()))
    const address = nodes[0]?.address ?? ''
    await applyThings(address, TOKEN)
    await createWebhook(address, await receiver.start())
    return await run(options, nodes, { receiver, connection: postgres.connection })
  } finally {
    receiver.stop()
    await Promise.all(nodes.map((node) => node.kill()))
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

async function createWebhook(address: string, url: string): Promise<void> {
  const answer = await fetch(`${address}/manage/v1/webhooks`, {
    method: 'POST',
    headers: { 'x-token': TOKEN },
    body: JSON.stringify({ name: 'crash', url, types: TYPES }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
}

async function run(
  { rounds, writes, seed, say }: EventsOptions,
  nodes: Node[],
  { receiver, connection }: { receiver: FlakyReceiver; connection: Connection },
): Promise<EventsOutcome> {
  const random = seededRandom(seed)
  const target = (caller: number, attempt: number) => {
    const isUp = nodes.filter(({ address }) => address !== undefined)
    return isUp[(caller + attempt) % isUp.length]?.address
  }
  const writers = new Writers(TOKEN, seededRandom(seed + 1), target)
  const talkers = new Talkers(TOKEN, target)
  const count = () => writers.acknowledged + talkers.count
  const readers = [0, 1].map(
    (at) =>
      new FlakyReader({ token: TOKEN, types: TYPES }, seededRandom(seed + 3 + at), () =>
        target(at, Math.floor(random() * 2)),
      ),
  )
  for (let round = 1; round <= rounds; round++) {
    const node = nodes[Math.floor(random() * nodes.length)] as Node
    await pause(200 + Math.floor(random() * LIFE))
    await node.kill()
    await node.start()
    say(`round ${round}: ${count()} writes, ${receiver.heard.length} messages`)
  }
  while (count() < writes) await pause(100)
  await Promise.all([writers.stop(), talkers.stop()])
  const expected = await readLog(connection)
  const ears = [receiver, ...readers]
  await allHeard(expected, ears)
  await Promise.all(readers.map((reader) => reader.stop()))
  const messages = new Set(receiver.heard.map(({ position }) => position)).size
  return {
    writes: count(),
    events: expected.length,
    messages,
    repeated: receiver.heard.length - messages,
    problems: [
      ...judge('the webhook', firstOnly(receiver.heard), expected, byObject),
      ...readers.flatMap(({ heard }, at) => judge(`reader ${at + 1}`, heard, expected, inAll)),
    ],
  }
}

export async function readLog(connection: Connection): Promise<Heard[]> {
  const client = await connectClient(connection)
  try {
    const { rows } = await client.query<Heard>(
      `select position, object_id as object from kontor.events
       where type like any($1) order by position`,
      [TYPES.map((type) => type.replace('*', '%'))],
    )
    return rows
  } finally {
    await client.end()
  }
}

export async function allHeard(expected: Heard[], ears: { heard: Heard[] }[]): Promise<void> {
  const isComplete = ({ heard }: { heard: Heard[] }) =>
    new Set(heard.map(({ position }) => position)).size >= expected.length
  const count = () => ears.reduce((sum, { heard }) => sum + heard.length, 0)
  let [before, end] = [count(), Date.now() + TIMEOUT]
  while (!ears.every(isComplete) && Date.now() < end) {
    await pause(200)
    if (count() > before) [before, end] = [count(), Date.now() + TIMEOUT]
  }
}

/** A message may arrive twice; only the first time counts. */
function firstOnly(heard: Heard[]): Heard[] {
  const seen = new Set<number>()
  return heard.filter(({ position }) => !seen.has(position) && seen.add(position))
}

const byObject = ({ object }: Heard) => object
export const inAll = () => ''

export function judge(
  who: string,
  heard: Heard[],
  expected: Heard[],
  orderedBy: (each: Heard) => string,
): string[] {
  const positions = new Set(heard.map(({ position }) => position))
  const missing = expected.filter(({ position }) => !positions.has(position))
  const last = new Map<string, number>()
  const late = heard.filter((each) => {
    const before = last.get(orderedBy(each)) ?? 0
    last.set(orderedBy(each), each.position)
    return each.position <= before
  })
  return [
    ...(missing.length > 0 ? [`${who} missed ${missing.length} of ${expected.length} events`] : []),
    ...(late.length > 0 ? [`${who} heard ${late.length} events out of order or twice`] : []),
  ]
}
