import { parseArgs } from 'node:util'
import { complain, say } from '../../src/commands/say.ts'
import { formatTable } from '../table.ts'
import { crashEvents } from './events.ts'
import { crashOneNode } from './one-node.ts'
import { crashProcesses } from './processes/processes.ts'
import { crashTwoNodes } from './two-nodes.ts'
import { crashUploads } from './uploads.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    instances: { type: 'string', default: '500' },
  },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
say(
  `${rounds} rounds, seed ${seed} (repeat with: npm run crash -- --rounds ${rounds} --seed ${seed})`,
)

const scenarios = {
  'one node, killed with its database': crashOneNode,
  'two nodes, one killed': crashTwoNodes,
}

const rows = []
for (const [scenario, crash] of Object.entries(scenarios)) {
  say(`\n${scenario}`)
  const { problems, ...counts } = await crash({ rounds, seed, say })
  for (const problem of problems) complain(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  rows.push({ scenario, kills: rounds, ...counts, problems: problems.length })
}
say('\nfiles on their way, the server killed')
const { problems, ...counts } = await crashUploads({ rounds, seed, say })
for (const problem of problems) complain(`  ${problem}`)
if (problems.length > 0) process.exitCode = 1
say(`\n${formatTable(rows)}`)
say(
  `\n${formatTable([{ scenario: 'files', kills: rounds, ...counts, problems: problems.length }])}`,
)

say('\ntwo nodes running processes, one killed')
const processes = await crashProcesses({ instances: Number(values.instances), rounds, seed, say })
for (const problem of processes.problems) complain(`  ${problem}`)
if (processes.problems.length > 0) process.exitCode = 1
say(`\n${formatTable([{ ...processes, problems: processes.problems.length }])}`)

say('\nevents on their way, one of two nodes killed')
const { problems: missed, ...heard } = await crashEvents({ rounds, seed, say })
for (const problem of missed) complain(`  ${problem}`)
if (missed.length > 0) process.exitCode = 1
say(`\n${formatTable([{ scenario: 'events', kills: rounds, ...heard, problems: missed.length }])}`)
