import { complain, say } from '../../src/commands/say.ts'
import { readArguments } from '../arguments.ts'
import { formatTable } from '../table.ts'
import { cases } from './cases.ts'
import { failOver } from './failover.ts'
import { toInstall } from './programs.ts'

const { values, positionals } = readArguments({
  name: 'npm run failover',
  about: 'Kills, freezes and cuts off PostgreSQL servers of Patroni under two nodes.',
  positionals: 'case',
  options: {
    seed: { type: 'string' },
    ttl: { type: 'string', default: '20' },
    keep: { type: 'boolean', default: false },
  },
  help: {
    seed: 'repeats a run',
    ttl: 'seconds after which Patroni gives a leader up',
    keep: 'leaves the folder of the servers',
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const names = positionals.length > 0 ? positionals : Object.keys(cases)
const unknown = names.filter((name) => !(name in cases))

if (toInstall) stop(toInstall)
else if (unknown.length > 0) {
  stop(`no case "${unknown.join('", "')}", expected one of ${Object.keys(cases).join(', ')}`)
} else await run()

async function run(): Promise<void> {
  for (const name of names) say(`${name.padEnd(10)} ${cases[name]?.title}`)
  const patience = { ttl: Number(values.ttl), loop_wait: 2, retry_timeout: 5 }
  const options = { names, patience, seed, keep: values.keep, say }
  const { outcomes, counts, problems } = await failOver(options)
  for (const problem of problems) complain(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  say(`\n${formatTable(outcomes)}`)
  say(`\n${formatTable([{ ...counts, problems: problems.length }])}`)
}

function stop(reason: string): void {
  complain(reason)
  process.exitCode = 1
}
