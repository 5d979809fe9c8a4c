import { complain, say } from '../../src/commands/say.ts'
import { readArguments } from '../arguments.ts'
import { beGreedy, type Row } from './greedy.ts'
import { KINDS } from './kinds.ts'

/** How many times as long the others may wait. */
const BAR = 2

const { values } = readArguments({
  name: 'npm run greedy',
  about: 'Twenty kinds of greed of one person beside others, and how long those wait.',
  options: {
    people: { type: 'string', default: '20' },
    items: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '8' },
    think: { type: 'string', default: '1' },
    cores: { type: 'string', default: '2' },
    memory: { type: 'string', default: '4096' },
    only: { type: 'string', default: '' },
  },
  help: {
    people: 'who work beside the greedy one',
    items: 'in the app that all of them use',
    seconds: 'of each kind, without and with the greedy one',
    think: 'seconds between two requests of a person',
    cores: 'of the server and its database',
    memory: 'of both, in MB',
    only: 'kinds whose name contains this text',
  },
})
const rows = await beGreedy({
  people: Number(values.people),
  items: Number(values.items),
  seconds: Number(values.seconds),
  think: Number(values.think),
  kinds: KINDS.filter(({ name }) => name.includes(values.only)),
  bounds: { cores: Number(values.cores), megabytes: Number(values.memory) },
  say: (line) => say(`  ${line}`),
})

const answers = ({ statuses }: Row) =>
  Array.from(statuses)
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${count.toLocaleString('en')} × ${status}`)
    .join(', ')
const ratio = (row: Row) => row.with / Math.max(1, row.without)

say(
  '\n| One person, again and again | p95 of the others without, ms | with, ms | ratio | the greedy one is answered |',
)
say('| --- | --- | --- | --- | --- |')
for (const row of rows) {
  say(`| ${row.kind} | ${row.without} | ${row.with} | ${ratio(row).toFixed(1)} | ${answers(row)} |`)
}
for (const row of rows.filter((each) => ratio(each) > BAR)) {
  complain(`  ${row.kind}: the others wait ${ratio(row).toFixed(1)} times as long`)
}
const errors = rows.flatMap(({ kind, errors }) => errors.map((each) => `  ${kind}: ${each}`))
for (const error of errors.slice(0, 20)) complain(error)
if (errors.length > 0 || rows.some((row) => ratio(row) > BAR)) process.exitCode = 1
