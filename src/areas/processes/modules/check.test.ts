import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { actionDiagram, eventually, processSolution } from '../../../../test/process.ts'
import { connectClient } from '../../../platform/db/db.ts'

const started = await startApp({
  environment: { KONTOR_WORKERS: '2', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
const { as, admin, make, app, connection } = started
await make.user({ login: 'robot' })
const database = await connectClient(connection)

/** Another server, which is ready when it is asked for the third time. */
const asked: { path: string; key: unknown }[] = []
let isReady = true
let isAway = false
const outside = createServer((request, answer) => {
  asked.push({ path: request.url ?? '', key: request.headers['idempotency-key'] })
  if (isAway && request.url !== '/begin') return void request.socket.destroy()
  answer.end(String(isReady && asked.length >= 4))
}).listen(0, '127.0.0.1')
await once(outside, 'listening')
afterAll(async () => {
  outside.closeAllConnections()
  outside.close()
  await database.end()
})
const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`

const MODULE = `name: Desk
scriptUser: robot
scripts:
  ask: |
    const ask = async (path) => (await fetch('${address}' + path, { method: 'POST' })).text()
    async function action() {
      await ask('/begin')
      Context.data.tries = 0
      Context.data.numbers = String(Math.random())
      Context.data.ticket = 'T-' + Context.data.number
    }
    async function check() {
      Context.data.tries = Context.data.tries + 1
      Context.data.numbers += ' ' + Math.random()
      if ((await ask('/' + Context.data.ticket)) !== 'true') return false
      Context.data.text = Context.data.ticket + ' after ' + Context.data.tries + ': ' + Context.data.numbers
      return true
    }
actions:
  ask:
    name: Ask
    script: ask
    check: check
    every: PT1S
    input: { number: { name: Number, type: STRING } }
    output: { text: { name: Text, type: STRING } }
    variables:
      tries: { name: Tries, type: INTEGER }
      ticket: { name: Ticket, type: STRING }
      numbers: { name: Numbers, type: STRING }
`
const files = (module = MODULE) =>
  processSolution(
    'shop',
    {
      ask: {
        yaml: '\nvariables:\n  number: { name: Number, type: STRING }\n  text: { name: Text, type: STRING }\n',
        bpmn: actionDiagram('desk/ask', { in: 'number', out: 'text' }),
      },
    },
    { 'modules/desk.yaml': module },
  )
await as(admin).solutions.apply({ input: { files: files() } })
await app.startJobs()

const run = async (number: string) => {
  const params = { namespace: 'shop', code: 'ask' }
  return (await as(admin).bpm.run({ params, input: { context: { number } } })).context.__id
}
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data

test('an action with a check is over when the check returns true', async () => {
  const id = await run('7')

  const done = await eventually(
    () => get(id),
    ({ __state }) => __state === 'done' || __state === 'error',
  )

  expect(done).toMatchObject({ __state: 'done', text: expect.stringMatching(/^T-7 after 3: /) })
  expect(asked.map(({ path }) => path)).toEqual(['/begin', '/T-7', '/T-7', '/T-7'])
  const [, numbers = ''] = String(done.text).split(': ')
  expect(new Set(numbers.split(' ')).size).toBe(4)
  // Whoever remembers what it answered to a key would answer the same for ever.
  expect(new Set(asked.map(({ key }) => key)).size).toBe(4)
})

test('nobody asks any more when the process is interrupted', async () => {
  isReady = false
  const id = await run('8')
  await eventually(
    async () => asked.filter(({ path }) => path === '/T-8').length,
    (count) => count > 0,
  )

  await as(admin).bpm.interrupt({ params: { id }, input: { comment: 'enough' } })

  await eventually(
    async () => {
      const left = 'select count(*)::int as count from kontor.process_jobs where instance_id = $1'
      return (await database.query(left, [id])).rows[0].count
    },
    (count) => count === 0,
  )
  expect((await get(id)).__state).toBe('cancel')
})

const countOf = (wanted: string) => asked.filter(({ path }) => path === wanted).length
const untilAsked = (path: string, times: number) =>
  eventually(
    async () => countOf(path),
    (count) => count >= times,
  )
const untilOver = (id: string) =>
  eventually(
    () => get(id),
    ({ __state }) => __state === 'done' || __state === 'error',
  )

test('a check that fails is asked again, and its action is not repeated', async () => {
  isAway = true
  isReady = true
  const begun = countOf('/begin')
  const id = await run('9')
  await untilAsked('/T-9', 2)

  isAway = false

  expect(await untilOver(id)).toMatchObject({
    __state: 'done',
    text: expect.stringMatching(/^T-9/),
  })
  expect(countOf('/begin')).toBe(begun + 1)
})

test('an action whose check was taken away is over, and not repeated', async () => {
  isReady = false
  const begun = countOf('/begin')
  const id = await run('10')
  await untilAsked('/T-10', 1)

  const changed = files(MODULE.replace('    check: check\n    every: PT1S\n', ''))
  await as(admin).solutions.apply({ input: { files: changed } })

  expect(await untilOver(id)).toMatchObject({ __state: 'done' })
  expect(countOf('/begin')).toBe(begun + 1)
})

test.each([
  ['check: check', 'check: chekc', 'the script "ask" has no function "chekc"'],
  ['script: ask', 'url: https://example.com', '"check" is a function of a "script"'],
  ['every: PT1S', 'every: PT0.5S', 'expected a duration such as PT30S, from one second to a day'],
  ['every: PT1S', 'every: P2D', 'expected a duration such as PT30S, from one second to a day'],
])('%s → %s is told', async (before, after, message) => {
  const changed = files(MODULE.replace(before, after))

  await expect(as(admin).solutions.apply({ input: { files: changed } })).rejects.toMatchObject({
    message: expect.stringContaining(message),
  })
})
