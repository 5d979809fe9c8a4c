import { applyPeople } from '../src/areas/people/definitions.ts'
import { startApp } from './app.ts'
import { people } from './people.ts'
import { diagram, flow, openTasks } from './process.ts'
import { solution } from './solution.ts'

const ORDERS = `
name: Orders
fields:
  title: { name: Title, type: STRING }
  papers: { name: Papers, type: FILE, single: false }
rights:
  role:performer: [read]
`

const VARIABLES = `
nameTemplate: "Order approval ({$note})"
variables:
  order: { name: Order, type: SYS_COLLECTION, app: sales/orders, single: true }
  who: { name: Who, type: SYS_USER, single: false }
  helper: { name: Helper, type: SYS_USER, single: false }
  note: { name: Note, type: STRING, default: No 17 }
  remark: { name: Remark, type: STRING }
  amount: { name: Amount, type: FLOAT }
`

const settings = (values: Record<string, string>) =>
  `<kontor:settings>${Object.entries(values)
    .map(([name, value]) => `<kontor:setting name="${name}" value="${value}" />`)
    .join('')}</kontor:settings>`

const form = (fields: string) =>
  `<extensionElements><kontor:form>${fields}</kontor:form></extensionElements>`

/** A task with every kind of exit, a deadline of a day, and a timer at that time. */
const CHECK = diagram(`
  <startEvent id="start" />
  <userTask id="check" name="Check the order" kontor:performer="variable:who" kontor:due="P1D">
    <extensionElements>${settings({ participants: 'variable:helper' })}
      <kontor:form><kontor:formField code="note" readonly="true" /></kontor:form></extensionElements>
  </userTask>
  <boundaryEvent id="late" attachedToRef="check">
    <timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition>
  </boundaryEvent>
  <endEvent id="good" /><endEvent id="bad" /><endEvent id="over" />
  <sequenceFlow id="s" sourceRef="start" targetRef="check" />
  <sequenceFlow id="agree" name="Agree" sourceRef="check" targetRef="good" kontor:buttonClass="primary">
    ${form('<kontor:formField code="amount" readonly="true" />')}</sequenceFlow>
  <sequenceFlow id="back" name="Send back" sourceRef="check" targetRef="bad" kontor:buttonClass="danger" kontor:confirm="form">
    ${form('<kontor:formField code="remark" required="true" />')}</sequenceFlow>
  <sequenceFlow id="drop" name="Drop" sourceRef="check" targetRef="bad" kontor:skipCheck="true">
    ${form('<kontor:formField code="remark" required="true" />')}</sequenceFlow>
  <sequenceFlow id="dear" name="Too dear" sourceRef="check" targetRef="bad">
    <conditionExpression>amount != null &amp;&amp; amount > 100.0</conditionExpression></sequenceFlow>
  ${flow('late -> over')}`)

const ONLY = diagram(`<startEvent id="start" />
  <userTask id="only" name="Only yours" kontor:performer="variable:who">
    <extensionElements>${settings({ allowReassign: 'false' })}</extensionElements></userTask>
  <endEvent id="end" />${flow('start -> only -> end')}`)

const asking = (kind: string, values: Record<string, string>, more = '') =>
  `<serviceTask id="${kind}" kontor:step="${kind}" kontor:performer="variable:who" ${more}>
    <extensionElements>${settings({ targetFieldCode: 'order', ...values })}</extensionElements>`

const closing = (id: string, approved: boolean) =>
  `<serviceTask id="${id}" kontor:step="approval_list_close"><extensionElements>
    ${settings({ targetFieldCode: 'order', approved: String(approved) })}</extensionElements></serviceTask>`

const approval = (values: Record<string, string>, ends: string) =>
  diagram(`<startEvent id="start" />
  ${asking('approval_list_process', { taskName: 'Approve {$order}', ...values }, 'default="refused" kontor:due="P3D"')}
    <multiInstanceLoopCharacteristics /></serviceTask>
  ${closing('yes', true)}${closing('no', false)}
  <endEvent id="good" /><endEvent id="bad" />
  <sequenceFlow id="s" sourceRef="start" targetRef="approval_list_process" />
  <sequenceFlow id="enough" name="Enough" sourceRef="approval_list_process" targetRef="yes">
    <conditionExpression>__approvePercent >= ${ends}</conditionExpression></sequenceFlow>
  <sequenceFlow id="refused" name="Refused" sourceRef="approval_list_process" targetRef="no" />
  ${flow('yes -> good\nno -> bad')}`)

const UNCLOSED = diagram(`<startEvent id="start" />
  ${asking('approval_list_process', {})}<multiInstanceLoopCharacteristics /></serviceTask>
  <endEvent id="end" />${flow('start -> approval_list_process -> end')}`)

const askingFor = (id: string, variable: string, values: Record<string, string> = {}) =>
  `<serviceTask id="${id}" kontor:step="approval_list_process" kontor:performer="variable:${variable}">
    <extensionElements>${settings({ targetFieldCode: 'order', ...values })}</extensionElements>
    <multiInstanceLoopCharacteristics /></serviceTask>`

/** Asks `who`, and after them `helper`. */
const inARow = (values: Record<string, string>) =>
  diagram(`<startEvent id="start" />${askingFor('one', 'who')}${askingFor('two', 'helper', values)}
  <endEvent id="end" />${flow('start -> one -> two -> end')}`)

/** Asks `who`, and calls a process that asks `helper`. */
const CALLS = diagram(`<startEvent id="start" />${askingFor('one', 'who')}
  <callActivity id="call" calledElement="sales.orders/called"><extensionElements><kontor:mappings>
    <kontor:mapping direction="in" source="order" target="order" />
    <kontor:mapping direction="in" source="helper" target="helper" />
    <kontor:mapping direction="in" source="helper" target="who" />
  </kontor:mappings></extensionElements></callActivity>
  <endEvent id="end" />${flow('start -> one -> call -> end')}`)

const CALLED = diagram(`<startEvent id="start" />${askingFor('two', 'helper')}
  <endEvent id="end" />${flow('start -> two -> end')}`)

const CLOSE = diagram(
  `<startEvent id="start" />${closing('close', true)}<endEvent id="end" />${flow('start -> close -> end')}`,
)

const INFORM = diagram(`<startEvent id="start" />
  ${asking('inform_list_process', { receivers: 'variable:who' })}</serviceTask>
  <endEvent id="end" />${flow('start -> inform_list_process -> end')}`)

const SIGN = diagram(`<startEvent id="start" />
  ${asking('sign_item', { signExit: 'sign', cancelExit: 'refuse' })}</serviceTask>
  <endEvent id="good" /><endEvent id="bad" />
  <sequenceFlow id="s" sourceRef="start" targetRef="sign_item" />
  <sequenceFlow id="sign" name="Sign" sourceRef="sign_item" targetRef="good" />
  <sequenceFlow id="refuse" name="Refuse" sourceRef="sign_item" targetRef="bad" />`)

const PROCESSES: Record<string, string> = {
  approval: CHECK,
  only: ONLY,
  all: approval({}, '100.0'),
  careful: approval({ confirm: 'approved' }, '100.0'),
  half: approval({}, '50.0'),
  row: inARow({}),
  fresh: inARow({ cleanUp: 'true' }),
  calls: CALLS,
  called: CALLED,
  close: CLOSE,
  silent: approval({ autoApproval: 'approved' }, '100.0'),
  unclosed: UNCLOSED,
  inform: INFORM,
  sign: SIGN,
}

const FILES = solution('sales', {
  'workspaces/sales/apps/orders.yaml': ORDERS,
  'workspaces/sales/apps/notes.yaml': 'name: Notes\n',
  ...Object.fromEntries(
    Object.entries(PROCESSES).flatMap(([code, bpmn]) => [
      [`workspaces/sales/apps/orders/processes/${code}.yaml`, `name: Order approval\n${VARIABLES}`],
      [`workspaces/sales/apps/orders/processes/${code}.bpmn`, bpmn],
    ]),
  ),
})

const LOGINS = ['maria', 'ann', 'bob', 'eve', 'cat'] as const

/** A company in which Maria manages Ann and Bob, with orders and processes. */
export async function startTasks(options: Parameters<typeof startApp>[0] = {}) {
  const started = await startApp(options)
  const { as, admin, make } = started
  const made = await Promise.all(
    LOGINS.map(async (login) => [login, await make.user({ login })] as const),
  )
  const users = Object.fromEntries(made) as Record<(typeof LOGINS)[number], (typeof made)[0][1]>
  const department = {
    code: 'sales',
    name: 'Sales',
    positions: [
      { code: 'head', name: 'Head', isHead: true, users: ['maria'] },
      { code: 'clerk', name: 'Clerk', users: ['ann', 'bob'] },
    ],
  }
  await make.asSystem((ctx) => applyPeople(ctx, people('company', { departments: [department] })))
  await as(admin).solutions.apply({ input: { files: FILES } })
  const place = { namespace: 'sales', code: 'orders' }
  return {
    ...started,
    users,
    place,
    createOrder: async (title = 'Order 1', more = {}) => {
      const input = { context: { title, __name: title, ...more } }
      const { item } = await as(admin).apps.createItem({ params: place, input })
      return String(item.__id)
    },
    /** Starts a process and returns its instance with its open tasks. */
    run: async (code: string, given: Record<string, unknown> = {}, by = admin) => {
      const params = { namespace: 'sales.orders', code }
      const context = { ...given, __createdBy: by.id }
      const instance = (await as(admin).bpm.run({ params, input: { context } })).context
      const tasks = openTasks(instance)
      return { id: instance.__id, instance, tasks, task: tasks[0]?.__id ?? '' }
    },
    getInstance: async (id: string) => (await as(admin).bpm.get({ params: { id } })).data,
    getTask: async (id: string) => (await as(admin).tasks.get({ params: { id } })).data,
    getOrder: async (id: string) =>
      (await as(admin).apps.getItem({ params: { ...place, id } })).item,
  }
}
