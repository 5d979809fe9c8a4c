import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPlatform } from '../src/app/platform.ts'
import { solutionParts } from '../src/app/solutions.ts'
import { applySolution, planSolution, type Write } from '../src/areas/solutions/service.ts'
import { say } from '../src/commands/say.ts'
import { toSnapshot } from '../src/definitions/snapshot.ts'
import type { SourceFile } from '../src/definitions/source.ts'
import { SYSTEM } from '../src/platform/caller.ts'
import { readConfig } from '../src/platform/config.ts'
import { type Platform, readContext, write } from '../src/platform/context.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { Definitions } from '../src/platform/definitions.ts'
import { makeLog } from '../src/platform/log.ts'

const APPS = 2000
const FIELDS = 40

/** How long a large system takes to apply, to change and to load: 2,000 apps of 40 fields. */
export async function definitions(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-bench-'))
  const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'bench definitions' })
  const log = makeLog('silent')
  try {
    await migrate(postgres.connection)
    const platform = await buildPlatform({
      config: readConfig({}),
      connection: postgres.connection,
      log,
      now: () => new Date(),
    })
    await measure(platform)
    await platform.signals.stop()
    await platform.pool.end()
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

async function measure(platform: Platform): Promise<void> {
  const origin = { user: SYSTEM, requestId: 'bench', log: platform.log }
  const inWrite: Write = (work) => write(platform, origin, work)
  const apply = (files: SourceFile[]) =>
    applySolution(inWrite, solutionParts, { files, allowLoss: false })
  await timed(`apply ${APPS} new apps`, () => apply(files('name')))
  await timed('apply the same again', () => apply(files('name')))
  await timed('plan a new field in one', () =>
    planSolution(readContext(platform, origin), solutionParts, files('name', 1)),
  )
  await timed('apply a new field in one', () => apply(files('name', 1)))
  await timed('take the new set after that', () => platform.definitions.current(platform.db))
  await timed('apply a new field in each', () => apply(files('name', APPS)))
  const fresh = new Definitions(platform.signals)
  const set = await timed('load all on a node that starts', () => fresh.current(platform.db))
  const snapshot = toSnapshot(set)
  await timed('the first use of one app', async () => snapshot.findApp('bench', 'app_7'))
  await timed('the first use of all others', async () => {
    for (let at = 0; at < APPS; at++) snapshot.findApp('bench', `app_${at}`)
  })
  await measureGuard(inWrite)
}

/** Wall time, and beside it our own CPU time, which a busy machine does not change. */
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(3).padStart(8)} s`
  const cpu = seconds((user + system) / 1000)
  say(`  ${what.padEnd(36)} ${seconds(performance.now() - start)}  ${cpu} CPU`)
  return result
}

const WRITES = 2000

/** What it costs a write to be sure of the definitions it relied on. */
async function measureGuard(inWrite: Write): Promise<void> {
  const write = (isGuarded: boolean) => async () => {
    for (let at = 0; at < WRITES; at++) {
      await inWrite(async (ctx) => {
        if (isGuarded) await ctx.definitions()
        await ctx.emit({ type: 'storage.entry.saved', object: 'bench', data: {} })
      })
    }
  }
  for (let round = 0; round < 3; round++) {
    await timed(`${WRITES} events`, write(false))
    await timed(`${WRITES} events, definitions checked`, write(true))
  }
}

/** The first `changed` apps have one field more. */
function files(code: string, changed = 0): SourceFile[] {
  const field = (name: string) => `  ${name}: { name: Field ${name}, type: STRING }\n`
  const fields = Array.from({ length: FIELDS }, (_, at) => field(`field_${at}`)).join('')
  const text = (at: number) =>
    `${code}: App ${at}\nfields:\n${fields}${at < changed ? field('extra') : ''}`
  const apps = Array.from({ length: APPS }, (_, at) => ({
    path: `workspaces/bench/apps/app_${at}.yaml`,
    content: Buffer.from(text(at)),
  }))
  return [
    { path: 'solution.yaml', content: Buffer.from('code: bench\nname: Bench\nversion: 1.0.0\n') },
    { path: 'workspaces/bench/workspace.yaml', content: Buffer.from('name: Bench\n') },
    ...apps,
  ]
}

if (import.meta.main) await definitions()
