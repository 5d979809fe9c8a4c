import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import {
  actionDiagram,
  applyProcesses,
  diagram,
  eventually,
  flow,
  openTasks,
} from '../../../test/process.ts'

const started = await startApp({
  environment: { KONTOR_WORKERS: '4', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
const { as, admin, app } = started
await app.startJobs()

/** A program outside that answers as it is told. */
type JobRequest = { restorePointId: string; callbackUrl: string; context: Record<string, unknown> }
const asked: { path: string; key: unknown; body: JobRequest }[] = []
type Answer = { status: number; body?: unknown }
const answers: Record<string, (times: number) => Answer | Promise<Answer>> = {}
const outside = createServer(async (request, response) => {
  const path = request.url ?? ''
  const body = JSON.parse(await text(request)) as JobRequest
  asked.push({ path, key: request.headers['idempotency-key'], body })
  const times = asked.filter((each) => each.path === path).length
  const { status, body: answer = {} } = (await answers[path]?.(times)) ?? { status: 404 }
  response.writeHead(status).end(JSON.stringify(answer))
})
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
afterAll(() => outside.close())
const { port } = outside.address() as { port: number }

const action = (code: string) => `
  ${code}:
    name: ${code}
    url: http://${code === 'inside' ? '127.0.0.2' : '127.0.0.1'}:${port}/${code}
    input: { question: { name: Question, type: STRING } }
    output: { answer: { name: Answer, type: INTEGER } }`

const MODULE = `name: Oracle\nactions:${['quick', 'slow', 'flaky', 'broken', 'inside', 'held'].map(action).join('')}\n`

const ask = (code: string) => actionDiagram(`oracle/${code}`, { in: 'question', out: 'answer' })

const VARIABLES = `
variables:
  question: { name: Question, type: STRING, default: why }
  answer: { name: Answer, type: INTEGER }
`

const timer = (kind: string, value: string) =>
  diagram(`<startEvent id="start" />
  <intermediateCatchEvent id="wait"><timerEventDefinition><${kind}>${value}</${kind}></timerEventDefinition></intermediateCatchEvent>
  <endEvent id="end" />${flow('start -> wait -> end')}`)

const call = diagram(`<startEvent id="start" />
  <callActivity id="sub" calledElement="sales/child"><extensionElements><kontor:mappings>
    <kontor:mapping direction="in" source="question" target="question" />
    <kontor:mapping direction="out" source="answer" target="answer" />
  </kontor:mappings></extensionElements></callActivity>
  <endEvent id="end" />${flow('start -> sub -> end')}`)

const child = diagram(`<startEvent id="start" />
  <userTask id="think" kontor:performer="role:author"><extensionElements>
    <kontor:form><kontor:formField code="answer" /></kontor:form></extensionElements></userTask>
  <endEvent id="end" />${flow('start -> think -> end')}`)

await applyProcesses(
  started,
  'sales',
  {
    quick: { yaml: VARIABLES, bpmn: ask('quick') },
    slow: { yaml: VARIABLES, bpmn: ask('slow') },
    flaky: { yaml: VARIABLES, bpmn: ask('flaky') },
    broken: { yaml: VARIABLES, bpmn: ask('broken') },
    inside: { yaml: VARIABLES, bpmn: ask('inside') },
    held: { yaml: VARIABLES, bpmn: ask('held') },
    soon: { bpmn: timer('timeDuration', 'PT0.2S') },
    past: { bpmn: timer('timeDate', '2001-01-01T00:00:00Z') },
    parent: { yaml: VARIABLES, bpmn: call },
    child: { yaml: VARIABLES, bpmn: child },
  },
  { 'modules/oracle.yaml': MODULE },
)

const run = async (code: string, context = {}) => {
  const params = { namespace: 'sales', code }
  return (await as(admin).bpm.run({ params, input: { context } })).context
}
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data
const until = (id: string, state: string) =>
  eventually(
    () => get(id),
    ({ __state }) => __state === state,
  )

test('a timer lets its process go on when it is due', async () => {
  const { __id, __state } = await run('soon')

  const ended = await until(__id, 'done')

  expect(__state).toBe('wait')
  expect(ended.__state).toBe('done')
})

test('a timer in the past is due at once', async () => {
  const { __id } = await run('past')

  const ended = await until(__id, 'done')

  expect(ended.__state).toBe('done')
})

test('a delegated action that is answered at once brings its output', async () => {
  answers['/quick'] = () => ({ status: 200, body: { context: { answer: 42, secret: 1 } } })
  const { __id } = await run('quick', { question: 'how many' })

  const ended = await until(__id, 'done')

  expect(ended).toMatchObject({ answer: 42 })
  expect(ended).not.toHaveProperty('secret')
  expect(asked.at(-1)?.body.context).toEqual({ question: 'how many' })
})

test('a delegated action that is answered later goes on through its restore point, once', async () => {
  answers['/slow'] = () => ({ status: 202 })
  const { __id } = await run('slow')
  await until(__id, 'wait')
  const { restorePointId: id } = asked.at(-1)?.body ?? { restorePointId: '' }
  const restore = () => as(admin).bpm.restore({ params: { id }, input: { context: { answer: 7 } } })

  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, restore))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await get(__id)).toMatchObject({ __state: 'done', answer: 7 })
})

test('a service that fails is asked again with the same key', async () => {
  answers['/flaky'] = (times) =>
    times < 2 ? { status: 500 } : { status: 200, body: { context: { answer: 1 } } }
  const { __id } = await run('flaky')

  await until(__id, 'done')

  const keys = asked.filter(({ path }) => path === '/flaky').map(({ key }) => key)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('what an action says is wrong becomes an incident, which can be retried', async () => {
  answers['/broken'] = (times) =>
    times === 1 ? { status: 200, body: { error: 'no oracle today' } } : { status: 200 }
  const { __id: instance } = await run('broken')
  await until(instance, 'error')
  const manage = as(admin).bpm
  const { incidents } = await manage.listIncidents({ input: { instance } })

  await manage.retryIncident({ params: { id: incidents[0]?.id ?? '' } })

  expect(incidents).toMatchObject([{ element: 'ask', message: 'no oracle today' }])
  await until(instance, 'done')
  expect((await manage.listIncidents({ input: { instance } })).total).toBe(0)
})

const eventsOf = async (id: string) =>
  (await as(admin).bpm.timeline({ params: { id } })).lines.map(({ event }) => event)

test('variables that are changed while a step runs stay changed, and what the step brings comes', async () => {
  const gate = Promise.withResolvers<void>()
  answers['/held'] = async () => {
    await gate.promise
    return { status: 200, body: { context: { answer: 5 } } }
  }
  const { __id: id } = await run('held')
  await expect.poll(() => asked.some(({ path }) => path === '/held')).toBe(true)

  await as(admin).bpm.changeContext({
    params: { id },
    input: { comment: 'another question', context: { question: 'when', answer: 1 } },
  })
  const meanwhile = await get(id)
  gate.resolve()

  expect(meanwhile).toMatchObject({ __state: 'exec', question: 'when', answer: 1 })
  expect(await until(id, 'done')).toMatchObject({ question: 'when', answer: 5 })
  expect(await eventsOf(id)).toEqual(['start', 'change', 'done'])
})

test('of many who change variables at once each is told or done, one after the other', async () => {
  answers['/slow'] = () => ({ status: 202 })
  const { __id: id } = await run('slow')
  await until(id, 'wait')
  const change = (answer: number) =>
    as(admin).bpm.changeContext({ params: { id }, input: { comment: 'x', context: { answer } } })

  await Promise.all(Array.from({ length: 10 }, (_, at) => change(at)))

  const { lines } = await as(admin).bpm.timeline({ params: { id } })
  const changes = lines.filter(({ event }) => event === 'change').map(({ data }) => data.changes)
  const steps = changes as { answer: { before: number | null; after: number } }[]
  expect(steps).toHaveLength(10)
  expect(steps.slice(1).map(({ answer }) => answer.before)).toEqual(
    steps.slice(0, -1).map(({ answer }) => answer.after),
  )
})

test('a private address that nobody allowed is not asked, and the step says so', async () => {
  const { __id: instance } = await run('inside')

  await until(instance, 'error')

  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance } })
  expect(incidents).toMatchObject([
    { message: '127.0.0.2 leads to a private address, which is not allowed' },
  ])
  expect(asked.filter(({ path }) => path === '/inside')).toEqual([])
})

test('a called process gives its values back when it ends', async () => {
  const { __id } = await run('parent')
  const children = () =>
    as(admin).bpm.listByTemplate({
      params: { namespace: 'sales', code: 'child' },
      input: { filter: { eq: [{ field: '__parentId' }, { const: __id }] } },
    })
  const { result } = await eventually(children, ({ result: { total } }) => total === 1)
  const [task] = openTasks(result.result[0] ?? {})

  await as(admin).tasks.submit({
    params: { id: task?.__id ?? '' },
    input: { context: { answer: 3 } },
  })

  expect(await until(__id, 'done')).toMatchObject({ answer: 3 })
})

test('interrupting a process interrupts those it called', async () => {
  const { __id } = await run('parent')
  const find = async () =>
    (
      await as(admin).bpm.listByTemplate({
        params: { namespace: 'sales', code: 'child' },
        input: { filter: { eq: [{ field: '__parentId' }, { const: __id }] } },
      })
    ).result.result[0]
  const child = await eventually(find, (found) => found !== undefined)

  await as(admin).bpm.interrupt({ params: { id: __id }, input: { comment: 'no longer needed' } })

  const ended = await until(child?.__id ?? '', 'cancel')
  expect(openTasks(ended)).toEqual([])
})
