import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import type { Config } from '../../src/platform/config.ts'
import { type Connection, clientDb, connectClient } from '../../src/platform/db/db.ts'
import { accountForEvents, eventLogCheck } from '../../src/platform/event-account.ts'
import { type Follower, readLog } from './follower.ts'
import { TOKEN } from './node.ts'
import { type Entry, entries, type Writers } from './writers.ts'

const SAVED = 'storage.entry.saved'

type Stored = { value: string; version: number }
type LoggedEvent = { type: string; object: string; data: Record<string, unknown> }

export type System = { address: string; connection: Connection }

/** Acknowledged writes that are missing. Callers may continue meanwhile. */
export async function findLost(address: string, writers: Writers): Promise<string[]> {
  const problems: string[] = []
  for (const entry of entries) {
    const latest = writers.latest.get(entry)
    if (!latest) continue
    const { version, value } = await readEntry(address, entry)
    if (version < latest.version || (version === latest.version && value !== latest.value)) {
      problems.push(`${entry.object} has version ${version}, acknowledged was ${latest.version}`)
    }
  }
  return problems
}

/** After the last response: every write was executed once, in the store, the log and the audit. */
export async function findProblems(
  system: System,
  writers: Writers,
  follower: Follower,
): Promise<string[]> {
  const { address, connection } = system
  await follower.stop(connection, SAVED, writers.writes.length)
  const log = await readLog(connection)
  const problems = [...(await findLost(address, writers)), ...(await findLostEvents(connection))]
  for (const entry of entries) {
    const writes = writers.writes.filter((write) => write.entry === entry)
    const stored = writes.length > 0 ? await readEntry(address, entry) : undefined
    const say = (where: string, versions: number[]) =>
      problems.push(...compare(`${entry.object} ${where}`, versions, writes.length))
    if (stored && stored.version !== writes.length) {
      problems.push(`${entry.object} has version ${stored.version} after ${writes.length} writes`)
    }
    say('acknowledged', writes.map(({ version = 0 }) => version).sort(ascending))
    say('in the log', versionsOf(log, entry))
    say('in the log as followed', versionsOf(follower.events, entry))
    say('in the audit', versionsOf(await readAudit(address, entry), entry))
  }
  return problems
}

/** Every position of the log is an event or was rolled back. */
async function findLostEvents(connection: Connection): Promise<string[]> {
  const client = await connectClient(connection)
  try {
    await accountForEvents(clientDb(client))
    const { state, text } = await eventLogCheck.run(clientDb(client), {} as Config)
    return state === 'ok' ? [] : [`the event log: ${text}`]
  } finally {
    await client.end()
  }
}

/** The versions of an object are 1, 2, 3 … without gaps or duplicates. */
function compare(what: string, versions: number[], count: number): string[] {
  const at = versions.findIndex((version, index) => version !== index + 1)
  if (at >= 0) return [`${what}: version ${versions[at]} where ${at + 1} belongs`]
  return versions.length === count ? [] : [`${what}: ${versions.length} versions, ${count} writes`]
}

const ascending = (a: number, b: number) => a - b

const versionsOf = (events: LoggedEvent[], { object }: Entry): number[] =>
  events
    .filter((event) => event.type === SAVED && event.object === object)
    .map(({ data }) => data.version as number)

async function readEntry(address: string, { path }: Entry): Promise<Stored> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const response = await fetch(`${address}${path}`, { headers })
  const { data } = (await response.json()) as { data: string }
  const version = /^"(\d+)-/.exec(response.headers.get('etag') ?? '')?.[1]
  return { value: data, version: Number(version ?? 0) }
}

const PAGE = 1000

async function readAudit(address: string, { object }: Entry) {
  const client = createClient(areas, overHttp(address, TOKEN)).audit
  const found: (LoggedEvent & { position: number })[] = []
  for (;;) {
    const before = found.at(-1)?.position
    const { entries: page } = await client.list({ input: { object, before, size: PAGE } })
    found.push(...page)
    if (page.length < PAGE) return found.reverse()
  }
}
