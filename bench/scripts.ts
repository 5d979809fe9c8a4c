import { createContext, Script } from 'node:vm'
import { Scripts } from '../src/platform/scripts/scripts.ts'
import { type Contender, compare, percentile, type Rounds, type Sample } from './compare.ts'

/** As people write them: some sums over the lines of an order. */
const SOURCE = `const rates = { books: 0.07, food: 0.07, other: 0.19 }
const lines = context.lines.filter((line) => line.quantity > 0)
let net = 0
let tax = 0
let weight = 0
for (const line of lines) {
  const amount = line.price * line.quantity
  net += amount
  tax += amount * (rates[line.kind] ?? rates.other)
  weight += line.weight * line.quantity
}
const discount = net > 1000 ? Math.round(net * 0.03) : 0
const parcels = Math.max(1, Math.ceil(weight / 20))
const shipping = context.express ? 15 * parcels : 5 * parcels
const due = new Date()
due.setDate(due.getDate() + (context.express ? 2 : 14))
const title = context.customer.name.trim().toUpperCase()
const note = lines.map((line) => line.quantity + ' x ' + line.name).join(', ')
const total = Math.round(net + tax - discount + shipping)
return { net, tax, total, parcels, title, note, due: due.toISOString().slice(0, 10) }`

const CONTEXT = {
  customer: { name: 'Larkmoor Instruments', city: 'Larkmoor' },
  express: true,
  lines: Array.from({ length: 10 }, (_, n) => ({
    name: `Part number ${n}`,
    kind: ['books', 'food', 'tools'][n % 3],
    price: 10 + n,
    quantity: n % 4,
    weight: 1.5,
  })),
}

const CALLERS = 16

/** A script of 20 lines with 1 KB of context, against V8 in a new context, which is no sandbox. */
export async function scripts(rounds: Rounds): Promise<void> {
  const [one, two] = [new Scripts({ workers: 1 }), new Scripts({ workers: 2 })]
  const now = new Date()
  const kontor = (pool: Scripts) => () =>
    pool.run({ source: SOURCE, context: CONTEXT, now, seed: 'bench' })
  try {
    await compare(
      [
        contender('Kontor, one thread', kontor(one)),
        contender('Kontor, two threads', kontor(two)),
        { ...contender('node:vm, a new context, no limits', runInVm), limit: 'node:vm' },
      ],
      rounds,
    )
  } finally {
    await Promise.all([one.close(), two.close()])
  }
}

async function runInVm(): Promise<unknown> {
  const sandbox = createContext({ json: JSON.stringify(CONTEXT) })
  const code = `JSON.stringify((function (context) {${SOURCE}\n})(JSON.parse(json)))`
  return JSON.parse(new Script(code).runInContext(sandbox))
}

const contender = (name: string, run: () => Promise<unknown>): Contender => ({
  name,
  measure: (seconds) => drive(run, seconds),
})

async function drive(run: () => Promise<unknown>, seconds: number): Promise<Sample> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const before = process.cpuUsage()
  const call = async () => {
    while (performance.now() < end) {
      const since = performance.now()
      await run()
      times.push(performance.now() - since)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  const { user, system } = process.cpuUsage(before)
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    nodeCpu: (user + system) / times.length,
    postgresCpu: 0,
  }
}
