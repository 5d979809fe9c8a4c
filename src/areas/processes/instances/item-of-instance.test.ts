import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, flow, openTasks } from '../../../../test/process.ts'

const started = await startApp()
const { as, admin } = started

const LOOK = diagram(`<startEvent id="start" />
  <userTask id="look" kontor:performer="role:author" kontor:due="P1D" />
  <endEvent id="end" />${flow('start -> look:seen -> end')}`)
const MARK = diagram(`<startEvent id="start" />
  <serviceTask id="mark" kontor:step="app_update"><extensionElements>
    <kontor:settings><kontor:setting name="target" value="order" /></kontor:settings>
    <kontor:mappings><kontor:mapping direction="in" source="&quot;seen&quot;" target="note" /></kontor:mappings>
  </extensionElements></serviceTask>
  <endEvent id="end" />${flow('start -> mark -> end')}`)
const YAML = `variables:
  order: { name: Order, type: SYS_COLLECTION, app: sales/orders }
  spare: { name: Spare, type: SYS_COLLECTION, app: sales/orders }
`

await applyProcesses(
  started,
  'sales',
  {
    once: { yaml: `${YAML}onePerItem: true\n`, bpmn: LOOK },
    often: { yaml: YAML, bpmn: LOOK },
    mark: { yaml: YAML, bpmn: MARK },
    required: {
      yaml: 'variables:\n  word: { name: Word, type: STRING, required: true }\n',
      bpmn: LOOK,
    },
  },
  {
    'workspaces/sales/apps/orders.yaml':
      'name: Orders\nfields:\n  note: { name: Note, type: STRING }\n',
    'workspaces/sales/apps/orders/processes/own.yaml': `name: Own\n${YAML}onePerItem: true\n`,
    'workspaces/sales/apps/orders/processes/own.bpmn': LOOK,
  },
)

const orders = { namespace: 'sales', code: 'orders' }
const createOrder = async () =>
  (await as(admin).apps.createItem({ params: orders, input: { context: {} } })).item.__id
const run = async (path: string, context: Record<string, unknown>) => {
  const [namespace = '', code = ''] = path.split('/')
  return (await as(admin).bpm.run({ params: { namespace, code }, input: { context } })).context
}
const ONCE = ['sales/once', 'sales.orders/own']

test.each(ONCE)('%s runs once at a time for an item, and again after its end', async (path) => {
  const [order, other] = [await createOrder(), await createOrder()]
  const first = await run(path, { order: [order] })

  await expect(run(path, { order: [order] })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('is already running for this item'),
  })
  await run(path, { order: [other] })

  const [task] = openTasks(first)
  await as(admin).tasks.submit({
    params: { id: task?.__id ?? '' },
    input: { exitId: 'look_seen', context: {} },
  })
  expect(await run(path, { order: [order] })).toMatchObject({ __state: 'wait' })
})

test.each(ONCE)('%s looks at the item of its variable, not at the named one', async (path) => {
  const [order, other] = [await createOrder(), await createOrder()]
  await run(path, { order: [order], __item: { ...orders, id: other } })

  const again = run(path, { order: [order], spare: [other], __item: { ...orders, id: other } })
  await expect(again).rejects.toMatchObject({ status: 409 })
  expect(await run(path, { order: [other] })).toMatchObject({ __item: { ...orders, id: other } })
})

test.each(ONCE)('of several starts of %s at once, one succeeds', async (path) => {
  const order = await createOrder()

  const starts = await Promise.allSettled(
    Array.from({ length: 8 }, () => run(path, { order: [order] })),
  )

  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a process that does not say so runs any number of times for an item', async () => {
  const order = await createOrder()
  await run('sales/often', { order: [order] })

  expect(await run('sales/often', { order: [order] })).toMatchObject({ __state: 'wait' })
})

test('the variable that holds the item of an instance keeps it, others change', async () => {
  const [order, other] = [await createOrder(), await createOrder()]
  const change = (id: string, context: Record<string, unknown>) =>
    as(admin).bpm.changeContext({ params: { id }, input: { context, comment: 'because' } })
  const { __id: id } = await run('sales.orders/own', { order: [order] })

  for (const value of [[other], [], null]) {
    await expect(change(id, { order: value })).rejects.toMatchObject({
      status: 400,
      details: [
        { path: 'order', message: 'it holds the item of this instance, which cannot change' },
      ],
    })
  }
  await change(id, { order: [order], spare: [other] })
  await change(id, { spare: null })
  expect((await as(admin).bpm.get({ params: { id } })).data).toMatchObject({ order: [order] })
})

test('a step that lacked its item is done when the variable is put right', async () => {
  const { __id: id } = await run('sales/mark', {})
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance: id } })
  const order = await createOrder()

  const input = { context: { order: [order] }, comment: 'this one' }
  await as(admin).bpm.changeContext({ params: { id }, input })

  expect(incidents).toMatchObject([{ kind: 'operation', element: 'mark' }])
  expect((await as(admin).bpm.get({ params: { id } })).data).toMatchObject({ __state: 'done' })
  const { item } = await as(admin).apps.getItem({ params: { ...orders, id: order }, input: {} })
  expect(item.note).toBe('seen')
})

test('a required variable cannot be emptied', async () => {
  const { __id: id } = await run('sales/required', { word: 'there' })
  const change = (word: string | null) =>
    as(admin).bpm.changeContext({ params: { id }, input: { context: { word }, comment: 'x' } })

  await expect(change(null)).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'word', message: 'a value is required' }],
  })
  await change('another')
})

test('a process without a variable for items cannot say so', async () => {
  const applying = applyProcesses(started, 'bare', {
    bare: { yaml: 'onePerItem: true\nvariables: {}\n', bpmn: LOOK },
  })

  await expect(applying).rejects.toMatchObject({
    details: [{ message: 'the process has no variable of type SYS_COLLECTION' }],
  })
})
