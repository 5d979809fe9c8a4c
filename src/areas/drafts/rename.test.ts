import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { diagram, flow } from '../../../test/process.ts'
import { solution } from '../../../test/solution.ts'
import { SETTINGS } from '../../engine/checks/steps.ts'
import { READ_AS } from '../solutions/rename/diagram.ts'

const { as, admin, make } = await startApp()
const client = as(admin)

const at = (file: string) => `workspaces/shop/${file}`
const ORDERS = at('apps/orders.yaml')
const DOCX = at('apps/orders/documents/note.docx')

/** Every place in which a field can be named. */
const FILES = {
  [ORDERS]: `# What is sold.
name: Orders
nameTemplate: "{$title} for {$total}"
fields:
  title: { name: Title, type: STRING }
  # In euros.
  total: { name: Total, type: FLOAT, indexed: true }   # the sum
  stage:
    name: Stage
    type: CATEGORY
    options: { open: Open, paid: Paid }
    default: [{ code: open }]
statuses:
  - code: life
    name: Life
    statuses: [{ id: 1, code: new, name: New }, { id: 2, code: done, name: Done }]
transitions:
  - { from: new, to: [done], requires: [total] }
  - { from: life/*, to: new, by: [process] }
locks:
  - { in: done, fields: [total] }
externalKeys: [total]
forms:
  create: [title, total]
  edit: [title, { field: total, visible: "total > 5", required: { gt: [{ field: total }, { const: 1 }] } }]
columns: [title, total]
views:
  mine: { name: Mine, type: table, columns: [total], sort: [{ field: total }], filter: { tf: { total: 5 } } }
  month: { name: Month, type: board, group: life, colourBy: stage, limits: { done: 4 } }
  sums: { name: Sums, type: table, groupBy: stage, summaries: { total: sum }, colours: [{ when: "total > 9", colour: red }] }
fieldRights:
  stage: { "group:all_users": [read, update] }
`,
  [at('apps/lines.yaml')]: `name: Lines
fields:
  order: { name: Order, type: SYS_COLLECTION, app: shop/orders }
  total: { name: Another total, type: FLOAT }
`,
  [at('contracts/sums.yaml')]: `name: Sums
fields: { total: { name: Sum, type: FLOAT } }
apps:
  shop/orders: { total: total }
  shop/lines: { total: total }
`,
  [at('reports/plain.yaml')]: `name: Plain
columns:
  title: { name: Title, type: STRING }
  total: { name: Total, type: FLOAT }
query:
  app: shop/orders
  filter: { and: [{ gte: [{ field: total }, { const: 5 }] }, { tf: { total: { max: 9 } } }] }
chart: { kind: bar, along: title, values: [total] }
`,
  [at('reports/grouped.yaml')]: `name: Grouped
columns:
  total: { name: Total, type: FLOAT }
  number: { name: How many, type: FLOAT }
  most: { name: Most, type: FLOAT }
query:
  app: shop/orders
  groupBy: [total]
  values: { number: { function: count }, most: { function: max, field: total } }
pivot: total
`,
  [at('reports/typed.yaml')]: `name: Typed
columns: { total: { name: Total, type: FLOAT } }
sql: select total from ws_shop.orders
`,
  [at('widgets/list.yaml')]: `name: List
type: list
settings:
  app: shop/orders
  columns: [title, total]
  sort: [{ field: total }]
  statusCode: [new]
  filter: { eql: { query: "[total] > 5 and [title] in (select [title] from [shop.lines] where [order.total] = parent.[total] or [total] > 1)" } }
`,
  [at('widgets/board.yaml')]: `name: Board
type: board
settings: { app: shop/orders, group: life, card: [total], sumOf: total, filter: { tf: { stage: [open] } } }
`,
  [at('widgets/chart.yaml')]: `name: Chart
type: chart
settings: { report: shop/plain, x: title, y: [total] }
`,
  [at('widgets/number.yaml')]: `name: Number
type: number
settings: { contract: shop/sums, function: sum, field: total }
`,
  [at('pages/home.yaml')]: 'name: Home\nwidgets: [list, board, chart, number]\n',
  [at('processes/check.yaml')]: `name: Check
nameTemplate: "Check {$order.total}"
variables:
  order: { name: Order, type: SYS_COLLECTION, app: shop/orders }
  line: { name: Line, type: SYS_COLLECTION, app: shop/lines }
  total: { name: A variable, type: FLOAT }
  note: { name: Note, type: STRING }
`,
  [at('processes/check.bpmn')]: diagram(`
    <!-- order.total stays here -->
    <startEvent id="start" />
    <userTask id="look" name="Look at {$order.total} &amp; {$total}">
      <extensionElements><kontor:form><kontor:formField code="total" name="total" /></kontor:form></extensionElements>
    </userTask>
    <serviceTask id="change" kontor:step="app_update"><extensionElements>
      <kontor:settings><kontor:setting name="target" value="order" /></kontor:settings>
      <kontor:mappings>
        <kontor:mapping direction="in" source="line.order.total + total" target="total" />
      </kontor:mappings></extensionElements></serviceTask>
    <serviceTask id="make" kontor:step="app_create"><extensionElements>
      <kontor:settings><kontor:setting name="app" value="shop/lines" /></kontor:settings>
      <kontor:mappings>
        <kontor:mapping direction="in" source="order.total" target="total" />
      </kontor:mappings></extensionElements></serviceTask>
    <serviceTask id="finish" kontor:step="status"><extensionElements><kontor:settings>
      <kontor:setting name="target" value="order" /><kontor:setting name="status" value="done" />
    </kontor:settings></extensionElements></serviceTask>
    <scriptTask id="count"><script><![CDATA[return { total: context.order.total }]]></script></scriptTask>
    <exclusiveGateway id="which" default="small" />
    <endEvent id="end" /><endEvent id="other" />
    <sequenceFlow id="big" sourceRef="which" targetRef="end">
      <conditionExpression>order.total &gt; 5 &amp;&amp; note != "order.total"</conditionExpression></sequenceFlow>
    <sequenceFlow id="small" sourceRef="which" targetRef="other" />
    ${flow('start -> look -> change -> make -> finish -> count -> which')}`),
  [at('apps/orders/documents/note.yaml')]: 'name: Note\nfile: note.docx\n',
}

const docx = readFileSync(
  join(
    import.meta.dirname,
    '../../../solutions/crm/workspaces/crm/apps/orders/documents/confirmation.docx',
  ),
)
await client.solutions.apply({
  input: { files: [...solution('shop', FILES), { path: DOCX, base64: docx.toString('base64') }] },
})

const start = async () => (await client.drafts.create({ input: { solution: 'shop' } })).draft.id
const textOf = async (id: string, path: string) =>
  (await client.drafts.getFile({ params: { id }, input: { path } })).file.text ?? ''

test('a renamed field has its new code wherever it was named, and keeps its values', async () => {
  const ann = await make.user()
  const view = { id: '1', name: 'Mine', search: 'columns=title,total&sort=-total' }
  const packed = encodeURIComponent('["and",["total","more",5]]')
  const colours = encodeURIComponent('[["red",["and",["total","more",5]]]]')
  const own = `lanes=total&summaries=total:sum,title:count&colours=${colours}`
  const filter = `${view.search}&filter=${packed}&${own}`
  const settings = { columns: ['total'], views: [view, { ...view, search: filter }] }
  await as(ann).workplace.saveSetting({
    params: { key: 'apps/shop/orders' },
    input: { value: settings },
  })
  const place = { namespace: 'shop', code: 'orders' }
  const { item } = await client.apps.createItem({
    params: place,
    input: { context: { title: 'Ten chairs', total: 7 } },
  })
  const id = await start()
  const params = { id }
  const wanted = { file: ORDERS, at: ['fields', 'total'], to: 'amount' }

  const dry = await client.drafts.rename({ params, input: { ...wanted, dryRun: true } })
  const done = await client.drafts.rename({ params, input: wanted })

  expect(dry).toMatchObject({ revision: 1, files: [], personal: 1, hidden: 0 })
  expect(done).toMatchObject({ revision: 2, usages: dry.usages, problems: [] })
  const left = done.usages.filter(({ after }) => after === null)
  expect(left.map(({ file, why }) => [file, why])).toEqual([
    [at('processes/check.bpmn'), 'people'],
    [at('reports/typed.yaml'), 'people'],
    [DOCX, 'people'],
  ])
  const app = await textOf(id, ORDERS)
  expect(app).toContain('# In euros.\n  amount: { name: Total, type: FLOAT, indexed: true')
  expect(app).toContain('renamedFrom: [ total ]')
  expect(app.replace(/ +amount: \{.*/, '')).not.toContain('total')
  expect(await textOf(id, at('apps/lines.yaml'))).toBe(FILES[at('apps/lines.yaml')])
  expect(await textOf(id, at('contracts/sums.yaml'))).toContain('shop/orders: { total: amount }')
  for (const path of ['reports/plain.yaml', 'reports/grouped.yaml', 'widgets/chart.yaml']) {
    expect(await textOf(id, at(path))).toBe(FILES[at(path)]?.replaceAll('total', 'amount'))
  }
  expect(await textOf(id, at('widgets/board.yaml'))).toContain('card: [amount], sumOf: amount')
  expect(await textOf(id, at('widgets/list.yaml'))).toContain(
    '[amount] > 5 and [title] in (select [title] from [shop.lines] where [order.amount] = parent.[amount] or [total] > 1)',
  )
  const bpmn = FILES[at('processes/check.bpmn')] ?? ''
  expect(await textOf(id, at('processes/check.bpmn'))).toBe(
    bpmn
      .replace('{$order.total}', '{$order.amount}')
      .replace(
        'source="line.order.total + total" target="total"',
        'source="line.order.amount + total" target="amount"',
      )
      .replace('source="order.total" target="total"', 'source="order.amount" target="total"')
      .replace('order.total &gt; 5', 'order.amount &gt; 5')
      .replace('"order.total"</', '&quot;order.total&quot;</'),
  )

  const { plan } = await client.drafts.plan({ params })
  const change = plan?.changes.find(({ code }) => code === 'orders')
  expect(change?.data).toEqual(['column of "total" renamed to "amount", with 1 value'])
  expect(change?.words).toContain('field "total" renamed to "amount"')
  expect(change?.blockers).toEqual([])
  await client.drafts.publish({ params, input: { revision: done.revision } })

  const { item: read } = await client.apps.getItem({ params: { ...place, id: item.__id } })
  expect(read).toMatchObject({ amount: 7, __name: 'Ten chairs for 7' })
  const { settings: after } = await as(ann).workplace.getSettings({})
  expect(JSON.stringify(after)).not.toContain('total')
  expect(after['apps/shop/orders']).toMatchObject({ columns: ['amount'] })

  // An older version that comes back has the values, too.
  const { draft } = await client.solutions.draftVersion({ params: { code: 'shop', number: 1 } })
  const back = await client.drafts.plan({ params: { id: draft.id } })
  expect(back.plan?.changes.find(({ code }) => code === 'orders')?.data).toEqual([
    'column of "amount" renamed to "total", with 1 value',
  ])
  const { revision } = draft
  await client.drafts.publish({ params: { id: draft.id }, input: { revision } })
  const { item: again } = await client.apps.getItem({ params: { ...place, id: item.__id } })
  expect(again).toMatchObject({ total: 7 })
})

test('a renamed status and a renamed option keep the items that have them', async () => {
  const place = { namespace: 'shop', code: 'orders' }
  const { item } = await client.apps.createItem({
    params: place,
    input: { context: { title: 'A table', stage: [{ code: 'open' }] } },
  })
  const id = await start()
  const rename = (path: (string | number)[], to: string) =>
    client.drafts.rename({ params: { id }, input: { file: ORDERS, at: path, to } })

  await rename(['statuses', 0, 'statuses', 1], 'closed')
  await rename(['statuses', 0], 'course')
  const { revision, problems } = await rename(['fields', 'stage', 'options', 'open'], 'begun')

  expect(problems).toEqual([])
  const app = await textOf(id, ORDERS)
  expect(app).toContain('{ from: new, to: [closed], requires: [total] }')
  expect(app).toContain('{ from: course/*, to: new, by: [process] }')
  expect(app).toContain('{ in: closed, fields: [total] }')
  expect(app).toContain('type: board, group: course, colourBy: stage, limits: { closed: 4 }')
  expect(app).toContain('options: { begun: Open, paid: Paid }\n    default: [{ code: begun }]')
  expect(await textOf(id, at('processes/check.bpmn'))).toContain('name="status" value="closed"')
  expect(await textOf(id, at('widgets/board.yaml'))).toContain('group: course')
  expect(await textOf(id, at('widgets/board.yaml'))).toContain('stage: [begun]')
  const { plan } = await client.drafts.plan({ params: { id } })
  expect(plan?.changes.flatMap(({ blockers }) => blockers)).toEqual([])
  await client.drafts.publish({ params: { id }, input: { revision } })
  const { item: read } = await client.apps.getItem({ params: { ...place, id: item.__id } })
  expect(read).toMatchObject({ stage: [{ code: 'begun', name: 'Open' }] })
})

test('variables, columns and parameters are renamed in their own places', async () => {
  const id = await start()
  const rename = (file: string, path: string[], to: string) =>
    client.drafts.rename({ params: { id }, input: { file: at(file), at: path, to } })

  await rename('processes/check.yaml', ['variables', 'order'], 'sale')
  const { problems } = await rename('reports/grouped.yaml', ['columns', 'total'], 'worth')

  expect(problems).toEqual([])
  const bpmn = await textOf(id, at('processes/check.bpmn'))
  expect(bpmn).toContain('source="line.order.total + total"')
  expect(bpmn).toContain('name="target" value="sale"')
  expect(bpmn).toContain('<!-- order.total stays here -->')
  expect(await textOf(id, at('reports/grouped.yaml'))).toContain(
    'groupBy: [{ field: total, as: worth }]',
  )
  await expect(rename('reports/plain.yaml', ['columns', 'total'], 'worth')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('rename that'),
  })
})

const WRONG: [string, (string | number)[], string, number, string][] = [
  ['a code that is taken', ['fields', 'total'], 'title', 409, 'is taken'],
  ['its own code', ['fields', 'total'], 'total', 400, 'already'],
  ['no code', ['fields', 'total'], 'a b', 400, 'a code starts with'],
  ['a reserved code', ['fields', 'total'], '__id', 400, 'reserved'],
  ['a field that is not there', ['fields', 'nothing'], 'a', 404, 'nothing'],
  ['a status that is not there', ['statuses', 7], 'a', 404, 'status'],
  ['something without a code', ['name'], 'a', 400, 'nothing of a app is renamed there'],
]

test.each(WRONG)('%s is refused, and nothing is changed', async (_, path, to, status, message) => {
  const id = await start()

  const call = client.drafts.rename({ params: { id }, input: { file: ORDERS, at: path, to } })

  await expect(call).rejects.toMatchObject({ status, message: expect.stringContaining(message) })
})

test('every setting of a step is read for names, or known to have none', () => {
  const known = Object.values(SETTINGS).flatMap(({ must = [], may = [] }) => [...must, ...may])

  expect(Object.keys(READ_AS).sort()).toEqual([...new Set(known)].sort())
})
