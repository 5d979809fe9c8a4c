import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, eventually, flow } from '../../../../test/process.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { sql } from '../../../platform/db/sql.ts'
import { jobOn } from '../../../platform/jobs/runner.ts'
import { runImport } from './run.ts'

const started = await startApp({
  environment: { KONTOR_WORKERS: '1', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
const { app, admin, as } = started
const { apps, disk, bpm, webhooks } = as(admin)

const startOn = (event: string) =>
  diagram(`<startEvent id="start"><extensionElements><kontor:settings>
    <kontor:setting name="event" value="${event}" /><kontor:setting name="app" value="sales/orders" />
    </kontor:settings></extensionElements>
    <conditionalEventDefinition><condition>item</condition></conditionalEventDefinition></startEvent>
  <userTask id="look" kontor:performer="role:author" kontor:due="P1D" />
  <endEvent id="end" />${flow('start -> look -> end')}`)
const variables =
  '\nvariables:\n  order: { name: Order, type: SYS_COLLECTION, app: sales/orders }\n'
const fields = `fields:
  title: { name: Title, type: STRING, required: true }
  count: { name: Count, type: INTEGER, default: 1 }
  urgency: { name: Urgency, type: CATEGORY, multiple: true, options: { low: Low, high: Very high } }
  price: { name: Price, type: MONEY, currency: EUR }
  due: { name: Due, type: DATETIME, kind: date }
  seen: { name: Seen, type: DATETIME }
  rate: { name: Rate, type: FLOAT }
  paid: { name: Paid, type: BOOLEAN }
  owner: { name: Owner, type: SYS_USER }
  mail: { name: Mail, type: EMAIL }
  who: { name: Who, type: FULL_NAME }
  more: { name: More, type: JSON }
`
const statuses = `statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }, { id: 2, code: paid, name: Paid }] }
`
const yaml = `name: Orders\n${fields}${statuses}`
await applyProcesses(
  started,
  'sales',
  Object.fromEntries(
    ['created', 'updated', 'status'].map((event) => [
      `on_${event}`,
      { yaml: variables, bpmn: startOn(event) },
    ]),
  ),
  Object.fromEntries(
    ['orders', 'plain', 'many'].map((code) => [`workspaces/sales/apps/${code}.yaml`, yaml]),
  ),
)
await app.startJobs()

async function load(code: string, content: string, more: object = {}) {
  const params = { namespace: 'sales', code }
  const fileHash = randomUUID()
  await disk.uploadTemporary({ input: { hash: fileHash }, file: Buffer.from(content) })
  const { importId } = await apps.importItems({ params, input: { fileHash, ...more } })
  await runImport(jobOn(app.platform, app.platform.log), { id: importId })
  return eventually(
    () => apps.importStatus({ params, input: { importId } }),
    ({ status }) => status === 'complete' || status === 'failed',
  )
}

const eventsOf = (code: string) =>
  app.platform.db.all(sql<{ type: string; object: string; actor: string; data: object }>`
    select type, object_id as object, actor_id as actor, data from kontor.events
    where code = ${code} and type like 'app.item.%' order by position`)

test('items bring events unless the import says otherwise', async () => {
  const silent = await load('plain', '__externalId,title\n1,a\n', { events: false })
  expect(silent).toMatchObject({ created: 1 })
  expect(await eventsOf('plain')).toEqual([])

  await load('plain', '__externalId,title,__status\n1,A,\n2,b,Paid\n')
  await load('plain', '__externalId,title,__status\n1,A,Paid\n')

  const told = await eventsOf('plain')
  expect(told.map(({ type, data }) => ({ type, data }))).toEqual([
    {
      type: 'app.item.created',
      data: { after: { title: 'b', count: 1 }, withHandlers: false },
    },
    { type: 'app.item.updated', data: { before: { title: 'a' }, after: { title: 'A' } } },
    {
      type: 'app.item.status_changed',
      data: {
        before: { __status: expect.objectContaining({ status: 1 }) },
        after: { __status: expect.objectContaining({ status: 2 }) },
      },
    },
  ])
  expect(told.every(({ actor }) => actor === admin.id)).toBe(true)
})

test('the event of an imported item is that of a created one', async () => {
  const params = { namespace: 'sales', code: 'orders' }
  const context = {
    title: 'a "b" \\ \n ü',
    urgency: [{ code: 'low' }, { code: 'high' }],
    price: { cents: 123_450, currency: 'EUR' },
    due: '2026-03-02',
    seen: '2026-03-02T09:15:00Z',
    rate: 0.125,
    paid: false,
    owner: [admin.id],
    mail: [{ email: 'a@b.example', type: 'work' }],
    who: { lastname: 'Lind', firstname: 'Maria', middlename: '' },
    more: { a: null, b: [1, null] },
  }
  const { item } = await apps.createItem({ params, input: { context } })
  const cells = Object.entries(context).map(([code, value]) =>
    code === 'title' ? context.title : cell(code, value),
  )
  const quoted = cells.map((text) => `"${text.replaceAll('"', '""')}"`)
  await load('orders', `${Object.keys(context).join()}\n${quoted.join()}\n`)

  const [single, imported] = await eventsOf('orders')
  expect(single?.object).toBe(`item:sales/orders/${item.__id}`)
  expect(imported?.data).toEqual(single?.data)
})

/** As a spreadsheet has it. */
const cell = (code: string, value: unknown): string => {
  const own: Record<string, string> = { urgency: 'low; high', price: '1234.50', owner: admin.id }
  if (code in own) return own[code] ?? ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

test('5,000 rows are 5,000 events in their order, and a webhook gets each of them', async () => {
  let secret = ''
  const receiver = await startReceiver(() => secret)
  const created = await webhooks.create({
    input: { name: 'many', url: receiver.url, types: ['app.item.*'], apps: ['sales/many'] },
  })
  secret = created.secret
  const rows = Array.from({ length: 5000 }, (_, at) => `row ${at},${at}\n`)

  expect(await load('many', `title,count\n${rows.join('')}`)).toMatchObject({ created: 5000 })

  const counts = (await eventsOf('many')).map(
    ({ data }) => (data as { after: { count: number } }).after.count,
  )
  expect(counts).toEqual(rows.map((_, at) => at))
  await expect.poll(() => new Set(receiver.received.map(({ body }) => body.object)).size).toBe(5000)
})

test('new items start processes only if the import asks for it, changed ones always do', async () => {
  const count = async (code: string) => {
    const params = { namespace: 'sales', code }
    return (await bpm.listByTemplate({ params, input: {} })).result.total ?? 0
  }
  await load('orders', '__externalId,title\nx1,a\n')
  await load('orders', '__externalId,title\nx1,b\nx2,c\nx3,d\n', { withEventHandlers: true })
  await load('orders', '__externalId,__status\nx1,Paid\n', { events: false })
  await load('orders', '__externalId,__status\nx2,Paid\n')

  const counts = () => Promise.all(['on_created', 'on_updated', 'on_status'].map(count))
  await expect.poll(counts).toEqual([2, 1, 1])
  await expect(
    load('orders', 'title\ne\n', { withEventHandlers: true, events: false }),
  ).rejects.toThrow('"events" is false')
})
