import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { fillIn } from './filter-parameters.ts'

const { as, admin, make } = await startApp()
const [reader, author] = [await make.user(), await make.user()]

const REPORT = `name: Months
columns:
  month: { name: Month, type: DATETIME, kind: date }
  status: { name: Status, type: STRING }
  maker: { name: By, type: SYS_USER }
  orders: { name: Orders, type: INTEGER }
  total: { name: Total, type: MONEY, currency: EUR }
  mean: { name: Mean, type: FLOAT }
parameters:
  since: { name: Since, type: DATETIME, kind: date }
  kind: { name: Kind, type: CATEGORY, options: { a: A, b: B } }
  least: { name: At least, type: INTEGER }
  gift: { name: Gift, type: BOOLEAN }
query:
  app: shop/orders
  filter:
    and:
      - { tf: { day: { min: { parameter: since }, max: null }, kind: { parameter: kind } } }
      - { gte: [{ field: pieces }, { const: { parameter: least } }] }
      - { eq: [{ field: gift }, { const: { parameter: gift } }] }
  groupBy:
    - { field: day, by: month, as: month }
    - { field: __status, as: status }
    - { field: __createdBy, as: maker }
  values:
    orders: { function: count }
    total: { function: sum, field: price }
    mean: { function: avg, field: pieces }
chart: { kind: line, along: month, values: [orders] }
pivot: status
views:
  busy: { name: Busy, parameters: { least: 2 }, filter: { gte: [{ field: orders }, { const: 2 }] }, sort: [{ column: total, ascending: false }] }
rights: { "group:all_users": [read] }
`
const THROUGH = `name: Through a contract
columns:
  title: { name: Title, type: STRING }
  total: { name: Total, type: MONEY, currency: EUR }
query:
  contract: shop/sold
  groupBy: [title]
  values: { total: { function: sum, field: amount } }
rights: { "group:all_users": [read] }
`
const files = (report = REPORT) =>
  solution('shop', {
    'workspaces/shop/apps/orders.yaml': `name: Orders
fields:
  title: { name: Title, type: STRING }
  day: { name: Day, type: DATETIME, kind: date }
  kind: { name: Kind, type: CATEGORY, options: { a: A, b: B } }
  pieces: { name: Pieces, type: INTEGER }
  price: { name: Price, type: MONEY, currency: EUR }
  gift: { name: Gift, type: BOOLEAN }
statuses:
  - code: main
    name: Main
    statuses: [{ id: 9, code: new, name: "It's new" }, { id: 3, code: done, name: Done }]
rights: { "user:${reader.login}": [read], "user:${author.login}": [create], "role:author": [read] }
`,
    'workspaces/shop/contracts/sold.yaml': `name: Sold
fields:
  title: { name: Title, type: STRING }
  amount: { name: Amount, type: MONEY, currency: EUR }
apps: { shop/orders: { title: title, amount: price } }
`,
    'workspaces/shop/reports/months.yaml': report,
    'workspaces/shop/reports/through.yaml': THROUGH,
  })
await as(admin).solutions.apply({ input: { files: files() } })
const orders = { namespace: 'shop', code: 'orders' }
const add = async (by: typeof admin, [title, day, kind, pieces, cents, gift = false]: unknown[]) =>
  as(by).apps.createItem({
    params: orders,
    input: {
      context: {
        ...{ title, day, kind: [{ code: kind }], pieces, gift },
        price: { cents, currency: 'EUR' },
      },
    },
  })
await add(admin, ['x', '2026-01-31', 'a', 1, 100, true])
const { item } = await add(admin, ['y', '2026-02-01', 'a', 2, 200])
await add(admin, ['x', '2026-02-28', 'b', 4, 400])
await add(author, ['y', '2026-02-14', 'b', 8, 800])
await as(admin).apps.setStatus({ params: { ...orders, id: item.__id }, input: { status: 'done' } })

const JAN = '2026-01-01T00:00:00Z'
const FEB = '2026-02-01T00:00:00Z'
const rowsOf = async (user: { token: string }, parameters = {}, code = 'months') => {
  const params = { namespace: 'shop', code }
  const { result } = await as(user).reports.listRows({ params, input: { parameters, size: 99 } })
  return result.result
}
const eur = (cents: number) => ({ cents, currency: 'EUR' })
const row = (
  month: string,
  status: string,
  maker: typeof admin,
  numbers: [number, number, number],
) => ({
  month,
  status,
  maker: [maker.id],
  orders: numbers[0],
  total: eur(numbers[1]),
  mean: numbers[2],
})
const NEW = "It's new"

test('a report groups by periods, statuses and authors, in the order of statuses', async () => {
  const rows = await rowsOf(reader)

  expect(rows).toHaveLength(4)
  expect(rows).toEqual(
    expect.arrayContaining([
      row(JAN, NEW, admin, [1, 100, 1]),
      row(FEB, NEW, admin, [1, 400, 4]),
      row(FEB, NEW, author, [1, 800, 8]),
      row(FEB, 'Done', admin, [1, 200, 2]),
    ]),
  )
  expect(rows.map(({ status }) => status)).toEqual([NEW, NEW, NEW, 'Done'])
})

test('it is made of what its reader may read', async () => {
  expect(await rowsOf(author)).toEqual([row(FEB, NEW, author, [1, 800, 8])])
  expect(await rowsOf(author, {}, 'through')).toEqual([{ title: 'y', total: eur(800) }])
  expect(await rowsOf(reader, {}, 'through')).toEqual([
    { title: 'x', total: eur(500) },
    { title: 'y', total: eur(1000) },
  ])
})

test.each([
  ['a day', { since: '2026-02-01' }, 3],
  ['an option', { kind: [{ code: 'a' }] }, 2],
  ['a number', { least: 4 }, 2],
  ['a yes or no', { gift: false }, 3],
  ['all of them', { since: '2026-02-01', kind: [{ code: 'a' }], least: 2 }, 1],
])('%s in a parameter filters, and one without a value does not', async (_, parameters, count) => {
  expect(await rowsOf(reader, parameters)).toHaveLength(count)
})

test('unknown and wrong parameters are refused', async () => {
  await expect(rowsOf(reader, { until: 1 })).rejects.toMatchObject({ status: 400 })
  await expect(rowsOf(reader, { least: 'many' })).rejects.toMatchObject({ status: 400 })
})

test('the catalog says how it is drawn', async () => {
  const { reports } = await as(reader).reports.catalog()
  const months = reports.find(({ code }) => code === 'months')

  expect(months?.chart).toEqual({ kind: 'line', along: 'month', values: ['orders'] })
  expect(months?.pivot).toBe('status')
  expect(months?.views).toEqual([
    {
      code: 'busy',
      name: 'Busy',
      parameters: { least: 2 },
      filter: { gte: [{ field: 'orders' }, { const: 2 }] },
      sort: [{ column: 'total', ascending: false }],
    },
  ])
})

test.each([
  ['either of two', { or: [{ tf: { orders: { min: 2 } } }, { tf: { status: 'Done' } }] }, 1],
  ['the opposite', { not: { tf: { status: 'Done' } } }, 3],
  ['a query about the reader', { eql: { query: '[maker] = CurrentUser()' } }, 3],
])('rows can be asked for by %s', async (_, where, count) => {
  const params = { namespace: 'shop', code: 'months' }
  const { result } = await as(admin).reports.listRows({ params, input: { where, size: 0 } })

  expect(result.total).toBe(count)
})

test.each([
  ['an unknown parameter', ['parameter: since', 'parameter: sinc'], /no parameter "sinc"/],
  ['a system field without a column', [', as: maker', ''], /"__createdBy" needs "as"/],
  ['a month of a text', ['field: day, by', 'field: title, by'], /"title" is no date/],
  ['a field of the filter', ['{ day: {', '{ dya: {'], /no field "dya"/],
  [
    'a sum of money as a number',
    ['MONEY, currency: EUR }\n  mean', 'INTEGER }\n  mean'],
    /sum of MONEY is no INTEGER/,
  ],
  ['no column', [/columns:\n( .*\n)+/, ''], /needs at least one column/],
  ['a chart of no column', ['along: month', 'along: mont'], /unknown column "mont"/],
  ['a view of no column', ['field: orders', 'field: order'], /no column "order"/],
  ['a view sorted by no column', ['column: total', 'column: totl'], /no column "totl"/],
  ['a view of no parameter', ['least: 2', 'lest: 2'], /no parameter "lest"/],
  ['a pivot of no column', ['pivot: status', 'pivot: stat'], /unknown column "stat"/],
  [
    'two sources',
    ['app: shop/orders', 'app: shop/orders\n  contract: shop/sold'],
    /either "app" or/,
  ],
])('%s is a problem of the report', async (_, [right, wrong = ''], message) => {
  const broken = files(REPORT.replace(right ?? '', String(wrong)))

  await expect(as(admin).solutions.plan({ input: { files: broken } })).rejects.toThrow(message)
})

test('conditions on parameters without a value are left out, wherever they stand', () => {
  const p = (parameter: string) => ({ parameter })
  const values = new Map<string, unknown>([
    ['one', 1],
    ['none', null],
  ])

  expect(fillIn({ tf: { a: p('one'), b: p('none') } }, values)).toEqual({ tf: { a: 1 } })
  expect(fillIn({ tf: { b: p('none') } }, values)).toEqual({})
  expect(fillIn({ tf: { a: { min: p('one'), max: p('none') } } }, values)).toEqual({
    tf: { a: { min: 1, max: null } },
  })
  expect(fillIn({ tf: { a: { min: p('none'), max: null } } }, values)).toEqual({})
  expect(fillIn({ tf: { a: { min: p('none') } } }, values)).toEqual({})
  expect(fillIn({ tf: { min: null } }, values)).toEqual({ tf: { min: null } })
  expect(fillIn({ or: [{ eq: [{ field: 'a' }, { const: p('none') }] }] }, values)).toEqual({})
  expect(fillIn({ and: [{ not: { tf: { a: p('none') } } }, { tf: { a: 2 } }] }, values)).toEqual({
    and: [{ tf: { a: 2 } }],
  })
})
