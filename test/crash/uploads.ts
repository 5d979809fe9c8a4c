import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildPlatform } from '../../src/app/platform.ts'
import { sweepBodies } from '../../src/areas/disk/bodies.ts'
import { diskChecks } from '../../src/areas/disk/checks.ts'
import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { SHARED_FILES } from '../../src/lib/ids.ts'
import { readConfig } from '../../src/platform/config.ts'
import { attachEmbedded } from '../../src/platform/db/embedded.ts'
import { jobOn } from '../../src/platform/jobs/runner.ts'
import { makeLog } from '../../src/platform/log.ts'
import { Node, TOKEN } from './node.ts'
import type { CrashOptions } from './outcome.ts'
import { seededRandom } from './random.ts'

const AT_ONCE = 200
const LARGEST = 512 * 1024
const TIMEOUT = 60_000
const headers = { authorization: `Bearer ${TOKEN}` }

/** An upload; it has an id once acknowledged. */
type Sent = { hash: string; sha256: string; id?: string }

export type CrashedUploads = {
  uploads: number
  acknowledged: number
  /** Visible files in the end: all acknowledged ones, and those stored but not acknowledged. */
  visible: number
  problems: string[]
}

/** Repeatedly kills the server and its database during many uploads. */
export async function crashUploads(options: CrashOptions): Promise<CrashedUploads> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-crash-'))
  const node = new Node(folder)
  try {
    await node.start()
    return await run(options, node, join(folder, 'data'))
  } finally {
    await node.kill()
    await rm(folder, { recursive: true })
  }
}

async function run(
  { rounds, seed, say }: CrashOptions,
  node: Node,
  data: string,
): Promise<CrashedUploads> {
  const random = seededRandom(seed)
  const sent: Sent[] = []
  const problems: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const address = node.address ?? ''
    const uploads = Array.from({ length: AT_ONCE }, () => send(address, sent, random))
    const enough = told(sent) + 1 + Math.floor(random() * AT_ONCE * 0.7)
    for (const end = Date.now() + TIMEOUT; told(sent) < enough && Date.now() < end; ) await pause(1)
    await node.kill()
    await Promise.all(uploads)
    const back = await node.start()
    problems.push(...(await findBroken(node.address ?? '', sent)))
    say(`round ${round}: killed with ${told(sent)} acknowledged so far; back after ${back} ms`)
  }
  problems.push(...(await findLeftovers(node, data)))
  problems.push(...(await findBroken(node.address ?? '', sent)))
  const visible = (await listFiles(node.address ?? '')).length
  return { uploads: sent.length, acknowledged: told(sent), visible, problems }
}

const told = (sent: readonly Sent[]) => sent.filter(({ id }) => id !== undefined).length

/** Sends one file; the connection may break at any moment. */
async function send(address: string, sent: Sent[], random: () => number): Promise<void> {
  const content = randomBytes(1 + Math.floor(random() * LARGEST))
  const file: Sent = { hash: randomUUID(), sha256: sumOf(content) }
  sent.push(file)
  const form = new FormData()
  form.append('file', new Blob([content]), `${file.hash}.bin`)
  const path = `/pub/v1/disk/directory/${SHARED_FILES}/upload?hash=${file.hash}`
  try {
    const response = await fetch(address + path, { method: 'POST', headers, body: form })
    const answer = (await response.json()) as { file?: { __id: string } }
    if (answer.file) file.id = answer.file.__id
  } catch {
    // It may or may not be stored; if it is, it must be complete.
  }
}

/** Acknowledged files that are missing, and files that differ from what was sent. */
async function findBroken(address: string, sent: readonly Sent[]): Promise<string[]> {
  const shown = new Map((await listFiles(address)).map((file) => [file.hash, file]))
  const lost = sent.filter(({ id, hash }) => id !== undefined && !shown.has(hash))
  const problems = lost.map(({ id }) => `the file ${id} was acknowledged and is gone`)
  for (const { hash, sha256 } of sent) {
    const file = shown.get(hash)
    if (file && (await readSum(address, file.__id)) !== sha256) {
      problems.push(`the file ${file.__id} is not as it was sent`)
    }
  }
  return problems
}

async function listFiles(address: string) {
  const { disk } = createClient(areas, overHttp(address, TOKEN))
  const input = { filter: { directory: SHARED_FILES }, size: -1 }
  return (await disk.searchFiles({ input })).result.result
}

async function readSum(address: string, id: string): Promise<string> {
  const response = await fetch(`${address}/manage/v1/disk/files/${id}/content`, { headers })
  return sumOf(Buffer.from(await response.arrayBuffer()))
}

const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const TWO_DAYS = 2 * 24 * 60 * 60_000

/** What is left of unfinished uploads after the sweep. */
async function findLeftovers(node: Node, data: string): Promise<string[]> {
  const guest = await attachEmbedded({ folder: node.databaseFolder, purpose: 'crash test' })
  if (!guest) throw new Error('the embedded database is not running')
  const config = readConfig({ KONTOR_DATA: data })
  const log = makeLog('silent')
  const now = () => new Date(Date.now() + TWO_DAYS)
  const platform = await buildPlatform({ config, connection: guest.connection, log, now })
  try {
    await sweepBodies(jobOn(platform, log))
    const findings = diskChecks.map(({ run: check }) => check(platform.db, config))
    const wrong = (await Promise.all(findings)).filter(({ state }) => state !== 'ok')
    const drafts = await readdir(join(data, 'files-unfinished')).catch(() => [])
    return [
      ...wrong.map(({ text }) => text),
      ...drafts.map((draft) => `the draft ${draft} was left behind`),
    ]
  } finally {
    await platform.signals.stop()
    await platform.pool.end()
  }
}
