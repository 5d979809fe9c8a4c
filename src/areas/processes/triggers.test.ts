import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { applyProcesses, diagram, eventually, flow, openTasks } from '../../../test/process.ts'
import { connectClient } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

const environment = { KONTOR_WORKERS: '3' }
const started = await startApp({ environment })
const { as, admin, app } = started
const second = await startApp({ environment, connection: started.connection })

const settings = (values: Record<string, string>) =>
  `<extensionElements><kontor:settings>${Object.entries(values)
    .map(([name, value]) => `<kontor:setting name="${name}" value="${value}" />`)
    .join('')}</kontor:settings></extensionElements>`

const ITEM = '<conditionalEventDefinition><condition>item</condition></conditionalEventDefinition>'

const onItem = (values: Record<string, string>) =>
  diagram(`<startEvent id="start">${settings(values)}${ITEM}</startEvent>
  <userTask id="look" kontor:performer="role:author" kontor:due="P1D" />
  <endEvent id="end" />${flow('start -> look -> end')}`)

const loop =
  diagram(`<startEvent id="start">${settings({ event: 'updated', app: 'sales/orders' })}${ITEM}</startEvent>
  <serviceTask id="change" kontor:step="app_update"><extensionElements>
    <kontor:settings><kontor:setting name="target" value="order" /></kontor:settings>
    <kontor:mappings><kontor:mapping direction="in" source="&quot;seen&quot;" target="note" /></kontor:mappings>
  </extensionElements></serviceTask>
  <endEvent id="end" />${flow('start -> change -> end')}`)

const waitFor = diagram(`<startEvent id="start" />
  <intermediateCatchEvent id="paid">${settings({ target: 'order', status: 'paid' })}
    <conditionalEventDefinition><condition>status</condition></conditionalEventDefinition></intermediateCatchEvent>
  <endEvent id="end" />${flow('start -> paid -> end')}`)

const clock =
  diagram(`<startEvent id="start"><timerEventDefinition><timeCycle>R3/PT0.3S</timeCycle></timerEventDefinition></startEvent>
  <endEvent id="end" />${flow('start -> end')}`)

const shout = diagram(
  `<startEvent id="start" />
  <intermediateThrowEvent id="throw"><signalEventDefinition signalRef="fire" /></intermediateThrowEvent>
  <endEvent id="end" />${flow('start -> throw -> end')}`,
  '<signal id="fire" name="fire" />',
)
const hear = diagram(
  `<startEvent id="start" />
  <intermediateCatchEvent id="catch"><signalEventDefinition signalRef="fire" /></intermediateCatchEvent>
  <endEvent id="end" />${flow('start -> catch -> end')}`,
  '<signal id="fire" name="fire" />',
)

const message = '<message id="paid" name="order paid" />'
const tell = diagram(
  `<startEvent id="start" />
  <intermediateThrowEvent id="throw">${settings({ correlation: 'number' })}
    <messageEventDefinition messageRef="paid" /></intermediateThrowEvent>
  <endEvent id="end" />${flow('start -> throw -> end')}`,
  message,
)
const listen = diagram(
  `<startEvent id="start" />
  <intermediateCatchEvent id="catch">${settings({ correlation: 'number' })}
    <messageEventDefinition messageRef="paid" /></intermediateCatchEvent>
  <endEvent id="end" />${flow('start -> catch -> end')}`,
  message,
)

const ORDER = '\nvariables:\n  order: { name: Order, type: SYS_COLLECTION, app: sales/orders }\n'
const NUMBER = '\nvariables:\n  number: { name: Number, type: STRING }\n'

const STATUSES = `fields:
  note: { name: Note, type: STRING }
statuses:
  - { code: all, name: All, statuses: [{ id: 1, code: new, name: New }, { id: 2, code: paid, name: Paid }] }
`

await applyProcesses(
  started,
  'sales',
  {
    created: { yaml: ORDER, bpmn: onItem({ event: 'created', app: 'sales/orders' }) },
    paid: { yaml: ORDER, bpmn: onItem({ event: 'status', app: 'sales/orders', status: 'paid' }) },
    loop: { yaml: ORDER, bpmn: loop },
    once: {
      yaml: `onePerItem: true${ORDER}`,
      bpmn: onItem({ event: 'status', app: 'sales/orders' }),
    },
    wait_for: { yaml: ORDER, bpmn: waitFor },
    clock: { bpmn: clock },
    shout: { bpmn: shout },
    hear: { bpmn: hear },
    tell: { yaml: NUMBER, bpmn: tell },
    listen: { yaml: NUMBER, bpmn: listen },
  },
  {
    'workspaces/sales/apps/orders.yaml': `name: Orders\n${STATUSES}`,
    'workspaces/sales/apps/twins.yaml': `name: Twins\n${STATUSES}`,
  },
)
await started.app.startJobs()
await second.app.startJobs()

const orders = { namespace: 'sales', code: 'orders' }
const create = async (withEventForceCreate = false) =>
  (
    await as(admin).apps.createItem({
      params: orders,
      input: { context: {}, withEventForceCreate },
    })
  ).item
const getItem = async (id: string) =>
  (await as(admin).apps.getItem({ params: { ...orders, id }, input: {} })).item
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
const listOf = async (code: string, filter = {}) =>
  (await as(admin).bpm.listByTemplate({ params: { namespace: 'sales', code }, input: { filter } }))
    .result
const waitingStarts = async () =>
  app.platform.db
    .one(sql<{ count: number }>`select count(*) from kontor.process_jobs where kind = 'start'`)
    .then(({ count }) => count)
const about = (id: string) => ({ in: [{ field: '__item' }, { list: [{ ...orders, id }] }] })

test('an item that is created with its handlers starts the process bound to it, once', async () => {
  const quiet = await create(false)
  const loud = await create(true)

  const { result } = await eventually(
    () => listOf('created', about(loud.__id)),
    ({ total }) => (total ?? 0) > 0,
  )

  expect(result).toMatchObject([{ order: [loud.__id], __item: { ...orders, id: loud.__id } }])
  expect((await listOf('created', about(quiet.__id))).total).toBe(0)
  expect((await listOf('created')).total).toBe(1)
})

test('an item does not start a process again that may run once for it', async () => {
  const { __id: id } = await create()
  const setStatus = (status: string) =>
    as(admin).apps.setStatus({ params: { ...orders, id }, input: { status } })
  const started = async (code: string, count: number) =>
    eventually(
      async () => (await listOf(code, about(id))).total ?? 0,
      (total) => total >= count,
    )
  await setStatus('paid')
  await started('once', 1)
  await setStatus('new')
  await setStatus('paid')

  // Its second instance shows that the starts of the same statuses were looked at.
  await started('paid', 2)
  await eventually(waitingStarts, (waiting) => waiting === 0)
  expect((await listOf('once', about(id))).total).toBe(1)
})

test('an item carries its open tasks from the moment they are there to the moment they are done', async () => {
  const { __id: id } = await create(true)
  const { result } = await eventually(
    () => listOf('created', about(id)),
    ({ total }) => (total ?? 0) > 0,
  )
  const before = await getItem(id)
  const [task] = openTasks(result[0] ?? {})

  await as(admin).tasks.submit({ params: { id: task?.__id ?? '' }, input: {} })

  expect(before.__tasks).toMatchObject([{ __id: task?.__id, state: 'in_progress' }])
  expect(before.__tasks_performers).toEqual([admin.id])
  expect(before.__tasks_earliest_duedate).not.toBeNull()
  const after = await getItem(id)
  expect(after.__tasks ?? []).toEqual([])
  expect(after.__tasks_performers ?? []).toEqual([])
  expect(after.__tasks_earliest_duedate).toBeNull()
})

test('a status starts the process bound to it, and lets those go on who wait for it', async () => {
  const { __id: id } = await create()
  const waiting = await run('wait_for', { order: [id] })

  await as(admin).apps.setStatus({ params: { ...orders, id }, input: { status: 'paid' } })

  await until(waiting.__id, 'done')
  const { total } = await eventually(
    () => listOf('paid', about(id)),
    (found) => (found.total ?? 0) > 0,
  )
  expect(total).toBe(1)
  expect(waiting.__state).toBe('wait')
})

test('an item of another app with the same id wakes nobody', async () => {
  const { __id: id } = await create()
  const waiting = await run('wait_for', { order: [id] })
  const twins = { namespace: 'sales', code: 'twins' }
  await as(admin).apps.createItem({ params: twins, input: { context: { __id: id } } })

  await as(admin).apps.setStatus({ params: { ...twins, id }, input: { status: 'paid' } })
  const again = await create()
  const other = await run('wait_for', { order: [again.__id] })
  await as(admin).apps.setStatus({
    params: { ...orders, id: again.__id },
    input: { status: 'paid' },
  })
  await until(other.__id, 'done')

  expect((await get(waiting.__id)).__state).toBe('wait')
})

test('a status that the item has already is not waited for', async () => {
  const { __id: id } = await create()
  await as(admin).apps.setStatus({ params: { ...orders, id }, input: { status: 'paid' } })

  const { __state } = await run('wait_for', { order: [id] })

  expect(__state).toBe('done')
})

test('a process that changes its item does not start itself again', async () => {
  const { __id: id } = await create()

  await as(admin).apps.updateItem({
    params: { ...orders, id },
    input: { context: { note: 'changed' } },
  })

  await eventually(
    () => getItem(id),
    ({ note }) => note === 'seen',
  )
  expect((await listOf('loop', about(id))).total).toBe(1)
})

test('a process that begins by the clock begins once each time, whatever the number of nodes', async () => {
  const { total } = await eventually(
    () => listOf('clock'),
    (found) => (found.total ?? 0) >= 3,
  )

  await eventually(
    () => listOf('hear'),
    () => true,
  )
  expect(total).toBe(3)
})

test('schedules that are read again while a process changes are those of its last version', async () => {
  const daily = (node: string) =>
    diagram(`<startEvent id="${node}"><timerEventDefinition><timeCycle>R/P1D</timeCycle></timerEventDefinition></startEvent>
      <endEvent id="end" />${flow(`${node} -> end`)}`)
  const publish = (node: string) =>
    applyProcesses(started, 'daily', { daily: { bpmn: daily(node) } })
  const holder = await connectClient(started.connection)
  const rows = async (query: string) => (await holder.query(query)).rows
  await holder.query('begin; lock kontor.process_schedules in exclusive mode')

  await publish('morning')
  const waiting = `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await rows(waiting)).length).toBeGreaterThan(0)
  await publish('evening')
  await holder.query('commit')

  const nodes = () => rows(`select node from kontor.process_schedules where node ~ 'ing$'`)
  await expect.poll(nodes).toEqual([{ node: 'evening' }])
  await holder.end()
})

test('a signal reaches everybody who waits for it', async () => {
  const waiting = [await run('hear'), await run('hear')]

  await run('shout')

  for (const { __id } of waiting) await until(__id, 'done')
  expect(waiting.map(({ __state }) => __state)).toEqual(['wait', 'wait'])
})

test('a message reaches the one it is meant for, also when it comes first', async () => {
  const other = await run('listen', { number: 'B' })
  await run('tell', { number: 'A' })
  const late = await run('listen', { number: 'A' })

  await until(late.__id, 'done')

  expect((await get(other.__id)).__state).toBe('wait')
})
