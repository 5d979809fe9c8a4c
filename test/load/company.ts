import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { diagram, flow, processSolution } from '../process.ts'

export const OFFICE = { namespace: 'office', code: 'requests' }
export const STATUSES = ['new', 'assigned', 'work', 'waiting', 'done']
const PRIORITIES = ['low', 'normal', 'high']
/** Open tasks of each person at the beginning. */
const TASKS = 3
const AT_ONCE = 8
const BATCH = 500

const requests = `name: Requests
fields:
  title: { name: Title, type: STRING, required: true, searchable: true, maxLength: 200 }
  text: { name: Text, type: STRING, kind: html, searchable: true }
  amount: { name: Amount, type: FLOAT, indexed: true }
  priority:
    name: Priority
    type: CATEGORY
    indexed: true
    options: { low: Low, normal: Normal, high: High }
  agent: { name: Agent, type: SYS_USER, indexed: true }
  due: { name: Due, type: DATETIME, indexed: true }
statuses:
  - code: all
    name: All
    statuses:
${STATUSES.map((code, at) => `      - { id: ${at + 1}, code: ${code}, name: ${code} }`).join('\n')}
rights:
  group:all_users: [read, create, update, import, export]
`

const approval = {
  yaml: `variables:
  who: { name: Who, type: SYS_USER, required: true }
rights:
  group:all_users: [create]
`,
  bpmn: diagram(`<startEvent id="start" />
    <userTask id="check" name="Check" kontor:performer="variable:who" kontor:due="P3D" />
    <endEvent id="end" />${flow('start -> check -> end')}`),
}

export type Employee = { id: string; token: string }
export type Company = { people: Employee[]; items: string[] }

/** People with a token each, an app that all of them work in, and tasks for each of them. */
export async function found(
  address: string,
  token: string,
  size: { people: number; items: number },
): Promise<Company> {
  const client = createClient(areas, overHttp(address, token))
  const files = processSolution(
    'office',
    { approval },
    { 'workspaces/office/apps/requests.yaml': requests },
  )
  await client.solutions.apply({ input: { files } })
  const people = await inTurns(size.people, async (number) => {
    const { user } = await client.access.createUser({
      input: { login: `person${number}`, lastName: `Person ${number}` },
    })
    const { secret } = await client.access.createToken({ input: { name: 'load', user: user.id } })
    return { id: user.id, token: secret }
  })
  const agentOf = (number: number) => people[number % people.length]?.id ?? ''
  const batches = await inTurns(Math.ceil(size.items / BATCH), async (batch) => {
    const items = Array.from({ length: Math.min(BATCH, size.items - batch * BATCH) }, (_, at) => ({
      ...OFFICE,
      context: requestOf(batch * BATCH + at, agentOf(batch * BATCH + at)),
    }))
    return (await client.apps.createItems({ input: { items } })).items.map(({ __id }) => __id)
  })
  await inTurns(size.people * TASKS, (number) =>
    client.bpm.run({
      params: { namespace: 'office', code: 'approval' },
      input: { context: { who: [agentOf(number)] } },
    }),
  )
  const items = batches.flat()
  // Some have been worked on; the others are new.
  for (const status of STATUSES.slice(1)) {
    const ids = items.filter((_, at) => STATUSES[at % STATUSES.length] === status).slice(0, BATCH)
    await client.apps.changeMany({ params: OFFICE, input: { ids, change: { status } } })
  }
  return { people, items }
}

export const requestOf = (number: number, agent: string) => ({
  title: `Request ${number}: ${WORDS[number % WORDS.length]}`,
  text: `<p>${WORDS.join(' ')} ${number}</p>`,
  amount: (number * 7919) % 10_000,
  priority: [{ code: PRIORITIES[number % PRIORITIES.length] }],
  agent: [agent],
  due: new Date(Date.UTC(2027, 0, 1 + (number % 300))).toISOString(),
})

const WORDS = [
  'printer',
  'contract',
  'invoice',
  'laptop',
  'access',
  'meeting',
  'delivery',
  'budget',
]

/** A few at a time, in the order of their numbers. */
async function inTurns<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  let next = 0
  const worker = async () => {
    for (let number = next++; number < count; number = next++) made[number] = await work(number)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return made
}
