import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { say } from '../src/commands/say.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { solution } from '../test/solution.ts'
import { readCpu } from './cpu.ts'
import { type Stand, TOKEN, withFolder, withStand } from './stand.ts'

/**
 * How fast the items of a portal come over, where both are servers of this machine, what the command needs
 * for it, and whose the time is: node bench/coming-over.ts [items …]
 */
const SIZES = process.argv.slice(2).map(Number)
if (SIZES.length === 0) SIZES.push(10_000, 100_000)

const APP = `name: Orders
fields:
  title: { name: Title, type: STRING }
  note: { name: Note, type: STRING }
  amount: { name: Amount, type: FLOAT }
  due: { name: Due, type: DATETIME }
  paid: { name: Paid, type: BOOLEAN }
  parent: { name: Parent, type: SYS_COLLECTION, app: bench/n${SIZES[0]} }
`
const files = solution(
  'bench',
  Object.fromEntries(SIZES.map((size) => [`workspaces/bench/apps/n${size}.yaml`, APP])),
)
const apply = ({ address }: Stand) =>
  createClient(areas, overHttp(address, TOKEN)).solutions.apply({ input: { files } })

async function fill({ connection }: Stand, size: number): Promise<void> {
  const client = await connectClient(connection)
  await client.query(
    `insert into ws_bench.n${size} ("__id", "__index", "__name", "__createdAt", "__createdBy",
      "__updatedAt", "__updatedBy", "__version", "__subscribers", title, note, amount, due, paid)
    select gen_random_uuid(), n, 'Order ' || n, now() - interval '1 day', gen_random_uuid(),
      now() - interval '1 day', gen_random_uuid(), 1, '{}', 'Order of ' || n,
      'some words about it, ' || n, n / 8.0, now(), n % 2 = 0
    from generate_series(1, $1::int) n`,
    [size],
  )
  await client.query(`vacuum analyze ws_bench.n${size}`)
  await client.end()
}

/** Runs the command beside us; answers its seconds, its CPU seconds and the most memory it had, in MiB. */
async function bring(from: Stand, to: Stand, { folder, size }: { folder: string; size: number }) {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [
      ...['src/main.ts', 'migrate', 'elma365', 'data', '--json', '--rate', '0'],
      ...['--state', join(folder, `${size}.json`), '--page-size', '2000', '--samples', '20'],
      ...['--apps', `bench/n${size}`, '--portal', from.address, '--into', to.address],
      ...['--without', 'files', 'feeds', 'registrations', 'sheets', 'instances'],
    ],
    { env: { KONTOR_PORTAL_TOKEN: TOKEN, KONTOR_TOKEN: TOKEN }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [memory, cpu] = [0, 0]
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
      cpu = readCpu(child.pid ?? 0).node / 1e6
    } catch {}
  }, 100)
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text
  })
  child.stderr.resume()
  await once(child, 'close')
  clearInterval(look)
  const { isEqual, counts } = JSON.parse(said)
  const { created } = counts[`items of bench/n${size}`] ?? { created: 0 }
  return { isEqual, created, cpu, memory, seconds: (performance.now() - started) / 1000 }
}

await withStand((from) =>
  withStand((to) =>
    withFolder(async (folder) => {
      await apply(from)
      await apply(to)
      for (const size of SIZES) {
        await fill(from, size)
        for (const what of ['everything', 'once more']) {
          const before = [from, to].map(({ process: { pid } }) => readCpu(pid))
          const { seconds, memory, cpu, isEqual, created } = await bring(from, to, { folder, size })
          const [portal, target] = [from, to].map(({ process: { pid } }, at) => {
            const now = readCpu(pid)
            const used = (part: 'node' | 'postgres') =>
              ((now[part] - (before[at]?.[part] ?? 0)) / 1e6).toFixed(1)
            return `${used('node')} s Node, ${used('postgres')} s PostgreSQL`
          })
          say(
            `${size}, ${what}: ${created} created in ${seconds.toFixed(1)} s, ${Math.round(size / seconds)} a second, ${memory.toFixed(0)} MiB at most, ${isEqual ? 'equal' : 'NOT equal'}`,
          )
          say(`  CPU: command ${cpu.toFixed(1)} s; portal ${portal}; target ${target}`)
        }
      }
    }),
  ),
)
