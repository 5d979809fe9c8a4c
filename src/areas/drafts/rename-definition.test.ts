import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { diagram, flow } from '../../../test/process.ts'
import { solution } from '../../../test/solution.ts'

const { as, admin } = await startApp()
const client = as(admin)

const at = (file: string) => `workspaces/shop/${file}`

/** Every place in which a definition can be named. */
const FILES = {
  [at('workspace.yaml')]:
    'name: Shop\nhome: home\nrights: { "group:shop.orders/clerks": [read] }\n',
  [at('apps/orders.yaml')]: `# What is sold.
name: Orders
fields:
  title: { name: Title, type: STRING }
rights: { "group:shop.orders/clerks": [read, update], "group:shop/buyers": [read] }
`,
  [at('apps/orders/groups/clerks.yaml')]: 'name: Clerks\nmembers: ["group:shop/buyers"]\n',
  [at('groups/buyers.yaml')]: 'name: Buyers\n',
  [at('apps/lines.yaml')]: `name: Lines
fields:
  order: { name: Order, type: SYS_COLLECTION, app: shop/orders }   # one
  any: { name: Any, type: REF_ITEM, apps: [shop/orders, shop/lines] }
`,
  [at('contracts/sums.yaml')]: `name: Sums
fields: { title: { name: Title, type: STRING } }
apps: { shop/orders: { title: title } }
`,
  [at('reports/orders.yaml')]: `name: Orders
columns: { title: { name: Title, type: STRING } }
query: { app: shop/orders }
`,
  [at('reports/typed.yaml')]: `name: Typed
columns: { title: { name: Title, type: STRING } }
sql: select title from ws_shop.orders
`,
  [at('widgets/list.yaml')]: `name: List
type: list
settings:
  app: shop/orders
  columns: [title]
  filter: { eql: { query: "[title] in (select [title] from [shop.orders] where [title] = parent.[title])" } }
`,
  [at('widgets/chart.yaml')]:
    'name: Chart\ntype: chart\nsettings: { report: shop/orders, x: title, y: [title] }\n',
  [at('pages/home.yaml')]: 'name: Home\nwidgets: [list, { widget: chart, width: 6 }]\n',
  [at('apps/orders/processes/check.yaml')]: 'name: Check\n',
  [at('apps/orders/processes/check.bpmn')]: diagram(`
    <startEvent id="start" /><endEvent id="end" />
    <userTask id="look" kontor:performer="group:shop.orders/clerks, group:shop/buyers" />
    ${flow('start -> look -> end')}`),
  [at('processes/run.yaml')]: `name: Run
variables: { order: { name: Order, type: SYS_COLLECTION, app: shop/orders } }
`,
  [at('processes/run.bpmn')]: diagram(`
    <startEvent id="start"><extensionElements><kontor:settings>
      <kontor:setting name="app" value="shop/orders" /><kontor:setting name="event" value="created" />
    </kontor:settings></extensionElements></startEvent>
    <callActivity id="call" calledElement="shop.orders/check" />
    <scriptTask id="count"><script>return { order: find("shop/orders") }</script></scriptTask>
    <endEvent id="end" />
    ${flow('start -> call -> count -> end')}`),
}

async function start() {
  const input = { solution: `shop_${Math.random().toString(36).slice(2)}`, name: 'Shop' }
  const { draft } = await client.drafts.create({ input })
  const edits = Object.entries(FILES).map(([file, text]) => ({ file, op: 'create', text }) as const)
  const { problems } = await client.drafts.edit({ params: { id: draft.id }, input: { edits } })
  expect(problems).toEqual([])
  return draft.id
}

const textsOf = async (id: string) => {
  const { draft } = await client.drafts.get({ params: { id } })
  const paths = draft.files.filter(({ state }) => state !== 'removed').map(({ path }) => path)
  const files = await Promise.all(
    paths.map((path) => client.drafts.getFile({ params: { id }, input: { path } })),
  )
  return Object.fromEntries(files.map(({ file }) => [file.path, file.text ?? '']))
}

const rename = (id: string, file: string, to: string, dryRun = false) =>
  client.drafts.rename({ params: { id }, input: { file, at: [], to, dryRun } })

test('an app that is not published gets another code, with its folder and all that names it', async () => {
  const id = await start()
  const before = await textsOf(id)

  const dry = await rename(id, at('apps/orders.yaml'), 'sales', true)
  const unchanged = await textsOf(id)
  const done = await rename(id, at('apps/orders.yaml'), 'sales')

  expect(unchanged).toEqual(before)
  expect(done.usages).toEqual(dry.usages)
  expect(done.problems).toEqual([])
  expect(done.removed.sort()).toEqual(
    ['apps/orders.yaml', 'apps/orders/groups/clerks.yaml', 'apps/orders/processes/check.bpmn']
      .concat('apps/orders/processes/check.yaml')
      .map(at),
  )
  const left = done.usages.filter(({ after }) => after === null)
  expect(left.map(({ file, element }) => [file, element])).toEqual([
    [at('processes/run.bpmn'), 'count'],
    [at('reports/typed.yaml'), undefined],
  ])
  const after = await textsOf(id)
  const expected = Object.entries(before).map(([path, text]) => [
    path.replace('apps/orders', 'apps/sales'),
    path === at('widgets/chart.yaml') || path === at('reports/typed.yaml')
      ? text
      : text
          .replaceAll('shop.orders', 'shop.sales')
          .replaceAll(/shop\/orders(?!")|shop\/orders(?=" \/>)/g, 'shop/sales'),
  ])
  expect(after).toEqual(Object.fromEntries(expected))
})

test('a group, a report, a process and a workspace are renamed in the same way', async () => {
  const id = await start()

  await rename(id, at('groups/buyers.yaml'), 'people')
  await rename(id, at('reports/orders.yaml'), 'sums')
  await rename(id, at('apps/orders/processes/check.yaml'), 'inspect')
  await rename(id, at('widgets/chart.yaml'), 'bars')
  await rename(id, at('pages/home.yaml'), 'start')
  const { problems, usages } = await rename(id, at('workspace.yaml'), 'market')

  const texts = await textsOf(id)
  expect(problems).toEqual([])
  expect(Object.keys(texts).filter((path) => path.startsWith('workspaces/shop'))).toEqual([])
  const of = (path: string) => texts[`workspaces/market/${path}`]
  expect(of('workspace.yaml')).toContain('home: start\nrights: { "group:market.orders/clerks"')
  expect(of('apps/orders.yaml')).toContain('"group:market/people": [read]')
  expect(of('widgets/bars.yaml')).toContain('report: market/sums')
  expect(of('pages/start.yaml')).toContain('widgets: [list, { widget: bars, width: 6 }]')
  expect(of('processes/run.bpmn')).toContain('calledElement="market.orders/inspect"')
  expect(of('apps/orders/processes/inspect.bpmn')).toContain(
    'kontor:performer="group:market.orders/clerks, group:market/people"',
  )
  expect(usages.filter(({ after }) => after === null)).toHaveLength(2)
})

test('what is published keeps its code, but for pages and widgets', async () => {
  const files = solution('fixed', {
    'workspaces/fixed/apps/deals.yaml': 'name: Deals\nfields: {}\n',
    'workspaces/fixed/widgets/list.yaml': 'name: L\ntype: list\nsettings: { app: fixed/deals }\n',
    'workspaces/fixed/pages/main.yaml': 'name: Main\nwidgets: [list]\n',
  })
  await client.solutions.apply({ input: { files } })
  const place = { namespace: 'fixed', code: 'deals' }
  await client.apps.createItem({ params: place, input: { context: { __name: 'One' } } })
  const { draft } = await client.drafts.create({ input: { solution: 'fixed' } })
  const inFixed = (file: string) => `workspaces/fixed/${file}`

  const refused = rename(draft.id, inFixed('apps/deals.yaml'), 'sales')
  await expect(refused).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('change its name instead'),
  })
  await rename(draft.id, inFixed('widgets/list.yaml'), 'table')
  const { revision } = await rename(draft.id, inFixed('pages/main.yaml'), 'front')
  await client.drafts.publish({ params: { id: draft.id }, input: { revision } })

  const { page } = await client.workplace.page({ params: { namespace: 'fixed', code: 'front' } })
  expect(page.name).toBe('Main')
  const { result } = await client.apps.listItems({ params: place, input: {} })
  expect(result.total).toBe(1)
})

const EXTENSION = 'workspaces/_clients/apps/_companies/extension.yaml'

const WRONG: [string, string, string, number, string][] = [
  ['a code that is taken', at('apps/orders.yaml'), 'lines', 409, 'is taken'],
  ['its own code', at('apps/orders.yaml'), 'orders', 400, 'already'],
  ['no code', at('apps/orders.yaml'), '../a', 400, 'a code starts with'],
  ['the solution', 'solution.yaml', 'other', 400, 'no code of its own'],
  ['an extension, which is called as its solution', EXTENSION, 'other', 400, 'no code of its own'],
  ['a file that is not there', at('apps/none.yaml'), 'other', 404, 'none'],
]

test('a wrong code is refused, and nothing is changed', async () => {
  const id = await start()
  const added = { file: EXTENSION, op: 'create', text: 'fields: {}\n' } as const
  await client.drafts.edit({ params: { id }, input: { edits: [added] } })
  const before = await client.drafts.get({ params: { id } })

  for (const [, file, to, status, message] of WRONG) {
    await expect(rename(id, file, to)).rejects.toMatchObject({
      status,
      message: expect.stringContaining(message),
    })
  }

  const { draft } = await client.drafts.get({ params: { id } })
  expect(draft.revision).toBe(before.draft.revision)
})
