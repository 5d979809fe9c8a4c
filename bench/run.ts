import { parseArgs } from 'node:util'
import { complain, say } from '../src/commands/say.ts'
import { batch } from './batch.ts'
import type { Rounds } from './compare.ts'
import { engine } from './engine.ts'
import { files } from './files/files.ts'
import { flat } from './floor/flat.ts'
import { floor } from './floor/floor.ts'
import { importRows } from './import.ts'
import { items } from './items/items.ts'
import { members } from './processes/members.ts'
import { processes } from './processes/processes.ts'
import { read } from './read.ts'
import { replicas } from './replicas.ts'
import { scriptCalls } from './script-calls.ts'
import { scripts } from './scripts.ts'
import { start } from './start.ts'
import { tasks } from './tasks.ts'
import { webhooks } from './webhooks.ts'
import { workers } from './workers.ts'
import { write } from './write.ts'
import { years } from './years/years.ts'

const cases: Record<string, (rounds: Rounds) => Promise<void>> = {
  read,
  write,
  items,
  flat,
  floor,
  batch,
  scripts,
  'script-calls': scriptCalls,
  files,
  start,
  import: importRows,
  engine,
  processes,
  members,
  tasks,
  webhooks,
  workers,
  replicas,
  years,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
    events: { type: 'string', default: '1000000' },
    items: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '15' },
    folder: { type: 'string' },
  },
})
const rounds = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  only: values.only?.split(','),
  events: Number(values.events),
  items: Number(values.items),
  minutes: Number(values.minutes),
  folder: values.folder,
}
const names = positionals.length > 0 ? positionals : Object.keys(cases)
for (const name of names) {
  const measure = cases[name]
  if (!measure) {
    complain(`no case "${name}", expected one of ${Object.keys(cases).join(', ')}`)
    process.exitCode = 1
    break
  }
  say(`${name}: ${rounds.rounds} rounds`)
  await measure(rounds)
}
