import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'

const { as, admin, make } = await startApp()
const EVERYBODY = '"group:all_users": [read, create, update]'

await as(admin).solutions.apply({
  input: {
    files: solution('crm', {
      'workspaces/crm/apps/clients.yaml': `name: Clients
elementName: Client
fields:
  parent: { name: Parent, type: SYS_COLLECTION, app: crm/clients }
rights: { ${EVERYBODY} }
`,
      'workspaces/crm/apps/deals.yaml': `name: Deals
elementName: Deal
fields:
  client: { name: Client, type: SYS_COLLECTION, app: crm/clients }
  partners: { name: Partners, type: SYS_COLLECTION, app: crm/clients, single: false }
  secret: { name: Secret, type: SYS_COLLECTION, app: crm/clients }
  elsewhere: { name: Elsewhere, type: SYS_COLLECTION, app: crm/notes }
fieldRights: { secret: {} }
rights: { "group:all_users": [create], "role:author": [read] }
`,
      'workspaces/crm/apps/notes.yaml': `name: Notes
fields:
  about: { name: About, type: REF_ITEM }
  named: { name: Named, type: REF_ITEM, apps: [crm/clients] }
rights: { "group:all_users": [read] }
`,
      'workspaces/crm/apps/orders.yaml': `name: Orders
fields:
  lines:
    name: Lines
    type: TABLE
    columns:
      seller: { name: Seller, type: SYS_COLLECTION, app: crm/clients }
      about: { name: About, type: REF_ITEM }
      price: { name: Price, type: INTEGER }
rights: { ${EVERYBODY} }
`,
      'workspaces/crm/apps/closed.yaml': `name: Closed
fields: { client: { name: Client, type: SYS_COLLECTION, app: crm/clients } }
`,
    }),
  },
})
const ann = await make.user()
type User = typeof ann
const at = (code: string) => ({ namespace: 'crm', code })
const create = async (code: string, context: Record<string, unknown>, by: User = admin as User) =>
  (await as(by).apps.createItem({ params: at(code), input: { context } })).item.__id
const relatedOf = async (by: User, id: string) => {
  const { lists } = await as(by).apps.related({ params: { ...at('clients'), id } })
  return lists
}
const countsOf = async (by: User, id: string) =>
  Object.fromEntries(
    (await relatedOf(by, id)).map(({ code, field, column, count }) => [
      [code, field, column].filter(Boolean).join(' '),
      count,
    ]),
  )
const reference = (id: string) => ({ ...at('clients'), id })

test('whatever links to an item is counted by app and field, and listed by the filter', async () => {
  const [acme, other] = [await create('clients', {}), await create('clients', {})]
  for (const client of [acme, acme, other]) await create('deals', { client: [client] })
  await create('deals', { partners: [other, acme], secret: [acme] })
  await create('clients', { parent: [acme] })
  await create('notes', { about: [reference(acme)] })
  await create('orders', {
    lines: { rows: [{ seller: [acme] }, { seller: [acme], about: [reference(other)] }] },
  })
  const gone = await create('deals', { client: [acme] })
  await as(admin).apps.deleteItem({ params: { ...at('deals'), id: gone } })

  expect(await countsOf(admin as User, acme)).toEqual({
    'clients parent': 1,
    'deals client': 2,
    'deals partners': 1,
    'deals secret': 1,
    'notes about': 1,
    'notes named': 0,
    'orders lines seller': 1,
    'closed client': 0,
  })
  expect(await countsOf(admin as User, other)).toMatchObject({ 'orders lines about': 1 })
  for (const { code, filter, count } of await relatedOf(admin as User, acme)) {
    const input = { active: true, filter, fields: { __name: true } }
    const { result } = await as(admin).apps.listItems({ params: at(code), input })
    expect([code, filter, result.total]).toEqual([code, filter, count])
  }
})

test('it is what the caller may read, by fields that they may see', async () => {
  const acme = await create('clients', {})
  await create('deals', { client: [acme], secret: [acme] })
  await create('deals', { client: [acme] }, ann)
  await create('closed', { client: [acme] })

  const { lists, apps } = await as(ann).apps.related({ params: { ...at('clients'), id: acme } })

  expect(await countsOf(ann, acme)).toEqual({
    'clients parent': 0,
    'deals client': 1,
    'deals partners': 0,
    'notes named': 0,
    'orders lines seller': 0,
  })
  expect(lists.map(({ code, values }) => [code, values !== null])).toEqual([
    ['clients', true],
    ['deals', true],
    ['deals', true],
    ['notes', false],
    ['orders', true],
  ])
  expect(apps.toSorted()).toEqual(['crm/clients', 'crm/deals', 'crm/notes', 'crm/orders'])
  const stranger = await make.user()
  const hidden = await create('deals', {})
  const asked = as(stranger).apps.related({ params: { ...at('deals'), id: hidden } })
  await expect(asked).rejects.toMatchObject({ code: 'not_found' })
})

test('a new item with the given values is one of them', async () => {
  const acme = await create('clients', {})
  for (const { code, values } of await relatedOf(admin as User, acme)) {
    if (values) await create(code, values)
  }

  expect(Object.values(await countsOf(admin as User, acme))).toEqual([1, 1, 1, 1, 1, 1, 1])
})
