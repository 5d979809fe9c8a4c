import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { say } from '../src/commands/say.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { formatTable } from '../test/table.ts'
import { median, type Rounds } from './compare.ts'
import { startServer, withFolder } from './stand.ts'

type Times = { server: number; postgres: number; node: number }

/** From the command to the first request that is answered, beside what it cannot do without. */
export async function start({ rounds }: Rounds): Promise<void> {
  const [first, second]: [Times[], Times[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    await withFolder(async (folder) => {
      for (const times of [first, second]) {
        times.push({
          server: await time(() => startAndStop(folder)),
          postgres: await time(() => startAndStopPostgres(folder)),
          node: await time(() => promisify(execFile)(process.execPath, ['-e', '0'])),
        })
      }
    })
    say(`round ${round} of ${rounds} done`)
  }
  say(`\n${formatTable([toRow('first start', first), toRow('second start', second)])}\n`)
}

function toRow(name: string, all: Times[]) {
  const typical = (read: (times: Times) => number) => Math.round(median(all.map(read)))
  return {
    start: name,
    'server ms': typical((times) => times.server),
    'PostgreSQL alone ms': typical((times) => times.postgres),
    'Node alone ms': typical((times) => times.node),
    'of its parts': median(all.map(({ server, postgres, node }) => server / (postgres + node))),
  }
}

/** Leaves the clock before what it answers is stopped again. */
async function time(start: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  const stop = await start()
  const taken = performance.now() - since
  if (typeof stop === 'function') await stop()
  return taken
}

async function startAndStop(folder: string) {
  const server = await startServer(folder)
  await server.ready
  return server.stop
}

async function startAndStopPostgres(folder: string) {
  const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'bench' })
  return postgres.stop
}
