import { expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { startApp } from './app.ts'
import { assistantsAt } from './assistants.ts'
import { diagram, flow } from './process.ts'
import { solution } from './solution.ts'

const { as, admin, make, address } = await startApp()
const { connect, use } = assistantsAt(address, admin.token)
const APPROVE = diagram(`<startEvent id="start"><extensionElements>
    <kontor:form><kontor:formField code="who" required="true" /><kontor:formField code="reason" /></kontor:form>
  </extensionElements></startEvent>
  <userTask id="check" name="Check it" kontor:performer="variable:who" />
  <endEvent id="paid" /><endEvent id="refused" />
  ${flow('start -> check\ncheck:Pay -> paid\ncheck:Refuse -> refused')}`)
const files = solution('shop', {
  'workspaces/shop/apps/customers.yaml': 'name: Customers\nfields: {}\n',
  'workspaces/shop/apps/orders.yaml': `name: Orders
fields:
  amount: { name: Amount, type: INTEGER }
  customer: { name: Customer, type: SYS_COLLECTION, app: shop/customers, single: true }
  clerk: { name: Clerk, type: SYS_USER, single: true }
  papers: { name: Papers, type: FILE, single: false }
statuses:
  - code: main
    name: Main
    statuses: [{ id: 1, code: new, name: Just arrived }, { id: 2, code: done, name: Delivered }]
`,
  'workspaces/shop/processes/refund.yaml': `name: Refund
variables:
  who: { name: Who checks, type: SYS_USER }
  reason: { name: Why, type: STRING }
`,
  'workspaces/shop/processes/refund.bpmn': APPROVE,
})
await as(admin).solutions.apply({ input: { files } })
const ann = await make.user({ login: 'ann_lee' })
const client = await connect()
const ORDERS = 'shop/orders'

const created = async (app: string, items: object[]) =>
  (await use(client, 'kontor_create_items', { app, items })).data.rows as { __id: string }[]
const idOf = (rows: { __id: string }[], at = 0) => rows[at]?.__id ?? ''
const customers = await created('shop/customers', [{ __name: 'Acme' }, { __name: 'Globex' }])
const [acme, globex] = [idOf(customers), idOf(customers, 1)]
const orders = await created(ORDERS, [
  { __name: 'Chairs', amount: 10, customer: [acme], clerk: [ann.id] },
  { __name: 'Tables', amount: 30, customer: [acme], clerk: [ann.id] },
  { __name: 'Lamps', amount: 5, customer: [globex], clerk: [admin.id] },
])
const chairs = idOf(orders)

test('which orders does a customer have, and who cares for them?', async () => {
  const { data } = await use(client, 'kontor_list', {
    ...{ source: 'items', app: ORDERS, where: { customer: [acme] }, fields: ['clerk', 'customer'] },
    sort: [{ field: 'amount' }],
  })

  expect(data.rows.map(({ __name }: { __name: string }) => __name)).toEqual(['Chairs', 'Tables'])
  expect(data.names).toEqual({ [ann.id]: 'ann_lee', [acme]: 'Acme' })
})

test('how much is in each status?', async () => {
  await use(client, 'kontor_update_items', {
    app: ORDERS,
    changes: [{ id: idOf(orders, 2), status: 'done' }],
  })

  const { data } = await use(client, 'kontor_list', {
    ...{ source: 'items', app: ORDERS, groupBy: '__status', sum: 'amount' },
  })

  expect(data.rows).toMatchObject([
    { name: 'Just arrived', count: 2, sum: 40 },
    { name: 'Delivered', count: 1, sum: 5 },
  ])
})

test.each([
  ['customer', ['Acme', 'Globex']],
  ['clerk', ['ann_lee']],
])('how much does each %s have?', async (field, names) => {
  const { data } = await use(client, 'kontor_list', {
    ...{ source: 'items', app: ORDERS, groupBy: field, sum: 'amount' },
  })

  const listed = data.rows.map(({ name }: { name: string }) => name)
  expect(listed).toEqual(expect.arrayContaining(names))
})

test('a query with a wrong operator is mended with what the refusal says', async () => {
  const ask = (eql: string) => use(client, 'kontor_list', { source: 'items', app: ORDERS, eql })

  const refused = await ask('[amount] != 10 && [amount] > 5')
  const mended = await ask('[amount] <> 10 and [amount] > 5')

  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('<>') })
  expect(mended.data.total).toBe(1)
})

test('an item is read with its history and the names in it', async () => {
  const { data } = await use(client, 'kontor_get', {
    ...{ kind: 'item', app: ORDERS, id: chairs, history: true },
  })

  expect(data).toMatchObject({ item: { amount: 10 }, history: [{}] })
  expect(data.names).toMatchObject({ [ann.id]: 'ann_lee', [acme]: 'Acme' })
})

test('a conversation is read and answered', async () => {
  const about = { kind: 'item', app: ORDERS, id: chairs }
  const params = { namespace: 'shop', code: 'orders', target: chairs }
  const { message } = await as(admin).messages.sendMessage({
    params,
    input: { title: 'Delivery', body: 'When do they come?', mentions: [ann.id] },
  })

  const answered = await use(client, 'kontor_comment', {
    ...about,
    answerTo: message.id,
    text: 'On Monday',
  })
  const { data } = await use(client, 'kontor_messages', about)

  expect(answered.isError).toBe(false)
  expect(data).toMatchObject({
    rows: [{ title: 'Delivery', text: 'When do they come?', answers: [{ text: 'On Monday' }] }],
    total: 1,
    names: { [admin.id]: expect.any(String) },
  })
})

test('a channel is a conversation as well', async () => {
  const { channel } = await as(admin).messages.createChannel({ input: { name: 'News' } })
  const about = { kind: 'channel', id: channel.id }

  await use(client, 'kontor_comment', { ...about, text: 'Hello' })

  const { data } = await use(client, 'kontor_messages', about)
  expect(data.rows).toMatchObject([{ text: 'Hello' }])
})

test('a file is attached to an item, listed there, and read', async () => {
  const of = { app: ORDERS, id: chairs }
  const attached = await use(client, 'kontor_attach_file', {
    ...of,
    name: 'notes.txt',
    text: 'Four of them are red.',
  })
  await use(client, 'kontor_attach_file', { ...of, name: 'dot.png', base64: btoa('no picture') })

  const { data } = await use(client, 'kontor_files', of)

  expect(attached.isError).toBe(false)
  expect(data.rows).toMatchObject([
    { field: 'papers', name: 'notes.txt', contentType: 'text/plain' },
    { field: 'papers', name: 'dot.png', size: 10 },
  ])
  const [{ id: file }] = data.rows
  const read = await use(client, 'kontor_files', { file })
  expect(read.data).toMatchObject({
    text: 'Four of them are red.',
    link: expect.stringContaining('http'),
  })
  const again = await use(client, 'kontor_attach_file', { ...of, id: idOf(orders, 1), file })
  expect(again.data.files).toHaveLength(1)
  const named = await use(client, 'kontor_files', { name: 'notes' })
  expect(named.data.rows).toMatchObject([{ id: file }])
})

test.each([
  [{}, '"name" is missing'],
  [{ name: 'a.txt' }, 'expected either "text" or "base64"'],
  [{ name: 'a.txt', text: 'a', field: 'paper' }, 'did you mean "papers"'],
  [{ app: 'shop/customers', id: acme, name: 'a.txt', text: 'a' }, 'has no field for files'],
])('a file that cannot be attached says why: %j', async (args, text) => {
  const refused = await use(client, 'kontor_attach_file', { app: ORDERS, id: chairs, ...args })

  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining(text) })
})

test('every path that describe lists is described; a process with what it is started with', async () => {
  const { data } = await use(client, 'kontor_describe', {})
  const paths = [...data.apps, ...data.processes].map(({ path }: { path: string }) => path)

  expect(paths).toContain('shop/refund')
  for (const path of paths) {
    const described = await use(client, 'kontor_describe', { path })
    expect([path, described.isError]).toEqual([path, false])
  }
  const { data: refund } = await use(client, 'kontor_describe', { path: 'shop/refund' })
  expect(refund.process).toMatchObject({
    mayStart: true,
    values: [
      { code: 'who', name: 'Who checks', type: 'SYS_USER', required: true },
      { code: 'reason', name: 'Why', type: 'STRING' },
    ],
  })
})

test('a process is started, its task found and completed through one of its exits', async () => {
  const reason = newId()
  const started = await use(client, 'kontor_start_process', {
    process: 'shop/refund',
    values: { who: [admin.id], reason },
  })
  const running = await use(client, 'kontor_list', { source: 'instances' })
  const one = await use(client, 'kontor_list', { source: 'instances', process: 'shop/refund' })
  const tasks = await use(client, 'kontor_list', { source: 'tasks' })
  const { __id: task } = tasks.data.rows.find(
    ({ instance }: { instance: { __id: string } }) => instance.__id === started.data.instance.__id,
  )

  const wrong = await use(client, 'kontor_complete_task', { task, exit: 'approve' })
  const { data } = await use(client, 'kontor_get', { kind: 'task', id: task })
  const exit = data.form.exits.find(({ name }: { name: string }) => name === 'Pay').id

  expect(running.data.rows).toMatchObject([{ processName: 'Refund' }])
  expect(one.data.total).toBe(1)
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining(`${exit} ("Pay")`) })
  const done = await use(client, 'kontor_complete_task', { task, exit })
  expect(done.data).toEqual({ completed: task })
})

test('a task that is given by hand says which exit it has', async () => {
  const { id: task } = await as(admin).tasks.create({
    input: { name: 'Call them', performer: admin.id },
  })

  const wrong = await use(client, 'kontor_complete_task', { task, exit: 'approve' })

  expect(wrong.text).toContain('done ("Done")')
})

test('the list of tools stays small with all of them', async () => {
  const { tools } = await client.listTools()

  expect(tools).toHaveLength(13)
  expect(JSON.stringify(tools).length).toBeLessThan(12 * 1024)
})
