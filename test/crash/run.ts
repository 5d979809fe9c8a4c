import { complain, say } from '../../src/commands/say.ts'
import { readArguments } from '../arguments.ts'
import { formatTable } from '../table.ts'
import { crashEvents } from './events.ts'
import { crashOneNode } from './one-node.ts'
import { crashProcesses } from './processes/processes.ts'
import { crashTwoNodes } from './two-nodes.ts'
import { crashUploads } from './uploads.ts'

const { values, positionals } = readArguments({
  name: 'npm run crash',
  about: 'Kills servers while they write, and checks that nothing acknowledged is lost.',
  positionals: 'case',
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    rest: { type: 'string', default: '0' },
    instances: { type: 'string', default: '500' },
    writes: { type: 'string', default: '10000' },
  },
  help: {
    rounds: 'kills of each case',
    seed: 'repeats a run',
    rest: 'milliseconds between two writes',
    instances: 'processes that are started',
    writes: 'events that are written',
  },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const options = { rounds, seed, rest: Number(values.rest), say }

type Outcome = { problems: string[] } & Record<string, unknown>

const scenarios: Record<string, [title: string, crash: () => Promise<Outcome>]> = {
  node: ['one node, killed with its database', () => crashOneNode(options)],
  nodes: ['two nodes, one killed', () => crashTwoNodes(options)],
  files: ['files on their way, the server killed', () => crashUploads(options)],
  processes: [
    'two nodes running processes, one killed',
    () => crashProcesses({ ...options, instances: Number(values.instances) }),
  ],
  events: [
    'events on their way, one of two nodes killed',
    () => crashEvents({ ...options, writes: Number(values.writes) }),
  ],
}

say(
  `${rounds} rounds, seed ${seed} (repeat with: npm run crash -- --rounds ${rounds} --seed ${seed})`,
)
for (const name of positionals.length > 0 ? positionals : Object.keys(scenarios)) {
  const scenario = scenarios[name]
  if (!scenario) {
    complain(`no scenario "${name}", expected one of ${Object.keys(scenarios).join(', ')}`)
    process.exitCode = 1
    break
  }
  const [title, crash] = scenario
  say(`\n${title}`)
  const { problems, ...counts } = await crash()
  for (const problem of problems) complain(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  say(`\n${formatTable([{ scenario: name, kills: rounds, ...counts, problems: problems.length }])}`)
}
