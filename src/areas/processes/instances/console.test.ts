import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { diagram, flow, openTasks } from '../../../../test/process.ts'
import { solution } from '../../../../test/solution.ts'
import { newId } from '../../../lib/ids.ts'

const started = Date.parse('2026-03-02T09:00:00Z')
let time = started
const { as, admin, make } = await startApp({ now: () => new Date(time) })
const [ann, bob, eve] = [
  await make.user({ login: 'ann', lastName: 'Quill' }),
  await make.user({ login: 'bob', lastName: 'Burr' }),
  await make.user({ login: 'eve', lastName: 'Elm' }),
]

const CHECK = diagram(`<startEvent id="start">
    <extensionElements><kontor:form><kontor:formField code="who" name="Who checks" required="true" /></kontor:form></extensionElements>
  </startEvent>
  <userTask id="check" name="Check it" kontor:performer="variable:who" kontor:due="P1D" />
  <boundaryEvent id="late" attachedToRef="check">
    <timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>
  <endEvent id="good" /><endEvent id="over" />
  <sequenceFlow id="go" sourceRef="start" targetRef="check" />
  <sequenceFlow id="yes" name="Yes" sourceRef="check" targetRef="good" />
  ${flow('late -> over')}`)
const SUB = diagram(`<startEvent id="start" /><endEvent id="end" />${flow('start -> end')}`)
const STUCK = diagram(`<startEvent id="start" />
  <exclusiveGateway id="choice" name="How much" default="otherwise" /><endEvent id="end" />
  ${flow('start -> choice')}
  <sequenceFlow id="large" sourceRef="choice" targetRef="end">
    <conditionExpression>amount &gt; 100.0</conditionExpression></sequenceFlow>
  <sequenceFlow id="otherwise" sourceRef="choice" targetRef="end" />`)

const yaml = (name: string, rights: string) => `name: ${name}
nameTemplate: "${name} {$note}"
variables:
  order: { name: Order, type: SYS_COLLECTION, app: sales/orders, single: true }
  who: { name: Who, type: SYS_USER, single: false }
  note: { name: Note, type: STRING, default: one }
  amount: { name: Amount, type: FLOAT }
rights: ${rights}
`
const FILES = {
  'workspaces/sales/apps/orders.yaml': 'name: Orders\nrights: { user:ann: [read] }\n',
  'workspaces/sales/processes/check.yaml': yaml(
    'Check',
    '{ user:ann: [create], user:eve: [read] }',
  ),
  'workspaces/sales/processes/check.bpmn': CHECK,
  'workspaces/sales/processes/sub.yaml': yaml('Sub', '{ user:eve: [read] }'),
  'workspaces/sales/processes/sub.bpmn': SUB,
  'workspaces/sales/processes/stuck.yaml': yaml(
    'Stuck',
    '{ user:eve: [read], user:bob: [update] }',
  ),
  'workspaces/sales/processes/stuck.bpmn': STUCK,
}
await as(admin).solutions.apply({ input: { files: solution('sales', FILES) } })

const run = async (user: { token: string }, code: string, context: object = {}) => {
  const params = { namespace: 'sales', code }
  const { context: instance } = await as(user).bpm.run({
    params,
    input: { context: { ...context } },
  })
  return { id: instance.__id, task: openTasks(instance)[0]?.__id ?? '' }
}
const list = async (user: { token: string }) => (await as(user).processes.list()).processes
const processId = async (code: string) =>
  (await list(admin)).find((each) => each.code === code)?.id ?? ''

const { item } = await as(admin).apps.createItem({
  params: { namespace: 'sales', code: 'orders' },
  input: { context: { __name: 'Order 7' } },
})
const order = { namespace: 'sales', code: 'orders', id: String(item.__id) }
const first = await run(ann, 'check', { who: [bob.id], __item: order, note: 'first' })
time += 60_000
const second = await run(ann, 'check', { who: [bob.id], note: 'second' })
time += 60_000
await as(bob).tasks.submit({ params: { id: second.task }, input: {} })
const others = await run(admin, 'check', { who: [admin.id], note: 'others' })
const check = await processId('check')

test('processes are listed for who may read or start them, with what they may count', async () => {
  const summary = { namespace: 'sales', code: 'check', name: 'Check', version: 1, incidents: 0 }

  expect(await list(ann)).toEqual([
    {
      ...summary,
      id: check,
      canStart: true,
      running: 1,
      ended: 1,
      startedLast: new Date(started + 60_000).toISOString(),
      suspendedAt: null,
    },
  ])
  const seen = (await list(eve)).find(({ code }) => code === 'check')
  expect(seen).toMatchObject({ ...summary, canStart: false, running: 2, ended: 1 })
  expect(await list(bob)).toEqual([])
})

test('a failed step is counted and shown', async () => {
  const { id } = await run(admin, 'stuck')

  const stuck = (await list(eve)).find(({ code }) => code === 'stuck')
  const { instance } = await as(eve).processes.instance({ params: { id } })
  const { instances } = await as(eve).processes.instances({ input: { state: 'incident' } })

  expect(stuck).toMatchObject({ running: 1, incidents: 1 })
  expect(instance).toMatchObject({ state: 'incident', tokens: [{ elementId: 'choice' }] })
  expect(instance.tokens[0]?.incidentId).not.toBeNull()
  expect(instances.map((each) => each.id)).toEqual([id])
})

test('a process has its diagram with a drawing, its variables, start form and versions', async () => {
  const { process } = await as(ann).processes.get({ params: { id: check } })

  expect(process).toMatchObject({ id: check, name: 'Check', version: 1, canStart: true })
  expect(process.xml).toContain('<userTask id="check"')
  expect(process.xml).toContain('bpmnElement="check"')
  expect(process.variables.map(({ code }) => code)).toEqual(['order', 'who', 'note', 'amount'])
  expect(process.startForm).toEqual([{ code: 'who', name: 'Who checks', required: true }])
  expect(process.versions).toEqual([
    { version: 1, publishedAt: expect.any(String), running: expect.any(Number) },
  ])
  const { process: sub } = await as(eve).processes.get({ params: { id: await processId('sub') } })
  expect(sub.startForm.map(({ code }) => code)).toEqual(['order', 'who', 'note', 'amount'])
})

test('a process is for who may read or start it, in the versions that there are', async () => {
  const params = { id: check }
  await expect(as(bob).processes.get({ params })).rejects.toMatchObject({ status: 403 })
  await expect(as(bob).processes.statistics({ params })).rejects.toMatchObject({ status: 403 })
  const other = as(eve).processes.get({ params, input: { version: 9 } })
  await expect(other).rejects.toMatchObject({ status: 404 })
})

test('statistics count visits, and how long they took', async () => {
  const { elements, instances, isPartial } = await as(eve).processes.statistics({
    params: { id: check },
    input: { version: 1 },
  })

  expect(elements.find(({ id }) => id === 'check')).toEqual({
    id: 'check',
    name: 'Check it',
    kind: 'user',
    entered: 3,
    left: 1,
    active: 2,
    incidents: 0,
    meanSeconds: 60,
    maxSeconds: 60,
    breaches: 0,
    atRisk: 0,
  })
  expect(elements.find(({ id }) => id === 'good')).toMatchObject({ entered: 1, active: 0 })
  expect(instances).toEqual({ running: 2, ended: 1, interrupted: 0, meanSeconds: 60 })
  expect(isPartial).toBe(false)
})

test('statistics are of what was started in a time, and of what the caller may see', async () => {
  const from = new Date(started + 30_000).toISOString()
  const to = new Date(started + 90_000).toISOString()
  const params = { id: check }

  const between = await as(eve).processes.statistics({ params, input: { from, to } })
  const own = await as(ann).processes.statistics({ params })

  expect(between.instances).toMatchObject({ running: 0, ended: 1 })
  expect(own.instances).toMatchObject({ running: 1, ended: 1 })
})

test('an instance shows where it stands, and the way it took', async () => {
  const { instance } = await as(ann).processes.instance({ params: { id: first.id } })

  expect(instance).toMatchObject({
    id: first.id,
    name: 'Check first',
    processId: check,
    namespace: 'sales',
    code: 'check',
    processName: 'Check',
    version: 1,
    state: 'running',
    startedAt: new Date(started).toISOString(),
    endedAt: null,
    author: { id: ann.id, name: 'Quill' },
    item: { ...order, name: 'Order 7' },
    parent: null,
    children: [],
    flows: ['go'],
  })
  const due = new Date(started + 86_400_000).toISOString()
  expect(instance.tokens).toEqual([
    {
      token: 2,
      elementId: 'check',
      name: 'Check it',
      kind: 'user',
      since: new Date(started).toISOString(),
      taskId: first.task,
      incidentId: null,
      dueAt: due,
      choices: [],
      work: null,
    },
  ])
  expect(instance.passed).toContainEqual({ elementId: 'start', count: 1 })
  expect(instance.variables).toContainEqual({
    code: 'note',
    name: 'Note',
    type: 'STRING',
    value: 'first',
  })
})

test('an instance shows the tasks of its people, and what the caller may do with it', async () => {
  const show = async (user: { token: string }, id: string) =>
    (await as(user).processes.instance({ params: { id } })).instance

  const task = {
    id: second.task,
    name: 'Check it',
    elementId: 'check',
    state: 'closed',
    performers: [{ id: bob.id, name: 'Burr' }],
    createdAt: new Date(started + 60_000).toISOString(),
    endedAt: new Date(started + 120_000).toISOString(),
  }
  expect((await show(ann, second.id)).tasks).toEqual([task])
  expect(await show(ann, first.id)).toMatchObject({ canChange: false, canInterrupt: true })
  expect(await show(bob, first.id)).toMatchObject({ canChange: false, canInterrupt: false })
  expect(await show(admin, first.id)).toMatchObject({ canChange: true, canInterrupt: true })
})

test('who may see an instance sees its diagram and its timeline', async () => {
  const params = { id: first.id }
  const { xml, variables } = await as(bob).processes.diagram({ params })
  const { lines } = await as(bob).bpm.timeline({ params })

  expect(xml).toContain('bpmnElement="check"')
  expect(variables.map(({ code }) => code)).toEqual(['order', 'who', 'note', 'amount'])
  expect(lines).toMatchObject([{ event: 'start', actor: ann.id }])
  const hidden = { params: { id: others.id } }
  const drawing = as(bob).processes.diagram(hidden)
  await expect(drawing).rejects.toMatchObject({ status: 404 })
  const history = as(bob).bpm.timeline(hidden)
  await expect(history).rejects.toMatchObject({ status: 404 })
})

test('incidents are for who may change the process', async () => {
  const { id } = await run(admin, 'stuck')
  const input = { instance: id }

  const { incidents, total } = await as(bob).bpm.listIncidents({ input })

  expect(total).toBe(1)
  expect(incidents).toMatchObject([
    { process: await processId('stuck'), processName: 'Stuck', elementName: 'How much' },
  ])
  expect(await as(eve).bpm.listIncidents({ input })).toEqual({ incidents: [], total: 0 })
  const incident = { params: { id: incidents[0]?.id ?? '' } }
  const call = as(eve).bpm.skipStep(incident)
  await expect(call).rejects.toMatchObject({ status: 403 })
  const many = { incidents: [incident.params.id], action: 'skip' as const }
  const { errors } = await as(eve).bpm.repairIncidents({ input: many })
  expect(Object.keys(errors)).toEqual([incident.params.id])
  await as(bob).bpm.skipStep({ ...incident, input: { flow: 'large' } })
  expect(await as(bob).bpm.listIncidents({ input })).toEqual({ incidents: [], total: 0 })
})

test('a dry run of a move is an answer also where nothing can move', async () => {
  const { id } = await run(admin, 'stuck')
  const move = (dryRun: boolean) =>
    as(admin).bpm.moveVersions({
      params: { namespace: 'sales', code: 'check' },
      input: { instanceIds: [id], dryRun },
    })

  const { moved, errors } = await move(true)

  expect(moved).toBe(0)
  expect(errors?.[id]).toContain('does not belong to the process')
  await expect(move(false)).rejects.toMatchObject({ status: 400 })
})

test('an instance that ended stands nowhere; what one may not read of it has no name', async () => {
  const { instance } = await as(bob).processes.instance({ params: { id: second.id } })
  expect(instance).toMatchObject({ state: 'ended', tokens: [], flows: ['go', 'yes'] })
  expect(instance.endedAt).not.toBeNull()

  const mine = await as(bob).processes.instance({ params: { id: first.id } })

  expect(mine.instance.item).toEqual({ ...order, name: '' })
  const call = as(bob).processes.instance({ params: { id: others.id } })
  await expect(call).rejects.toMatchObject({ status: 404 })
})

test('instances are listed as far as the caller may see them, the newest first', async () => {
  const ids = async (user: { token: string }, input: object = {}) =>
    (await as(user).processes.instances({ input })).instances.map(({ id }) => id)

  expect(await ids(ann)).toEqual([second.id, first.id])
  expect(await ids(bob)).toEqual([second.id, first.id])
  expect(await ids(eve, { process: check })).toEqual([others.id, second.id, first.id])
  expect(await ids(ann, { process: check, state: 'ended' })).toEqual([second.id])
  expect(await ids(ann, { state: 'running' })).toEqual([first.id])
  expect(await ids(ann, { q: 'FIRST' })).toEqual([first.id])
  expect(await ids(ann, { item: `sales/orders/${order.id}` })).toEqual([first.id])
  expect(await ids(ann, { from: 1, size: 1 })).toEqual([first.id])
  expect(await ids(admin, { process: newId() })).toEqual([])
})

test('a row says what it is about, and where it stands since when', async () => {
  const { instances, total } = await as(ann).processes.instances({ input: { size: 1, from: 1 } })

  expect(total).toBe(2)
  expect(instances).toEqual([
    {
      id: first.id,
      name: 'Check first',
      processId: check,
      processName: 'Check',
      version: 1,
      state: 'running',
      startedAt: new Date(started).toISOString(),
      endedAt: null,
      suspendedAt: null,
      author: { id: ann.id, name: 'Quill' },
      item: { ...order, name: 'Order 7' },
      at: [{ elementId: 'check', name: 'Check it', since: new Date(started).toISOString() }],
    },
  ])
})

test('what is no item is refused', async () => {
  const call = as(ann).processes.instances({ input: { item: 'orders/7' } })

  await expect(call).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('expected <namespace>/<code>/<id>'),
  })
})
