import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { definitionId } from '../../lib/codes.ts'

const { as, admin } = await startApp()
const { solutions, scheme, users } = as(admin)

const USERS = 'users:\n  olga: { firstName: Olga }\n  pete: { firstName: Pete }\n'
const CHART = `departments:
  - code: shop
    name: Shop
    positions:
      - { code: seller, name: Seller, users: [pete] }
`
const files = (more: Record<string, string> = {}) =>
  solution('shop', {
    'workspaces/shop/workspace.yaml': 'name: Shop\n',
    'workspaces/shop/apps/orders.yaml':
      'name: Orders\nrights:\n  "position:seller": [read]\n  "group:shop/staff": [create]\n',
    'workspaces/shop/groups/staff.yaml': 'name: Staff\nmembers: ["department:shop", "user:olga"]\n',
    'workspaces/shop/apps/orders/groups/keepers.yaml': 'name: Keepers\nisRole: true\n',
    'people/users.yaml': USERS,
    'people/org-chart.yaml': CHART,
    ...more,
  })
const idOf = (login: string) => definitionId('user', 'global', login)

test('a plan says what happens to people', async () => {
  const { plan } = await solutions.plan({ input: { files: files() } })

  expect(plan.effects).toEqual([
    'create user olga',
    'create user pete',
    'create department shop',
    'create position seller',
    'put pete on position seller',
    'create group shop/staff',
    'create group shop.orders/keepers',
    'add department:shop, user:olga to group shop/staff',
  ])
  expect((await users.listPeople({ input: { text: 'olga' } })).total).toBe(0)
})

test('a plan names members that do not exist, with their place', async () => {
  const wrong = files({ 'people/org-chart.yaml': CHART.replace('[pete]', '[pit]') })

  const call = solutions.plan({ input: { files: wrong } })

  await expect(call).rejects.toMatchObject({
    status: 400,
    details: [
      {
        path: 'people/org-chart.yaml:5:47',
        message: 'there is no user "pit", expected one of "olga", "pete"',
      },
    ],
  })
})

test('applying a solution makes its people, and they have their rights', async () => {
  await solutions.apply({ input: { files: files() } })

  const inApp = await scheme.listAppGroups({ params: { namespace: 'shop', code: 'orders' } })
  expect(inApp.result.result.map(({ code, namespace }) => [code, namespace])).toEqual([
    ['keepers', 'shop.orders'],
  ])
  const inWorkspace = await scheme.listWorkspaceGroups({ params: { namespace: 'shop' } })
  expect(inWorkspace.result.result.map(({ code }) => code)).toEqual(['staff'])
  const may = async (login: string, right: string) => {
    const question = { user: idOf(login), right, kind: 'app', object: 'shop/orders' }
    return (await as(admin).access.explain({ input: question })).allowed
  }
  expect(await may('pete', 'read')).toBe(true)
  expect(await may('pete', 'create')).toBe(true)
  expect(await may('olga', 'create')).toBe(true)
  expect(await may('olga', 'read')).toBe(false)
})

test('groups are made where there is a workspace, an app, or the company', async () => {
  const create = (namespace: string) =>
    scheme.createGroup({ params: { namespace }, input: { __name: 'By hand' } })

  for (const namespace of ['shop', 'shop.orders', 'global']) {
    expect((await create(namespace)).group).toMatchObject({ namespace })
  }
  for (const namespace of ['shop.nothing', 'nothing', 'ext_nothing', 'ext_', 'shop.']) {
    await expect(create(namespace)).rejects.toMatchObject({ status: 404 })
  }
  const unknown = scheme.listAppGroups({ params: { namespace: 'shop', code: 'nothing' } })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
})

test('a code that several workspaces use is no name for a group', async () => {
  const other = solution('other', {
    'workspaces/other/workspace.yaml': 'name: Other\n',
    'workspaces/other/groups/staff.yaml': 'name: Other staff\n',
  })
  expect((await scheme.getGroup({ params: { id: 'staff' } })).group.namespace).toBe('shop')
  await solutions.apply({ input: { files: other } })

  const call = scheme.getGroup({ params: { id: 'staff' } })

  await expect(call).rejects.toThrow('(in other, shop): use the id')
})

test('removing a solution takes its people with it', async () => {
  await solutions.remove({ params: { code: 'shop' }, input: { allowLoss: 'true' } })

  const { user } = await users.getPerson({ params: { id: idOf('pete') } })
  expect(user.deletedAt).not.toBeNull()
  const params = { id: definitionId('group', 'shop', 'staff') }
  expect((await scheme.getGroup({ params })).group.__deletedAt).not.toBeNull()
  expect((await users.getOrgChart()).units).toEqual([])
  const late = scheme.createGroup({ params: { namespace: 'shop' }, input: { __name: 'Late' } })
  await expect(late).rejects.toMatchObject({ status: 404 })
})
