import { complain, say } from '../../src/commands/say.ts'
import { readArguments } from '../arguments.ts'
import { formatTable } from '../table.ts'
import { load } from './load.ts'
import { LIVE } from './times.ts'

/** Milliseconds that 95 of 100 requests of each kind may take. */
const BAR = 300
const MOST_SHOWN = 20

const { values } = readArguments({
  name: 'npm run load',
  about: 'People who work beside each other, and how long each kind of request takes.',
  options: {
    users: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '1' },
    think: { type: 'string', default: '20' },
    items: { type: 'string', default: '20000' },
    cores: { type: 'string', default: '2' },
    memory: { type: 'string', default: '4096' },
    workers: { type: 'string', default: '1' },
    seed: { type: 'string', default: '20261117' },
  },
  help: {
    users: 'people',
    minutes: 'how long',
    think: 'seconds between two steps of a person',
    items: 'items there are',
    cores: 'cores of the server',
    memory: 'MiB of the server',
    workers: 'server processes',
    seed: 'repeats a run',
  },
})
const bounds = { cores: Number(values.cores), megabytes: Number(values.memory) }
const [users, seconds] = [Number(values.users), Number(values.minutes) * 60]
const { rows, total, cpu, memory, errors, ...counts } = await load({
  users,
  seconds,
  think: Number(values.think),
  items: Number(values.items),
  seed: Number(values.seed),
  bounds,
  args: values.workers === '1' ? [] : ['--workers', values.workers],
  say,
})
const slow = rows.filter(({ kind, p95 }) => kind !== LIVE && p95 >= BAR)
say(`\n${formatTable([total, ...rows])}`)
say(
  `\n${formatTable([{ users, seconds, 'requests/s': counts.perSecond, 'asked again/s': counts.again, 'events told/s': counts.events, 'Node CPU': cpu.node, 'PostgreSQL CPU': cpu.postgres, 'CPU of the people': cpu.people, 'memory, MiB': memory, errors: errors.length }])}`,
)
for (const { kind, p95 } of slow) complain(`  ${kind}: p95 is ${p95} ms, expected less than ${BAR}`)
for (const error of errors.slice(0, MOST_SHOWN)) complain(`  ${error}`)
if (slow.length > 0 || errors.length > 0) process.exitCode = 1
