import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { complain, say } from '../../src/commands/say.ts'
import { readArguments } from '../arguments.ts'
import { TOKEN } from '../crash/node.ts'
import { spawnServer } from '../spawn.ts'
import { fuzz } from './fuzz.ts'
import { makePeople } from './people.ts'
import { SKIPPED, targets } from './targets.ts'
import { memoryOf, watch } from './watch.ts'

/** In MiB; normally about a third of it is used. */
const MOST_MEMORY = 1200

const { values } = readArguments({
  name: 'npm run fuzz',
  about: 'Sends hostile requests to every operation, as different callers.',
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    concurrency: { type: 'string', default: '4' },
    minutes: { type: 'string' },
    log: { type: 'string' },
  },
  help: {
    requests: 'how many',
    seed: 'repeats a run',
    concurrency: 'requests at once',
    minutes: 'ends after this time',
    log: 'a file for the log of the server',
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const requests = Number(values.requests)
say(
  `${requests} requests, seed ${seed} (repeat with: npm run fuzz -- --requests ${requests} --seed ${seed})`,
)
for (const [id, why] of Object.entries(SKIPPED)) say(`left out: ${id}, ${why}`)

const folder = await mkdtemp(join(tmpdir(), 'kontor-fuzz-'))
const server = await spawnServer({
  log: values.log ?? join(folder, 'server.log'),
  environment: {
    KONTOR_DATA: join(folder, 'data'),
    KONTOR_ADMIN_TOKEN: TOKEN,
    KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
    KONTOR_RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  },
})
try {
  const address = await server.ready
  const { tokens, spared } = await makePeople(address, TOKEN)
  const memory = memoryOf(server.pid)
  const watched = watch(address, server.pid)
  const since = Date.now()
  const fuzzed = await fuzz({
    address,
    tokens,
    spared,
    requests,
    seed,
    concurrency: Number(values.concurrency),
    ...(values.minutes && { until: since + Number(values.minutes) * 60_000 }),
    complain,
    progress: (done) =>
      say(
        `${done} requests, ${Math.round((Date.now() - since) / 1000)} s, ${memoryOf(server.pid)} MiB`,
      ),
  })
  const { mostMemory, stalls } = watched.stop()
  const isAlive = (await fetch(`${address}/health/live`)).ok
  say(`\n${fuzzed.requests} requests in ${Math.round((Date.now() - since) / 1000)} s`)
  say(`answers: ${JSON.stringify(fuzzed.statuses)}; ${fuzzed.busy} of them "try again"`)
  say(
    `operations that answered well: ${fuzzed.reached.size} of ${new Set(targets.map(({ id }) => id)).size}`,
  )
  say(`memory: ${memory} MiB before, ${mostMemory} at most, ${memoryOf(server.pid)} after`)
  for (const stall of stalls) complain(`stall: ${stall}`)
  if (!isAlive) complain('the server does not answer any more')
  if (mostMemory > MOST_MEMORY) complain(`more than ${MOST_MEMORY} MiB of memory`)
  say(`${fuzzed.faults.length} faults, ${stalls.length} stalls`)
  const isFine = isAlive && mostMemory <= MOST_MEMORY && fuzzed.faults.length + stalls.length === 0
  if (!isFine) process.exitCode = 1
} finally {
  await server.kill()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
