import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { listTree } from '../test/process-tree.ts'
import { spawnServer } from '../test/spawn.ts'
import { startPrimary, urlOf } from '../test/standbys.ts'
import { type Contender, compare, type Rounds } from './compare.ts'
import { cpuOf, sumOf } from './cpu.ts'
import { drive, type Load } from './http-load.ts'
import { headers, post } from './items/call.ts'
import { copyItems } from './items/fill.ts'
import { things } from './items/things.ts'
import { type Stand, TOKEN, withFolder } from './stand.ts'

const ITEMS = 100_000
const APP = '/pub/v1/app/bench/things'

/** Two nodes on one primary, one of which reads from a standby: who computes what. */
export const replicas = (rounds: Rounds): Promise<void> =>
  withFolder(async (folder) => {
    const { primary, follow } = await startPrimary(folder, ['standby'])
    const standby = await follow('standby')
    const start = async (name: string, environment: Record<string, string> = {}) => {
      const process = await spawnServer({
        environment: {
          KONTOR_DATA: join(folder, name),
          KONTOR_ADMIN_TOKEN: TOKEN,
          KONTOR_DEMO: 'off',
          KONTOR_RATE_LIMIT: '0',
          KONTOR_SECRET: 'the same on both nodes and long enough to be one',
          DATABASE_URL: urlOf([primary]),
          ...environment,
        },
        log: join(folder, `${name}.log`),
        nodeOptions: ['--min-semi-space-size=8', '--max-semi-space-size=8'],
      })
      return { process, address: await process.ready, connection: primary.connection }
    }
    const alone = await start('alone')
    const helped = await start('helped', { DATABASE_READ_URL: urlOf([standby]) })
    const cpu = ({ process }: Stand) => ({
      node: cpuOf(process.pid),
      postgres: cpuOfCluster(folder, 'primary'),
      standby: cpuOfCluster(folder, 'standby'),
    })
    try {
      await fill(alone)
      for (const [name, requests] of Object.entries(CASES)) {
        const contender = (stand: Stand, where: string, limit?: string): Contender => ({
          name: `${name}, ${where}`,
          limit,
          measure: (seconds) =>
            drive({ address: stand.address, requests, cpu: () => cpu(stand) }, seconds),
        })
        const both = [
          contender(alone, 'primary alone', 'alone'),
          contender(helped, 'with a standby'),
        ]
        await compare(both, rounds)
      }
    } finally {
      for (const { process } of [alone, helped]) await process.stop()
      await standby.stop()
      await primary.stop()
    }
  })

async function fill(stand: Stand): Promise<void> {
  await post(stand, '/manage/v1/solutions/apply', { files: things })
  await post(stand, `${APP}/create`, { context: { title: 'Delivery number 0', count: 0 } })
  const client = new pg.Client(stand.connection)
  await client.connect()
  const changes = {
    title: `'Delivery number ' || n`,
    __name: `'Delivery number ' || n`,
    count: 'n % 1000',
    due: `timestamptz '2026-01-01' + n * interval '1 minute'`,
  }
  await copyItems(client, 'things', { count: ITEMS, start: '0190', changes })
  await client.query('vacuum analyze')
  await client.end()
}

/** Each caller goes through a few requests of its own. */
const EACH = 64
const each =
  (make: (number: number) => object, path = `${APP}/list`): Load['requests'] =>
  (caller) =>
    Array.from({ length: EACH }, (_, at) => ({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(make(caller * EACH + at)),
    }))

const filtered = (number: number) => ({
  active: true,
  size: 50,
  filter: { tf: { count: { min: number % 1000, max: (number % 1000) + 20 } } },
  sortExpressions: [{ field: 'due', ascending: false }],
})
const creating = each(
  (number) => ({ context: { title: `New ${number}`, count: number % 1000 } }),
  `${APP}/create`,
)
const reading = each(filtered)

const CASES: Record<string, Load['requests']> = {
  'first page of 20': each(() => ({ active: true, size: 20 })),
  'filter, sort and total': reading,
  'one write, then three such lists': (caller) =>
    creating(caller).flatMap((create, at) => [create, ...reading(caller + at).slice(0, 3)]),
}

function cpuOfCluster(folder: string, name: string): number {
  const text = readFileSync(join(folder, name, 'cluster', 'postmaster.pid'), 'utf8')
  return sumOf(listTree(Number(text.split('\n')[0])))
}
