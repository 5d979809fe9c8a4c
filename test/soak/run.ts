import { complain, say } from '../../src/commands/say.ts'
import { readArguments } from '../arguments.ts'
import { formatTable } from '../table.ts'
import { soak } from './soak.ts'

const { values } = readArguments({
  name: 'npm run soak',
  about: 'Two nodes under mixed load, with faulty webhook receivers and kills.',
  options: {
    minutes: { type: 'string', default: '2' },
    requests: { type: 'string', default: '20000' },
    kills: { type: 'string' },
    seed: { type: 'string' },
  },
  help: {
    minutes: 'how long',
    requests: 'requests of the fuzzer beside the load',
    kills: 'how many nodes are killed; two a minute unless told',
    seed: 'repeats a run',
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const kills = Number(values.kills ?? Math.ceil(minutes * 2))

say(`${minutes} minutes, ${kills} kills, seed ${seed} (repeat with --seed ${seed})`)
const requests = Number(values.requests)
const { problems, ...counts } = await soak({ seconds: minutes * 60, requests, kills, seed, say })
for (const problem of problems) complain(`  ${problem}`)
if (problems.length > 0) process.exitCode = 1
say(`\n${formatTable([{ ...counts, problems: problems.length }])}`)
