import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { diagram, flow, processSolution } from '../../../../test/process.ts'
import { toSource } from '../../../../test/solution.ts'
import { decided, literal } from '../../../decisions/dmn.ts'
import { type LoadedDefinition, loadSolution } from '../../../definitions/load.ts'
import { USUAL } from '../../../lib/calendar.ts'
import { sql } from '../../../platform/db/sql.ts'
import { checkProcesses } from './check.ts'

const started = await startApp({ environment: { KONTOR_WORKERS: '1' } })
const { as, admin, make, app } = started
const [clerk, reader] = [await make.user(), await make.user()]

const ORDER = diagram(`<startEvent id="came"/>
<scriptTask id="sum" name="Sum"><script>return { total: context.amount * 2 }</script></scriptTask>
<userTask id="approve" name="Approve" kontor:performer="group:shop/clerks"/>
<boundaryEvent id="remind" attachedToRef="approve" cancelActivity="false">
  <timerEventDefinition><timeDuration>1 working day</timeDuration></timerEventDefinition>
</boundaryEvent>
<serviceTask id="mail" name="Mail" kontor:step="send_mail"><extensionElements><kontor:settings>
  <kontor:setting name="to" value="nobody@example.com"/><kontor:setting name="subject" value="Late"/>
</kontor:settings></extensionElements></serviceTask>
<endEvent id="reminded"/>
<boundaryEvent id="late" attachedToRef="approve">
  <timerEventDefinition><timeDuration>3 working days</timeDuration></timerEventDefinition>
</boundaryEvent>
<businessRuleTask id="rate" name="Rate" kontor:decision="shop/rate"><extensionElements><kontor:mappings>
  <kontor:mapping direction="in" source="total" target="a"/>
</kontor:mappings></extensionElements></businessRuleTask>
<serviceTask id="ship" name="Ship" kontor:topic="ship"/>
<intermediateCatchEvent id="paid"><messageEventDefinition messageRef="payment"/></intermediateCatchEvent>
<endEvent id="good"/><endEvent id="bad"/>
${flow('came -> sum -> approve')}${flow('remind -> mail -> reminded')}${flow('late -> bad')}
<sequenceFlow id="yes" name="Yes" sourceRef="approve" targetRef="rate"/>
<sequenceFlow id="no" name="No" sourceRef="approve" targetRef="bad"/>
${flow('rate -> ship -> paid -> good')}`).replace(
  '<process',
  '<message id="payment" name="paid"/><process',
)
const YAML = `calendar: short
sla:
  reply:
    name: Reply
    step: approve
    within: 2 working hours
    warn: 1 working hour
    escalate: [{ after: 1 working hour, to: superior }]
variables:
  amount: { name: Amount, type: FLOAT, required: true }
  total: { name: Total, type: FLOAT }
  level: { name: Level, type: FLOAT, default: 1 }
  x: { name: X, type: FLOAT }
  weight: { name: Weight, type: FLOAT }
  remark: { name: Remark, type: STRING }
`
const PLACE = 'workspaces/shop/processes/order'
const CASES = `cases:
  - name: Approved and paid
    at: 2026-03-06T09:00:00Z
    given: { amount: 4 }
    answers: { ship: { weight: 7 } }
    steps:
      - expect: { state: wait, at: [approve], variables: { total: 8 } }
      - { complete: approve, exit: "Yes", values: { remark: fine } }
      - { message: paid }
    expect:
      state: done
      path: [came, sum, approve, rate, ship, paid, good]
      variables: { x: 8, weight: 7, remark: fine }
`
const files = (other: Record<string, string> = {}, cases = CASES) =>
  processSolution(
    'shop',
    { order: { bpmn: ORDER, yaml: YAML } },
    {
      'calendars/short.yaml': `name: Short\nzone: UTC\nhours: { mon: ["09:00-12:00"], fri: ["09:00-12:00"] }\n`,
      'workspaces/shop/groups/clerks.yaml': `name: Clerks\nmembers: ["user:${clerk.login}"]\n`,
      'workspaces/shop/decisions/rate.yaml': 'name: Rate\n',
      'workspaces/shop/decisions/rate.dmn': decided(literal('a')),
      [`${PLACE}.cases.yaml`]: cases,
      ...other,
    },
  )
await as(admin).solutions.apply({ input: { files: files() } })
const { processes } = await as(admin).processes.list({})
const params = { id: processes.find(({ code }) => code === 'order')?.id ?? '' }

/** Friday; the calendar of the process knows Mondays and Fridays, nine to twelve. */
const AT = '2026-03-06T09:00:00Z'
type Input = Parameters<ReturnType<typeof as>['processes']['test']>[0]['input']
const run = (input: Partial<Input> = {}, user = admin) =>
  as(user).processes.test({ params, input: { at: AT, given: { amount: 4 }, ...input } })

test('a run stops where somebody is needed, and says who and until when', async () => {
  const ran = await run()

  expect(ran).toMatchObject({
    state: 'wait',
    now: '2026-03-06T09:00:00.000Z',
    at: ['approve'],
    path: ['came', 'sum', 'approve'],
    variables: { amount: 4, total: 8, level: 1 },
    failures: [],
  })
  expect(ran.waiting).toContainEqual({
    elementId: 'approve',
    name: 'Approve',
    kind: 'task',
    awaited: '',
    exits: [
      { id: 'yes', name: 'Yes' },
      { id: 'no', name: 'No' },
    ],
    performers: 'group:shop/clerks',
    people: [clerk.id],
    dueAt: '2026-03-06T11:00:00.000Z',
    incident: '',
  })
  expect(ran.clocks).toMatchObject([{ code: 'reply', state: 'running', breachedAt: null }])
})

test('the clock moves in working time, and what is due happens in order', async () => {
  const { log, state, now, at, clocks, failures } = await run({
    steps: [{ pass: '2 working hours' }, { pass: '2026-03-16T12:00:00Z' }],
  })

  expect({ state, now, at, failures }).toEqual({
    state: 'done',
    now: '2026-03-16T12:00:00.000Z',
    at: [],
    failures: [],
  })
  const happened = log.filter(({ kind }) => ['warn', 'breach', 'escalate', 'left'].includes(kind))
  expect(happened.slice(2).map(({ at: when, kind, elementId }) => [when, kind, elementId])).toEqual(
    [
      ['2026-03-06T10:00:00.000Z', 'warn', 'approve'],
      ['2026-03-06T11:00:00.000Z', 'breach', 'approve'],
      ['2026-03-06T12:00:00.000Z', 'escalate', 'approve'],
      ['2026-03-09T09:00:00.000Z', 'left', 'remind'],
      ['2026-03-09T09:00:00.000Z', 'left', 'mail'],
      ['2026-03-09T09:00:00.000Z', 'left', 'reminded'],
      ['2026-03-16T09:00:00.000Z', 'left', 'late'],
      ['2026-03-16T09:00:00.000Z', 'left', 'bad'],
    ],
  )
  expect(clocks).toMatchObject([
    { state: 'stopped', level: 1, usedSeconds: 9 * 3600, warnedAt: '2026-03-06T10:00:00.000Z' },
  ])
})

test('workers and messages are answered by steps; what failed can be retried', async () => {
  const { state, variables, waiting, failures } = await run({
    steps: [
      { complete: 'approve', exit: 'yes' },
      { fail: 'ship', error: 'no truck' },
      { expect: { state: 'error', at: ['ship'] } },
      { retry: 'ship' },
      { done: 'ship', result: { weight: 3 } },
    ],
    expect: {
      state: 'wait',
      at: ['paid'],
      clocks: { reply: { state: 'stopped', breached: false } },
    },
  })

  expect({ state, failures }).toEqual({ state: 'wait', failures: [] })
  expect(variables).toMatchObject({ weight: 3, x: 8 })
  expect(waiting).toMatchObject([{ elementId: 'paid', kind: 'message', awaited: 'paid' }])
})

test('a step that is refused ends the run; expectations that do not hold are told', async () => {
  const { failures, at } = await run({
    steps: [
      { expect: { tasks: { approve: { performers: 'group:shop/bosses', due: null } } } },
      { complete: 'ship' },
      { complete: 'approve', exit: 'no' },
    ],
  })

  expect(at).toEqual(['approve'])
  expect(failures).toEqual([
    {
      step: 0,
      message: 'expected the performers of "approve" group:shop/bosses, got group:shop/clerks',
    },
    {
      step: 0,
      message: 'expected the due date of "approve" null, got 2026-03-06T11:00:00.000Z',
    },
    { step: 1, message: 'nothing is waiting for this at "ship"' },
  ])
})

test.each<[string, Partial<Input>, number, string]>([
  ['a variable that is required', { given: {} }, 400, 'field "amount": a value is required'],
  ['a start event that is not there', { start: 'nowhere' }, 422, 'nowhere'],
  [
    'two things at once',
    { steps: [{ pass: 'PT1H', retry: 'sum' }] },
    400,
    'expected one of complete',
  ],
  [
    'what belongs to another step',
    { steps: [{ pass: 'PT1H', exit: 'a' }] },
    400,
    'expected one of',
  ],
])('%s is refused', async (_, input, status, message) => {
  await expect(run(input)).rejects.toMatchObject({
    status,
    message: expect.stringContaining(message),
  })
})

test.each<NonNullable<NonNullable<Input>['steps']>[number]>([
  { activate: 'nope' },
  { activate: 'constructor' },
  { pass: 'P99999999Y' },
  { pass: 'P9000Y' },
])('a step that cannot be is a failure of its own: %j', async (step) => {
  const { failures } = await run({ steps: [step] })
  expect(failures).toMatchObject([{ step: 0 }])

  const cases = `cases:
  - at: ${AT}
    given: { amount: 4 }
    expect: { state: wait }
    steps:
      - ${JSON.stringify(step)}
`
  await expect(
    as(admin).solutions.plan({ input: { files: files({}, cases) } }),
  ).rejects.toMatchObject({ message: expect.stringContaining(`${PLACE}.cases.yaml:6:9 case 1:`) })
})

test('nothing is stored and nothing is sent', async () => {
  const count = () =>
    app.platform.db.one(sql`select
      (select count(*) from kontor.events) events, (select count(*) from kontor.process_jobs) jobs,
      (select count(*) from kontor.process_instances) instances,
      (select count(*) from kontor.process_tasks) tasks`)
  const before = await count()

  await run({ steps: [{ pass: 'P30D' }] })

  expect(await count()).toEqual(before)
})

test('who may change a process tests it', async () => {
  await expect(run({}, reader)).rejects.toMatchObject({ status: 403 })
})

test('a draft is tested as it stands, by those who may design it', async () => {
  const [designer, stranger] = [await make.user(), await make.user()]
  await as(admin).access.grant({
    input: {
      ...{ kind: 'solution', object: 'shop', right: 'manage' },
      ...{ subjectKind: 'user', subject: designer.id },
    },
  })
  const { draft } = await as(admin).drafts.create({ input: { solution: 'shop' } })
  const write = (path: string, text: string) =>
    as(admin).drafts.edit({
      params: { id: draft.id },
      input: { edits: [{ file: `workspaces/shop/${path}`, op: 'write', text }] },
    })
  const testDraft = (user = designer, process = 'shop/order') =>
    as(user).drafts.test({
      params: { id: draft.id },
      input: {
        process,
        at: AT,
        given: { amount: 4 },
        steps: [{ complete: 'approve', exit: 'Yes' }],
      },
    })
  await write('processes/order.bpmn', ORDER.replace('amount * 2', 'amount * 3'))
  await write('decisions/rate.dmn', decided(literal('a + 1')))

  expect(await testDraft()).toMatchObject({
    ...{ state: 'exec', at: ['ship'], failures: [], variables: { total: 12, x: 13 } },
    clocks: [{ code: 'reply', state: 'stopped' }],
  })
  expect(await run()).toMatchObject({ variables: { total: 8 } })
  await expect(testDraft(stranger)).rejects.toMatchObject({ status: 404 })
  await expect(testDraft(designer, 'shop/other')).rejects.toMatchObject({ status: 404 })
  await write('processes/order.bpmn', ORDER.replace('targetRef="rate"', 'targetRef="nothing"'))
  await expect(testDraft()).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('the diagram has problems: yes: '),
  })
})

test('cases that do not hold prevent publishing, with their lines', async () => {
  const wrong = CASES.replace('weight: 7, remark', 'weight: 8, remark').replace(
    'total: 8',
    'total: 9',
  )
  const plan = (cases: string) => as(admin).solutions.plan({ input: { files: files({}, cases) } })

  await expect(plan(wrong)).rejects.toMatchObject({
    message: expect.stringContaining(
      `${PLACE}.cases.yaml:2:5 case 1 (Approved and paid): expected the variable "weight" to be 8, got 7`,
    ),
  })
  await expect(plan(wrong)).rejects.toMatchObject({
    message: expect.stringContaining(
      `${PLACE}.cases.yaml:7:9 case 1 (Approved and paid): expected the variable "total" to be 9, got 8`,
    ),
  })
  const { plan: same } = await plan(CASES.replace('fine', 'good').replace('fine', 'good'))
  expect(same.changes.find(({ code }) => code === 'order')).toMatchObject({
    words: ['cases file changed'],
    data: [],
  })
})

test('all cases have a time together, after which no more are run', async () => {
  const { definitions } = loadSolution(toSource(files())).readable
  const process = definitions.find(({ code }) => code === 'order') as LoadedDefinition<'process'>
  const elsewhere = { calendar: async () => USUAL, decision: async () => undefined }
  const check = (longest?: number) =>
    checkProcesses(app.platform, [process, process], {
      ...{ definitions, elsewhere },
      ...(longest !== undefined && { longest }),
    })

  expect(await check()).toEqual([])
  const stopped = {
    ...{ file: `${PLACE}.cases.yaml`, line: 2 },
    message: expect.stringContaining('no more are run'),
  }
  expect(await check(0)).toMatchObject([stopped, stopped])
})

test('a process whose cases take all the time leaves none to the next one', async () => {
  const all = loadSolution(toSource(files())).readable.definitions
  const definitions = all.filter(({ kind }) => kind !== 'calendar')
  const process = definitions.find(({ code }) => code === 'order') as LoadedDefinition<'process'>
  const longest = 2000
  const over = performance.now() + longest
  const calendar = async () => {
    while (performance.now() < over) await nextTurn()
    return USUAL
  }

  const found = await checkProcesses(app.platform, [process, process], {
    ...{ definitions, longest },
    elsewhere: { calendar, decision: async () => undefined },
  })

  expect(found.map(({ message }) => message)).toEqual(
    Array(2).fill('the cases before case 1 took 2 seconds: no more are run'),
  )
})
