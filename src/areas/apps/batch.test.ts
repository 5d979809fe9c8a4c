import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { newId } from '../../lib/ids.ts'

const { as, admin, make, request } = await startApp()
const { apps, access, audit, solutions } = as(admin)

await solutions.apply({
  input: {
    files: solution('shop', {
      'workspaces/shop/apps/companies.yaml': `name: Companies
fields:
  number: { name: Number, type: STRING, unique: true }
  parent: { name: Parent, type: SYS_COLLECTION, app: shop/companies }
`,
      'workspaces/shop/apps/orders.yaml': `name: Orders
nameTemplate: "{$__index} {$title}"
fields:
  title: { name: Title, type: STRING, required: true }
  company: { name: Company, type: SYS_COLLECTION, app: shop/companies }
  manager: { name: Manager, type: SYS_USER }
  total: { name: Total, type: MONEY, currency: EUR }
  tags: { name: Tags, type: CATEGORY, multiple: true, options: { a: A, b: B } }
  phone: { name: Phone, type: PHONE }
  about: { name: About, type: REF_ITEM, apps: [shop/companies] }
  extra: { name: Extra, type: JSON }
  due: { name: Due, type: DATETIME, kind: date }
  share: { name: Share, type: FLOAT }
  lines:
    name: Lines
    type: TABLE
    columns:
      company: { name: Company, type: SYS_COLLECTION, app: shop/companies }
      note: { name: Note, type: STRING }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }] }
`,
    }),
  },
})

const company = (context: Record<string, unknown>) => ({
  namespace: 'shop',
  code: 'companies',
  context,
})
const order = (context: Record<string, unknown>) => ({ namespace: 'shop', code: 'orders', context })
const batch = async (...items: ReturnType<typeof order>[]) =>
  (await apps.createItems({ input: { items } })).items
const total = async (code: string) =>
  (await apps.listItems({ params: { namespace: 'shop', code }, input: { size: 0 } })).result.total

test('items of a batch are what single creates would have made of them', async () => {
  const context = {
    title: 'All types',
    manager: [admin.id],
    total: { cents: 1250, currency: 'USD' },
    tags: [{ code: 'b' }, { code: 'a' }],
    phone: [{ type: 'work', tel: '+49301234' }],
    extra: { nested: ['"', null, 1.5] },
    due: '2026-03-02',
    share: 0.1,
    __externalProcessMeta: { from: 'batch' },
    __externalId: 'one',
  }

  const [item] = await batch(order(context))
  const { item: single } = await apps.createItem({
    params: { namespace: 'shop', code: 'orders' },
    input: { context: { ...context, __externalId: 'other' } },
  })

  expect(item).toEqual({
    ...single,
    __id: item?.__id,
    __index: Number(single.__index) - 1,
    __name: `${Number(single.__index) - 1} All types`,
    __externalId: 'one',
    __createdAt: item?.__createdAt,
    __updatedAt: item?.__updatedAt,
    __version: item?.__version,
  })
  const read = await apps.getItem({
    params: { namespace: 'shop', code: 'orders', id: item?.__id ?? '' },
  })
  expect(read.item).toEqual(item)
})

test('items link to each other by name, whichever comes first', async () => {
  const [first, acme, parent] = await batch(
    order({
      title: '$ref/acme',
      company: ['$ref/acme'],
      about: [{ namespace: 'shop', code: 'companies', id: '$ref/group' }],
      lines: { rows: [{ company: ['$ref/acme'], note: '$ref/acme' }] },
    }),
    company({ __id: '$ref/acme', __name: 'Acme', parent: ['$ref/group'] }),
    company({ __id: '$ref/group', __name: 'Group', parent: ['$ref/acme'] }),
  )

  expect(first).toMatchObject({
    title: '$ref/acme',
    company: [acme?.__id],
    about: [{ id: parent?.__id }],
    lines: { rows: [{ company: [acme?.__id], note: '$ref/acme' }] },
  })
  expect(acme).toMatchObject({ __name: 'Acme', parent: [parent?.__id] })
  expect(parent).toMatchObject({ parent: [acme?.__id] })
})

const number = newId()
const id = newId()
test.each([
  ['a wrong value', [order({ title: 1 })], 'field "items.1.context.title": expected text'],
  ['a missing value', [order({})], 'field "items.1.context.title": a value is required'],
  [
    'values of several items',
    [order({}), order({ title: 'x', total: 'y' })],
    'field "items.1.context.title": a value is required; field "items.2.context.total": expected',
  ],
  [
    'a link to nothing',
    [order({ title: 'x', company: [id] })],
    `field "items.1.context.company": there is no item of shop/companies with id ${id}`,
  ],
  [
    'a link to an item of another app',
    [order({ __id: '$ref/o', title: 'x' }), order({ title: 'y', company: ['$ref/o'] })],
    'field "items.2.context.company": there is no item of shop/companies',
  ],
  [
    'a name that nobody has',
    [order({ title: 'x', company: ['$ref/nobody'] })],
    'field "items.1.context.company": no item is called $ref/nobody',
  ],
  [
    'two with one name',
    [company({ __id: '$ref/a' }), company({ __id: '$ref/a' })],
    'items[2]: field "__id": two items are called $ref/a',
  ],
  [
    'two with one id',
    [company({ __id: id }), company({ __id: id })],
    'items[2]: field "__id": this id is taken',
  ],
  [
    'two with one value that must be unique',
    [company({ number }), company({ number })],
    'items[2]: field "number": another item has this value',
  ],
  ['an id that is none', [company({ __id: 'x' })], 'field "items.1.context.__id": expected a UUID'],
  [
    'an unknown app',
    [{ namespace: 'shop', code: 'nothing', context: {} }],
    'items[1]: app not found: shop/nothing',
  ],
])('%s is told with its place, and nothing is stored', async (_, wrong, message) => {
  const before = [await total('orders'), await total('companies')]

  const refused = batch(order({ title: 'right' }), ...wrong)

  await expect(refused).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining(message),
  })
  expect([await total('orders'), await total('companies')]).toEqual(before)
})

test('a value that another item had before is told too', async () => {
  await batch(company({ number: 'taken' }))

  const refused = batch(company({ number: 'free' }), company({ number: 'taken' }))

  await expect(refused).rejects.toMatchObject({
    message: 'items[1]: field "number": another item has this value',
  })
})

test('every item has one event', async () => {
  const items = await batch(...Array.from({ length: 5 }, (_, at) => order({ title: `E${at}` })))

  for (const { __id } of items) {
    const { entries } = await audit.list({ input: { object: `item:shop/orders/${__id}` } })
    expect(entries.map(({ type }) => type)).toEqual(['app.item.created'])
  }
})

test('the right to create is asked for in every app', async () => {
  const ann = await make.user()
  await access.grant({
    input: {
      kind: 'app',
      object: 'shop/orders',
      right: 'create',
      subjectKind: 'user',
      subject: ann.id,
    },
  })
  const { createItems } = as(ann).apps

  await createItems({ input: { items: [order({ title: 'mine' })] } })
  const refused = createItems({ input: { items: [order({ title: 'mine' }), company({})] } })

  await expect(refused).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('items[1]: '),
  })
})

test('a batch has at most 1000 items and at least one', async () => {
  const items = Array.from({ length: 1000 }, () => company({}))

  expect(await batch(...items)).toHaveLength(1000)
  await expect(batch(...items, company({}))).rejects.toMatchObject({ code: 'invalid' })
  await expect(batch()).rejects.toMatchObject({ code: 'invalid' })
})

test('a batch that is sent again with its key is carried out once', async () => {
  const send = () =>
    request('/pub/v1/app/items/batch', {
      method: 'POST',
      headers: { 'x-token': admin.token, 'idempotency-key': 'batch-1' },
      body: JSON.stringify({ items: [company({ __name: 'Once' })] }),
    }).then((response) => response.json())

  expect(await send()).toEqual(await send())
})
