import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { newId } from '../../lib/ids.ts'

const { as, admin, make } = await startApp()
const { apps, access, audit, solutions } = as(admin)

await solutions.apply({
  input: {
    files: solution('shop', {
      'workspaces/shop/apps/companies.yaml': 'name: Companies\n',
      'workspaces/shop/apps/products.yaml': `name: Products
nameTemplate: "{$sku} {$title}"
externalKeys: [label]
fields:
  sku: { name: Article, type: STRING, unique: true }
  label: { name: Label, type: STRING }
  rank: { name: Rank, type: INTEGER, unique: true }
  title: { name: Title, type: STRING, required: true }
  price: { name: Price, type: MONEY, currency: EUR }
  supplier: { name: Supplier, type: SYS_COLLECTION, app: shop/companies }
  tags: { name: Tags, type: CATEGORY, multiple: true, options: { a: A, b: B } }
  rate: { name: Rate, type: FLOAT }
  since: { name: Since, type: DATETIME }
  parts: { name: Parts, type: TABLE, columns: { name: { name: Name, type: STRING } } }
`,
    }),
  },
})

const params = { namespace: 'shop', code: 'products' }
type Json = Record<string, unknown>
const upsert = (contexts: Json[], key?: string, by = apps) =>
  by.upsertItems({
    params,
    input: { items: contexts.map((context) => ({ context })), ...(key && { key }) },
  })
const get = async (id = '') => (await apps.getItem({ params: { ...params, id } })).item
const find = async (filter: Json) => {
  const { result } = await apps.listItems({ params, input: { filter, size: 100 } })
  return result.result
}
const eventsOf = async (id = '') => {
  const { entries } = await audit.list({ input: { object: `item:shop/products/${id}` } })
  return entries.map(({ type }) => type.replace('app.item.', '')).reverse()
}

const FULL = {
  title: 'Cable',
  price: { cents: 500, currency: 'USD' },
  tags: [{ code: 'a' }],
  rate: 0.25,
  since: '2026-03-02T10:15:00+01:00',
  parts: { rows: [{ name: 'plug' }, { name: 'wire' }] },
  __externalProcessMeta: { a: 1 },
}

test('what is not there is created, what is there is changed, and the same again changes nothing', async () => {
  const first = await upsert([{ ...FULL, __externalId: 'x1' }])
  const again = await upsert([{ ...FULL, __externalId: 'x1' }])
  const changed = await upsert([{ __externalId: 'x1', title: 'Cord' }])

  const id = first.items[0]?.id
  expect(first).toEqual({
    items: [{ status: 'created', id }],
    created: 1,
    updated: 0,
    unchanged: 0,
    failed: 0,
  })
  expect(again).toMatchObject({ items: [{ status: 'unchanged', id }], unchanged: 1 })
  expect(changed).toMatchObject({ items: [{ status: 'updated', id }], updated: 1 })
  expect(await get(id)).toMatchObject({ title: 'Cord', __name: 'Cord', price: { cents: 500 } })
  expect(await eventsOf(id)).toEqual(['created', 'updated'])
})

test('an item is found by any unique field, and by those the app names', async () => {
  const { items } = await upsert([{ sku: 'S1', label: 'L1', rank: 7, title: 'Lamp' }], 'sku')

  const outcomes = await Promise.all([
    upsert([{ sku: 'S1', price: { cents: 1 } }], 'sku'),
    upsert([{ label: 'L1', rate: 2 }], 'label'),
    upsert([{ rank: 7, tags: ['b'] }], 'rank'),
  ])

  expect(outcomes.map((each) => each.items)).toEqual([
    [{ status: 'updated', id: items[0]?.id }],
    [{ status: 'updated', id: items[0]?.id }],
    [{ status: 'updated', id: items[0]?.id }],
  ])
  expect(await get(items[0]?.id)).toMatchObject({
    price: { cents: 1, currency: 'EUR' },
    rate: 2,
    tags: [{ code: 'b' }],
  })
})

test('another field is no key, and the answer says which ones are', async () => {
  await expect(upsert([{ title: 'x' }], 'title')).rejects.toMatchObject({
    message:
      '"title" is not a key of shop/products, expected one of __externalId, sku, label, rank',
  })
})

test('a wrong item is told and left out, the others are stored', async () => {
  const nowhere = newId()
  await upsert([{ __externalId: 'w0', sku: 'W-taken', title: 'There' }])
  await upsert([{ __externalId: 'w9', title: 'Will meet it' }])

  const { items, ...counts } = await upsert([
    { __externalId: 'w1', title: 'Right' },
    { __externalId: 'w2' },
    { title: 'No key' },
    { __externalId: 'w1', title: 'Same key' },
    { __externalId: 'w3', title: 'Lost', supplier: [nowhere] },
    { __externalId: 'w4', title: 'Taken', sku: 'W-taken' },
    { __externalId: 'w9', sku: 'W-taken' },
    { __externalId: 'w0', title: 'Changed' },
  ])

  expect(items).toEqual([
    { status: 'created', id: expect.any(String) },
    { status: 'error', error: 'field "title": a value is required' },
    { status: 'error', error: 'field "__externalId": a key is required' },
    { status: 'error', error: 'field "__externalId": items[0] has the same key' },
    {
      status: 'error',
      error: `field "supplier": there is no item of shop/companies with id ${nowhere}`,
    },
    { status: 'error', error: 'field "sku": another item has this value' },
    { status: 'error', error: 'field "sku": another item has this value' },
    { status: 'updated', id: expect.any(String) },
  ])
  expect(counts).toEqual({ created: 1, updated: 1, unchanged: 0, failed: 6 })
  expect(await find({ tf: { __name: 'Changed' } })).toHaveLength(1)
})

test('a key that several items have finds none of them', async () => {
  for (const title of ['one', 'two']) {
    await apps.createItem({ params, input: { context: { title, label: 'double' } } })
  }

  const { items } = await upsert([{ label: 'double', title: 'three' }], 'label')

  expect(items).toEqual([{ status: 'error', error: 'field "label": 2 items have this key' }])
})

test.each(['__externalId', 'sku', 'label'])(
  'of many callers who bring the same new %s at once one creates the item',
  async (key) => {
    const value = `race-${key}`
    const contexts = (caller: number) => [
      { [key]: `${value}-${caller % 3}`, title: 'Race', rate: caller },
      { [key]: value, title: 'Race', rate: caller },
    ]

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, caller) => upsert(contexts(caller), key)),
    )

    const ids = new Set(answers.map(({ items }) => items[1]?.id))
    const created = answers.filter(({ items }) => items[1]?.status === 'created')
    expect(answers.filter(({ failed }) => failed > 0)).toEqual([])
    expect([ids.size, created.length]).toEqual([1, 1])
    const code = key === '__externalId' ? '__externalId' : key
    expect(await find({ tf: { [code]: value } })).toHaveLength(4)
  },
)

test('who meets a plain create of the same key changes what that one made', async () => {
  const rounds = Array.from({ length: 15 }, (_, at) => `mixed-${at}`)

  const outcomes = await Promise.all(
    rounds.map(async (__externalId) => {
      const [, { items }] = await Promise.all([
        apps
          .createItem({ params, input: { context: { title: 'Plain', __externalId } } })
          .catch(({ message }) => expect(message).toContain('another item has this value')),
        upsert([{ __externalId, title: 'Upserted' }]),
      ])
      return items[0]?.status
    }),
  )

  expect(new Set(outcomes).isSubsetOf(new Set(['created', 'updated']))).toBe(true)
  const found = await find({ tf: { __externalId: 'mixed-' } })
  expect(found.map(({ title }) => title)).toEqual(rounds.map(() => 'Upserted'))
})

test('who may only create creates, and is told what was not changed', async () => {
  const ann = await make.user()
  await access.grant({
    input: {
      kind: 'app',
      object: 'shop/products',
      right: 'create',
      subjectKind: 'user',
      subject: ann.id,
    },
  })
  await upsert([{ __externalId: 'r1', title: 'Not hers' }])

  const { items } = await upsert(
    [
      { __externalId: 'r1', title: 'Hers?' },
      { __externalId: 'r2', title: 'Hers' },
    ],
    undefined,
    as(ann).apps,
  )

  expect(items).toEqual([
    { status: 'error', error: 'the right "update" on shop/products is required' },
    { status: 'created', id: expect.any(String) },
  ])
})

test('a thousand items are created, and found again, in one call each', async () => {
  const contexts = (rate: number) =>
    Array.from({ length: 1000 }, (_, at) => ({ ...FULL, __externalId: `many-${at}`, rate }))

  const created = await upsert(contexts(1))
  const unchanged = await upsert(contexts(1))
  const updated = await upsert(contexts(2))

  expect([created.created, unchanged.unchanged, updated.updated]).toEqual([1000, 1000, 1000])
  expect(await eventsOf(created.items[999]?.id)).toEqual(['created', 'updated'])
})

test('whoever may do nothing here is not told which keys are taken', async () => {
  await upsert([{ title: 'Secret', __externalId: 'secret-1' }])
  const stranger = as(await make.user()).apps

  const { items } = await upsert(
    [
      { title: 'a', __externalId: 'secret-1' },
      { title: 'a', __externalId: 'secret-2' },
    ],
    undefined,
    stranger,
  )

  expect(items[0]?.error).toBe(items[1]?.error)
})
