import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { diagram, flow } from '../../../test/process.ts'
import { solution } from '../../../test/solution.ts'

const { as, admin, make } = await startApp()
const [seller, clerk, starter, nobody] = [
  await make.user({ login: 'seller' }),
  await make.user({ login: 'clerk' }),
  await make.user({ login: 'starter' }),
  await make.user({ login: 'nobody' }),
]

const BPMN = diagram(`<startEvent id="start" /><endEvent id="end" />${flow('start -> end')}`)
const FILES = {
  'workspaces/shop/workspace.yaml': 'name: Shop\nhome: main\n',
  'workspaces/shop/apps/sales.yaml': `name: Sales
fields:
  title: { name: Title, type: STRING }
  margin: { name: Margin, type: INTEGER }
rights: { user:seller: [read, create], user:clerk: [read] }
fieldRights: { margin: { user:seller: [read] } }
`,
  'workspaces/shop/apps/wages.yaml': 'name: Wages\nrights: { role:author: [read] }\n',
  'workspaces/shop/reports/numbers.yaml': `name: Numbers
columns: { n: { name: N, type: INTEGER } }
sql: select 1 as n
rights: { user:seller: [read] }
`,
  'workspaces/shop/contracts/all.yaml': `name: All
fields: { title: { name: Title, type: STRING } }
apps: { shop/sales: { title: title } }
`,
  'workspaces/shop/processes/sell.yaml':
    'name: Sell\nrights: { user:seller: [read, create], user:starter: [create] }\n',
  'workspaces/shop/processes/sell.bpmn': BPMN,
}
const WIDGETS: Record<string, string> = {
  list: 'list\nsettings: { app: shop/sales, columns: [title, margin] }',
  by_margin:
    'list\nsettings: { app: shop/sales, filter: { tf: { margin: { min: 7, max: null } } } }',
  sum: 'number\nsettings: { app: shop/sales, function: sum, field: margin }',
  wages: 'number\nsettings: { app: shop/wages }',
  gathered: 'number\nsettings: { contract: shop/all }',
  report: 'report\nsettings: { report: shop/numbers }',
  heat: 'process\nsettings: { process: shop/sell }',
  start: 'button\nsettings: { start: shop/sell }',
  create: 'button\nsettings: { create: shop/sales }',
  text: 'text\nsettings: { text: Hello }',
  odd: 'gauge\nsettings: { level: 5 }',
}
const placed = Object.keys(WIDGETS).map(
  (code) => `  - ${code === 'list' ? '{ widget: list, width: 6, height: 2, column: 3 }' : code}\n`,
)
const apply = (more: Record<string, string> = {}) =>
  as(admin).solutions.apply({
    input: {
      files: solution('shop', {
        ...FILES,
        ...Object.fromEntries(
          Object.entries(WIDGETS).map(([code, text]) => [
            `workspaces/shop/widgets/${code}.yaml`,
            `name: ${code}\ntype: ${text}\n`,
          ]),
        ),
        'workspaces/shop/pages/main.yaml': `name: Main\nsort: 20\nwidgets:\n${placed.join('')}`,
        'workspaces/shop/pages/notes.yaml': 'name: Notes\nsort: 10\nwidgets: [text]\n',
        'workspaces/shop/pages/pay.yaml': 'name: Pay\nsort: 30\ntype: GROUP\n',
        'workspaces/shop/pages/wages.yaml':
          'name: Wages\nsort: 31\ntype: APPLICATION\napp: shop/wages\n',
        'workspaces/shop/pages/empty.yaml': 'name: Nothing below\nsort: 40\ntype: GROUP\n',
        'workspaces/shop/pages/site.yaml':
          'name: Site\nsort: 25\ntype: LINK\nlink: https://example.com\n',
        'workspaces/shop/pages/secret.yaml': 'name: Secret\nhidden: true\nwidgets: [text]\n',
        ...more,
      }),
      allowLoss: true,
    },
  })
await apply()

type Person = { token: string }
const params = { namespace: 'shop', code: 'main' }
const widgetsOf = async (user: Person) =>
  (await as(user).workplace.page({ params })).page.widgets.map(({ code }) => code)
const shopOf = async (user: Person) =>
  (await as(user).workplace.navigation()).workspaces.find(({ code }) => code === 'shop')

const OPEN = ['wages', 'text', 'odd']

test.each([
  ['an administrator', admin, Object.keys(WIDGETS)],
  ['a seller', seller, Object.keys(WIDGETS)],
  ['a clerk, without the margin', clerk, ['list', 'wages', 'gathered', 'text', 'odd']],
  ['one who only starts the process', starter, ['wages', 'start', 'text', 'odd']],
  ['a stranger, whom authors of wages may be', nobody, OPEN],
])('%s sees the widgets of what they may open', async (_, user, expected) => {
  expect(await widgetsOf(user)).toEqual(expected)
})

test('a field that is hidden from the caller is no column, and its name is nowhere', async () => {
  const { page } = await as(clerk).workplace.page({ params })

  expect(page.widgets[0]).toEqual({
    code: 'list',
    name: 'list',
    type: 'list',
    settings: { app: 'shop/sales', columns: ['title'] },
    width: 6,
    height: 2,
    column: 3,
  })
  expect(JSON.stringify(page)).not.toContain('margin')
  expect(page).toMatchObject({ name: 'Main', solution: 'shop' })
})

test('a widget that nobody knows how to draw says so, and a button starts what it may', async () => {
  const { page } = await as(seller).workplace.page({ params })

  expect(page.widgets.find(({ code }) => code === 'odd')).toMatchObject({ settings: null })
})

test('the menu has pages in their order, without headings over nothing', async () => {
  const shop = await shopOf(seller)

  expect(shop?.home).toBe('main')
  expect(shop?.pages.map(({ code, type }) => `${code} ${type}`)).toEqual([
    'notes PAGE',
    'main PAGE',
    'site LINK',
    'pay GROUP',
    'wages APPLICATION',
  ])
  expect(shop?.pages[2]).toMatchObject({ href: 'https://example.com', app: null })
  expect(shop?.pages[4]).toMatchObject({ href: null, app: 'shop/wages' })
})

test('who may open nothing of a workspace sees none of its pages', async () => {
  await apply({ 'workspaces/shop/apps/wages.yaml': 'name: Wages\n' })

  expect(await shopOf(nobody)).toBeUndefined()
  for (const code of ['main', 'notes', 'secret']) {
    await expect(
      as(nobody).workplace.page({ params: { namespace: 'shop', code } }),
    ).rejects.toMatchObject({ status: 404 })
  }
  const shop = await shopOf(clerk)
  expect(shop?.pages.map(({ code }) => code)).toEqual(['notes', 'main', 'site'])
})

test('a page that is not there, or is no page, is not found', async () => {
  for (const code of ['other', 'pay', 'site']) {
    const asked = as(admin).workplace.page({ params: { namespace: 'shop', code } })
    await expect(asked).rejects.toMatchObject({ status: 404 })
  }
})
