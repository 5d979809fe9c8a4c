import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { people } from '../../../test/people.ts'
import { diagram, flow } from '../../../test/process.ts'
import { solution } from '../../../test/solution.ts'
import { applyPeople } from '../people/definitions.ts'

const { as, admin, make, request } = await startApp()
const ann = await make.user({ login: 'ann' })
const bob = await make.user({ login: 'bob' })
const dan = await make.user({ login: 'dan' })

const BPMN = diagram(`<startEvent id="start" /><endEvent id="end" />${flow('start -> end')}`)
const ORDERS = `
name: Orders
elementName: Order
icon: cart
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }] }
rights:
  user:ann: [read, create, export]
`
const REPORT = `
name: Turnover
columns: { name: { name: Name, type: STRING } }
sql: select 1 as name
rights: { user:ann: [read] }
`
const process = (name: string, more: string) => ({
  [`workspaces/sales/processes/${name}.yaml`]: `name: Process ${name}\n${more}`,
  [`workspaces/sales/processes/${name}.bpmn`]: BPMN,
})

await as(admin).solutions.apply({
  input: {
    files: solution('sales', {
      'workspaces/sales/workspace.yaml':
        'name: Sales\nicon: money\nrights: { user:dan: [manage] }\n',
      'workspaces/sales/apps/orders.yaml': ORDERS,
      'workspaces/sales/apps/lines.yaml':
        'name: Lines\nhidden: true\nrights: { user:ann: [read] }\n',
      'workspaces/sales/apps/notes.yaml': 'name: Notes\nrights: { role:author: [read] }\n',
      'workspaces/sales/apps/wages.yaml': 'name: Wages\nrights: { user:bob: [read] }\n',
      'workspaces/sales/reports/turnover.yaml': REPORT,
      'workspaces/secret/workspace.yaml': 'name: Secret\nhidden: true\n',
      'workspaces/secret/apps/plans.yaml': 'name: Plans\nrights: { user:ann: [read] }\n',
      ...process('start', 'rights: { user:ann: [create] }\n'),
      ...process('watch', 'rights: { user:ann: [read] }\n'),
      ...process('timed', 'manualRun: false\nrights: { user:ann: [read, create] }\n'),
      ...process('inner', 'hidden: true\nrights: { user:ann: [create] }\n'),
      ...process('other', 'rights: { user:bob: [create] }\n'),
    }),
  },
})

const navigation = async (user: { token: string }) =>
  (await as(user).workplace.navigation()).workspaces

test('the menu has the apps that the caller may read, with what they may do there', async () => {
  const [sales, ...others] = await navigation(ann)

  expect(others).toEqual([])
  expect(sales).toMatchObject({ code: 'sales', name: 'Sales', icon: 'money' })
  const orders = sales?.apps.find(({ code }) => code === 'orders')
  expect(orders).toEqual({
    namespace: 'sales',
    code: 'orders',
    solution: 'sales',
    name: 'Orders',
    elementName: 'Order',
    type: 'STANDARD',
    icon: 'cart',
    hasStatuses: true,
    rights: { create: true, update: false, delete: false, import: false, export: true },
  })
  expect(sales?.apps.map(({ code }) => code).sort()).toEqual(['notes', 'orders'])
  expect(sales?.reports).toEqual([{ namespace: 'sales', code: 'turnover', name: 'Turnover' }])
})

test('processes are there for who may start or read them, unless they are hidden', async () => {
  const [sales] = await navigation(ann)

  const starts = sales?.processes.map(({ code, canStart }) => [code, canStart])
  expect(Object.fromEntries(starts ?? [])).toEqual({ start: true, watch: false, timed: false })
})

test('administrators see everything that is not hidden', async () => {
  const sales = (await navigation(admin)).find(({ code }) => code === 'sales')

  expect(sales?.apps.map(({ code }) => code).sort()).toEqual(['notes', 'orders', 'wages'])
  expect((await navigation(admin)).some(({ code }) => code === 'secret')).toBe(false)
})

test('the menu says who may design a workspace', async () => {
  const canManage = async (user: { token: string }) => (await navigation(user))[0]?.canManage

  expect(await Promise.all([dan, admin, ann].map(canManage))).toEqual([true, true, false])
})

test('solutions are listed for those who may design them', async () => {
  const codes = async (user: { token: string }) =>
    (await as(user).workplace.solutions()).solutions.map(({ code }) => code)

  expect(await codes(admin)).toEqual(['sales'])
  expect(await codes(ann)).toEqual([])
})

test('everybody keeps settings of their own', async () => {
  const views = [{ name: 'Mine', filter: { tf: { amount: { min: 1 } } } }, null]
  await as(ann).workplace.saveSetting({ params: { key: 'theme' }, input: { value: 'dark' } })
  await as(ann).workplace.saveSetting({
    params: { key: 'views/sales.orders' },
    input: { value: views },
  })
  await as(bob).workplace.saveSetting({ params: { key: 'theme' }, input: { value: null } })

  expect((await as(ann).workplace.getSettings()).settings).toEqual({
    theme: 'dark',
    'views/sales.orders': views,
  })
  expect((await as(bob).workplace.getSettings()).settings).toEqual({ theme: null })
})

test('a setting is replaced and forgotten', async () => {
  const eve = await make.user()
  const params = { key: 'language' }
  await as(eve).workplace.saveSetting({ params, input: { value: 'en' } })
  await as(eve).workplace.saveSetting({ params, input: { value: 'de' } })
  expect((await as(eve).workplace.getSettings()).settings).toEqual({ language: 'de' })

  await as(eve).workplace.deleteSetting({ params })

  expect((await as(eve).workplace.getSettings()).settings).toEqual({})
  const again = as(eve).workplace.deleteSetting({ params })
  await expect(again).rejects.toMatchObject({ status: 404 })
})

test('each real change of a setting has one event, which does not tell the value', async () => {
  const eve = await make.user()
  const params = { key: 'tour' }
  for (const value of ['seen', 'seen', 'later']) {
    await as(eve).workplace.saveSetting({ params, input: { value } })
  }
  await as(eve).workplace.deleteSetting({ params })

  const object = `setting:${eve.id}/tour`
  const { entries } = await as(admin).audit.list({ input: { object } })

  const types = entries.map(({ type }) => type)
  expect(types).toEqual(['setting.deleted', 'setting.saved', 'setting.saved'])
  expect(JSON.stringify(entries)).not.toMatch(/seen|later/)
})

test('a key that is none and a value that is missing are refused', async () => {
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' }
  const put = (key: string, body: string) =>
    request(`/manage/v1/me/settings/${key}`, { method: 'PUT', headers, body })

  for (const key of ['Theme', 'a%20b', 'a'.repeat(121)]) {
    const response = await put(key, '{"value":1}')
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('field \\"key\\"')
  }
  const empty = await put('theme', '{}')
  expect(empty.status).toBe(400)
  expect(await empty.text()).toContain('field \\"value\\"')
})

test('a setting has at most 64 KiB, counted in bytes', async () => {
  const params = { key: 'large' }
  const fits = 'ä'.repeat(32 * 1024 - 1)
  await as(bob).workplace.saveSetting({ params, input: { value: fits } })

  const call = as(bob).workplace.saveSetting({ params, input: { value: `${fits}a` } })

  await expect(call).rejects.toMatchObject({
    status: 413,
    message: expect.stringContaining('expected at most 65536'),
  })
})

test('a user has at most 200 settings, of which each can still change', async () => {
  const eve = await make.user()
  const save = (key: string, value: unknown) =>
    as(eve).workplace.saveSetting({ params: { key }, input: { value } })
  await make.change(`insert into kontor.user_settings (user_id, key, value, updated_at)
    select '${eve.id}', 'k' || n, '0', now() from generate_series(1, 199) n`)
  await save('k200', 0)

  await expect(save('k201', 0)).rejects.toMatchObject({
    message: expect.stringContaining('at most 200 settings'),
  })
  await save('k200', 1)
  await as(eve).workplace.deleteSetting({ params: { key: 'k1' } })
  await save('k201', 0)
})

test('the people of a head are those below, with what they are', async () => {
  const [head, clerk] = [await make.user({ login: 'head' }), await make.user({ login: 'clerk' })]
  const boss = await make.user({ login: 'boss' })
  const positions = [
    { code: 'head', name: 'Head', isHead: true, users: ['head'] },
    { code: 'clerk', name: 'Clerk', users: ['clerk'] },
  ]
  const top = {
    code: 'top',
    name: 'Top',
    positions: [{ code: 'boss', name: 'Boss', isHead: true, users: ['boss'] }],
    departments: [{ code: 'sub', name: 'Sub', positions }],
  }
  await make.asSystem((ctx) => applyPeople(ctx, people('firm', { departments: [top] })))

  const { users } = await as(boss).workplace.people()

  expect(users.map(({ id, position }) => [id, position])).toEqual([
    [clerk.id, 'Clerk'],
    [head.id, 'Head'],
  ])
  expect((await as(head).workplace.people()).users.map(({ id }) => id)).toEqual([clerk.id])
  expect((await as(clerk).workplace.people()).users).toEqual([])
})
