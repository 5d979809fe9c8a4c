import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { ADMINISTRATORS } from '../../lib/ids.ts'

const { as, admin, make } = await startApp()
const { apps, solutions, access } = as(admin)

await solutions.apply({
  input: {
    files: solution('shop', {
      'workspaces/shop/apps/companies.yaml': `name: Companies
fields:
  city: { name: City, type: STRING }
  head: { name: Head, type: SYS_COLLECTION, app: shop/companies }
`,
      'workspaces/shop/apps/orders.yaml': `name: Orders
fields:
  companies: { name: Companies, type: SYS_COLLECTION, app: shop/companies, single: false }
  manager: { name: Manager, type: SYS_USER }
  roles: { name: Roles, type: ROLE, single: false }
  count: { name: Count, type: INTEGER }
  lines:
    name: Lines
    type: TABLE
    columns:
      sum: { name: Sum, type: INTEGER }
      note: { name: Note, type: STRING }
      kind: { name: Kind, type: CATEGORY, options: { a: Aa } }
      from: { name: From, type: SYS_COLLECTION, app: shop/companies }
`,
    }),
  },
})

const orders = { namespace: 'shop', code: 'orders' }
const create = async (code: string, context: Record<string, unknown>) =>
  (await apps.createItem({ params: { namespace: 'shop', code }, input: { context } })).item.__id

const acme = await create('companies', { __name: 'Acme', city: 'Riga' })
const bolt = await create('companies', { __name: 'Bolt', city: 'Oslo', head: [acme] })
const full = await create('orders', {
  companies: [bolt, acme],
  manager: [admin.id],
  roles: [
    { type: 'group', id: ADMINISTRATORS },
    { type: 'user', id: admin.id },
  ],
  count: 5,
  lines: {
    rows: [
      { sum: 1, note: 'first', kind: [{ code: 'a' }], from: [bolt] },
      { sum: 2, note: 'second' },
    ],
  },
})
const bare = await create('orders', { companies: [] })

const show = async (fields: Record<string, unknown>, user = admin) => {
  const { result } = await as(user).apps.listItems({ params: orders, input: { fields } })
  return result.result
}

test('nested rules put items in the place of their ids, the oldest first', async () => {
  const [first, second] = await show({ companies: { __name: true, city: true } })

  expect(first).toEqual({
    __id: full,
    companies: [
      { __id: acme, __name: 'Acme', city: 'Riga' },
      { __id: bolt, __name: 'Bolt', city: 'Oslo' },
    ],
  })
  expect(second).toEqual({ __id: bare, companies: [] })
})

test('everything stays everything, with some of it nested', async () => {
  const [first, second] = await show({ '*': true, companies: { '*': true, city: false }, head: {} })

  expect(first).toMatchObject({ count: 5, manager: [admin.id] })
  const [nested] = (first?.companies ?? []) as Record<string, unknown>[]
  expect(nested).toMatchObject({ __id: acme, __name: 'Acme', head: null, __deletedAt: null })
  expect(nested).not.toHaveProperty('city')
  expect(second?.manager).toBeNull()
})

test('rules nest further', async () => {
  const [first] = await show({ companies: { head: { city: true, head: {} } } })

  const [, nested] = (first?.companies ?? []) as Record<string, unknown>[]
  expect(nested).toEqual({ __id: bolt, head: [{ __id: acme, city: 'Riga', head: null }] })
})

test('users are nested in lists and alone', async () => {
  const [first] = await show({ manager: { login: true }, __createdBy: { email: true } })

  expect(first).toEqual({
    __id: full,
    manager: [{ __id: admin.id, login: expect.any(String) }],
    __createdBy: { __id: admin.id, email: expect.any(String) },
  })
})

test('roles are named', async () => {
  const [first] = await show({ roles: { __name: true, type: true } })

  expect(first?.roles).toEqual(
    expect.arrayContaining([
      { __id: ADMINISTRATORS, type: 'group', __name: expect.any(String) },
      { __id: admin.id, type: 'user', __name: expect.any(String) },
    ]),
  )
})

test('tables show the columns that are asked for, with what their cells lead to', async () => {
  const [first, second] = await show({ lines: { note: true, kind: true, from: { __name: true } } })

  const [line, other] = ((first?.lines ?? { rows: [] }) as { rows: { __id: string }[] }).rows
  expect(first?.lines).toEqual({
    rows: [
      {
        __id: line?.__id,
        note: 'first',
        kind: [{ code: 'a', name: 'Aa' }],
        from: [{ __id: bolt, __name: 'Bolt' }],
      },
      { __id: other?.__id, note: 'second', kind: null, from: null },
    ],
    result: {},
  })
  expect(second?.lines).toBeNull()
  const [summed] = await show({ lines: { '*': true, note: false } })
  expect(summed?.lines).toMatchObject({ rows: [{ sum: 1 }, { sum: 2 }], result: { sum: 3 } })
})

test('only what the caller may read is nested', async () => {
  const ann = await make.user()
  await access.grant({
    input: {
      kind: 'app',
      object: 'shop/orders',
      right: 'read',
      subjectKind: 'user',
      subject: ann.id,
    },
  })
  const wanted = { companies: { __name: true } }
  expect(await show(wanted, ann)).toEqual([
    { __id: full, companies: [] },
    { __id: bare, companies: [] },
  ])

  await access.grant({
    input: {
      kind: 'item',
      object: `shop/companies/${bolt}`,
      right: 'read',
      subjectKind: 'user',
      subject: ann.id,
    },
  })

  const [first] = await show(wanted, ann)
  expect(first?.companies).toEqual([{ __id: bolt, __name: 'Bolt' }])
})

test('what leads nowhere and what is unknown is as without the rule', async () => {
  const [first] = await show({ count: { '*': true }, nothing: { '*': true } })

  expect(first).toEqual({ __id: full, count: 5 })
})

test('a single item nests as a list does', async () => {
  const { item } = await apps.getItem({
    params: { ...orders, id: full },
    input: { fields: { companies: { city: true } } },
  })

  expect(item.companies).toEqual([
    { __id: acme, city: 'Riga' },
    { __id: bolt, city: 'Oslo' },
  ])
})
