import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, flow, openTasks } from '../../../../test/process.ts'
import { definitionId } from '../../../lib/codes.ts'
import { connectClient } from '../../../platform/db/db.ts'

const started = await startApp({ environment: { KONTOR_BODY_LIMIT: '16MiB' } })
const { as, admin, make } = started

const CHECK = diagram(`<startEvent id="start" />
  <userTask id="check" kontor:performer="role:author"><extensionElements><kontor:form>
    <kontor:formField code="remark" required="true" />
  </kontor:form></extensionElements></userTask>
  <endEvent id="good" /><endEvent id="bad" />
  ${flow('start -> check\ncheck:agree -> good\ncheck:refuse -> bad')}`)

const CHOICE = diagram(`<startEvent id="start" />
  <exclusiveGateway id="is_large" default="small" />
  <userTask id="look" kontor:performer="role:author" />
  <endEvent id="end" />
  <sequenceFlow id="to" sourceRef="start" targetRef="is_large" />
  <sequenceFlow id="large" sourceRef="is_large" targetRef="look">
    <conditionExpression>details &gt; 5</conditionExpression></sequenceFlow>
  <sequenceFlow id="small" sourceRef="is_large" targetRef="end" />
  <sequenceFlow id="looked" sourceRef="look" targetRef="end" />`)

/** Two steps that fail; whichever goes on ends everything. */
const ENDS = diagram(`<startEvent id="start" /><parallelGateway id="split" />
  <exclusiveGateway id="one" default="one_end" /><exclusiveGateway id="other" default="other_end" />
  <userTask id="look" kontor:performer="role:author" />
  <endEvent id="end"><terminateEventDefinition /></endEvent>
  ${flow('start -> split\nsplit -> one\nsplit -> other\nlook -> end')}
  ${['one', 'other']
    .map(
      (id) => `<sequenceFlow id="${id}_end" sourceRef="${id}" targetRef="end" />
        <sequenceFlow id="${id}_look" sourceRef="${id}" targetRef="look">
          <conditionExpression>details &gt; 5</conditionExpression></sequenceFlow>`,
    )
    .join('')}`)

const WHO = diagram(`<startEvent id="start" />
  <userTask id="ask" kontor:performer="variable:agent" />
  <endEvent id="end" />
  ${flow('start -> ask -> end')}`)
const CROWD = WHO.replace('variable:agent', 'group:sales/nobody')
const UNNAMED = WHO.replace('kontor:performer="variable:agent"', '')

const VARIABLES = `
variables:
  needed: { name: Needed, type: STRING, required: true }
  remark: { name: Remark, type: STRING }
  details: { name: Details, type: JSON }
  blob: { name: Blob, type: STRING }
  agent: { name: Agent, type: SYS_USER }
`
const FREE = VARIABLES.replace(', required: true', '')
await applyProcesses(
  started,
  'sales',
  {
    check: { yaml: VARIABLES, bpmn: CHECK },
    choice: { yaml: FREE, bpmn: CHOICE },
    ends: { yaml: FREE, bpmn: ENDS },
    who: { yaml: FREE, bpmn: WHO },
    crowd: { yaml: FREE, bpmn: CROWD },
    unnamed: { yaml: FREE, bpmn: UNNAMED },
  },
  { 'workspaces/sales/groups/nobody.yaml': 'name: Nobody\nmembers: []\n' },
)

const run = async (context: Record<string, unknown> = { needed: 'yes' }, code = 'check') =>
  (await as(admin).bpm.run({ params: { namespace: 'sales', code }, input: { context } })).context
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data
const taskOf = (instance: Record<string, unknown>) => openTasks(instance)[0]?.__id ?? ''
const submit = (
  id: string,
  input: Parameters<ReturnType<typeof as>['tasks']['submit']>[0]['input'],
) => as(admin).tasks.submit({ params: { id }, input })

test('a process does not start without what it needs, and says what that is', async () => {
  await expect(run({})).rejects.toMatchObject({
    code: 'invalid',
    message: 'field "needed": a value is required',
  })
})

test('of fifty callers who submit a task at once exactly one does it', async () => {
  const instance = await run()
  const id = taskOf(instance)
  const input = { exitId: 'check_agree', context: { remark: 'ok' } }

  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => submit(id, input)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { lines } = await as(admin).bpm.timeline({ params: { id: instance.__id } })
  expect(lines.map(({ event }) => event)).toEqual(['start', 'submitted'])
})

test.each([
  ['another exit', { exitId: 'nowhere' }, 'exit does not belong to the task'],
  ['no exit where there are two', { context: { remark: 'x' } }, 'is no exit of the task'],
  [
    'a form without its required field',
    { exitId: 'check_agree' },
    'field "remark": a value is required',
  ],
  ['a value of another type', { exitId: 'check_agree', context: { remark: 5 } }, 'field "remark"'],
])('a task is not submitted with %s', async (_, input, message) => {
  const instance = await run()

  await expect(submit(taskOf(instance), input)).rejects.toThrow(message)
  expect((await get(instance.__id)).__state).toBe('wait')
})

test('a task is not submitted for another instance, by a stranger, or twice', async () => {
  const [one, two] = [await run(), await run()]
  const stranger = await make.user()
  const id = taskOf(one)
  const input = { exitId: 'check_agree', context: { remark: 'ok' } }

  await expect(submit(id, { ...input, instanceId: two.__id })).rejects.toThrow('belongs to')
  await expect(as(stranger).tasks.submit({ params: { id }, input })).rejects.toMatchObject({
    code: 'not_found',
  })
  await submit(id, input)
  await expect(submit(id, input)).rejects.toThrow('the task is already closed')
})

test('a condition that cannot be evaluated is an incident, and goes on when the value is put right', async () => {
  const { __id: id } = await run({ details: { deep: 1 } }, 'choice')
  const before = await get(id)
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance: id } })

  await as(admin).bpm.changeContext({
    params: { id },
    input: { comment: 'a number', context: { details: 3 } },
  })

  expect(before.__state).toBe('error')
  expect(incidents).toMatchObject([{ kind: 'expression', element: 'is_large' }])
  expect((await get(id)).__state).toBe('done')
  const { total } = await as(admin).bpm.listIncidents({
    input: { instance: id, state: 'closed' },
  })
  expect(total).toBe(1)
})

test.each(['', '   ', '\t\n'])(
  'the form of a task does not take %j for a required text',
  async (blank) => {
    const id = taskOf(await run())

    const given = submit(id, { exitId: 'check_agree', context: { remark: blank } })

    await expect(given).rejects.toThrow('field "remark": a value is required')
    await submit(id, { exitId: 'check_agree', context: { remark: ' ok ' } })
  },
)

test('an operator skips a failed step, along the flow of their choice', async () => {
  const { __id: id } = await run({ details: { deep: 1 } }, 'choice')
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance: id } })
  const ids = incidents.map((incident) => incident.id)

  const outcome = await as(admin).bpm.repairIncidents({
    input: { incidents: [...ids, id], action: 'skip', flow: 'large' },
  })

  expect(outcome).toMatchObject({
    repaired: 1,
    errors: { [id]: expect.stringContaining('not found') },
  })
  expect(openTasks(await get(id))).toHaveLength(1)
})

test('the failed steps of instances are entered anew or skipped', async () => {
  const { bpm } = as(admin)
  const [one, other] = [await run({ details: { deep: 1 } }, 'choice'), await run()]
  const failed = { params: { id: one.__id } }
  const openOf = async () =>
    (await bpm.listIncidents({ input: { instance: one.__id } })).incidents.map(({ id }) => id)
  const [before] = await openOf()

  await bpm.restartStepOf(failed)
  const after = await openOf()
  expect([after.length, after[0] === before]).toEqual([1, false])

  const many = await bpm.restartSteps({ input: { instances: [one.__id, other.__id] } })
  expect(many.errors).toEqual({ [other.__id]: 'no step of the instance has failed' })
  await expect(bpm.skipStepOf({ params: { id: other.__id } })).rejects.toThrow(
    'no step of the instance has failed',
  )
  await bpm.skipStepOf(failed)
  expect([await openOf(), (await get(one.__id)).__state]).toEqual([[], 'done'])
})

test('skipping a failed step that ends the instance passes over the others', async () => {
  const { __id: id, __state } = await run({ details: { deep: 1 } }, 'ends')
  const list = () => as(admin).bpm.listIncidents({ input: { instance: id } })
  expect([__state, (await list()).total]).toEqual(['error', 2])

  await as(admin).bpm.skipStepOf({ params: { id } })

  expect([(await list()).total, (await get(id)).__state]).toEqual([0, 'done'])
})

test('more failed steps than one transaction repairs are refused', async () => {
  const { __id: id } = await run({ details: { deep: 1 } }, 'choice')
  const db = await connectClient(started.connection)
  onTestFinished(() => db.end())
  await db.query(
    `insert into kontor.process_incidents (id, instance_id, token, node, kind, message, opened_at)
     select gen_random_uuid(), $1, 1000 + n, 'is_large', 'expression', '', now()
     from generate_series(1, 500) n`,
    [id],
  )

  const skipped = as(admin).bpm.skipStepOf({ params: { id } })

  await expect(skipped).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('501 steps have failed, at most 500 are repaired together'),
  })
})

test('a task for nobody is an incident, and is there when somebody is named', async () => {
  const { __id: id, __state } = await run({}, 'who')
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance: id } })

  await as(admin).bpm.changeContext({
    params: { id },
    input: { comment: 'ann does it', context: { agent: [admin.id] } },
  })

  expect(__state).toBe('error')
  expect(incidents).toMatchObject([
    {
      kind: 'no-people',
      element: 'ask',
      message: expect.stringContaining('"variable:agent" leads to no user who can sign in'),
    },
  ])
  expect(openTasks(await get(id))).toMatchObject([{ performers: [admin.id] }])
})

test('a task for an empty group is an incident, and is there when somebody has joined', async () => {
  const { __id: id } = await run({}, 'crowd')
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance: id } })
  const ann = await make.user()
  await as(admin).bpm.retryIncident({ params: { id: incidents[0]?.id ?? '' } })
  const again = await as(admin).bpm.listIncidents({ input: { instance: id } })
  await as(admin).scheme.addGroupItems({
    params: { id: definitionId('group', 'sales', 'nobody') },
    input: [ann.id],
  })

  await as(admin).bpm.retryIncident({ params: { id: again.incidents[0]?.id ?? '' } })

  expect(again.incidents).toMatchObject([{ kind: 'no-people' }])
  expect(openTasks(await get(id))).toMatchObject([{ performers: [ann.id] }])
})

test('a task that names nobody is for who started the process', async () => {
  const instance = await run({}, 'unnamed')

  expect(openTasks(instance)).toMatchObject([{ performers: [admin.id], state: 'in_progress' }])
})

test('ten megabytes of variables are refused, with the limit', async () => {
  const half = 'y'.repeat(5 * 1024 ** 2)
  const start = run({ needed: 'x', blob: half, details: [half] })

  await expect(start).rejects.toMatchObject({ code: 'too_large' })
  await expect(start).rejects.toThrow('the limit is 4194304 (4 MiB)')
})

const BY_MESSAGE = diagram(
  `<startEvent id="message"><messageEventDefinition messageRef="begin" /></startEvent>
  <startEvent id="signal"><signalEventDefinition signalRef="all" /></startEvent>
  <userTask id="check" kontor:performer="role:author" /><endEvent id="end" />
  ${flow('message -> check -> end\nsignal -> check')}`,
  '<message id="begin" name="begin" /><signal id="all" name="begin" />',
)

test('more starts than allowed in a second are refused for a while', async () => {
  const limited = await startApp({ environment: { KONTOR_START_LIMIT: '3' } })
  await applyProcesses(limited, 'sales', {
    check: { yaml: VARIABLES, bpmn: CHECK },
    begun: { bpmn: BY_MESSAGE },
  })
  const client = limited.as(limited.admin)
  const send = (): Promise<unknown> => client.workers.sendMessage({ input: { name: 'begin' } })
  const call = (): Promise<unknown> => client.workers.sendSignal({ input: { name: 'begin' } })
  const start = (): Promise<unknown> =>
    limited.as(limited.admin).bpm.run({
      params: { namespace: 'sales', code: 'check' },
      input: { context: { needed: 'x' } },
    })

  for (const begin of [start, send, call]) {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, begin))

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) {
      const message = expect.stringContaining('too many')
      expect(reason).toMatchObject({ code: 'too_many', message })
    }
  }
})

test('who was only asked to do something sees the instance, others do not', async () => {
  const stranger = await make.user()
  const { __id: id } = await run()

  await expect(as(stranger).bpm.get({ params: { id } })).rejects.toMatchObject({
    code: 'not_found',
  })
  const { result } = await as(stranger).bpm.listByTemplate({
    params: { namespace: 'sales', code: 'check' },
    input: {},
  })
  expect(result).toEqual({ result: [], total: 0 })
})
