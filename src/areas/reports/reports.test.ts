import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'

const { as, admin, make, request } = await startApp()
const { apps, access, reports, solutions } = as(admin)
const [ann, bob] = [await make.user(), await make.user()]

const COLUMNS = `columns:
  manager: { name: Manager, type: SYS_USER }
  deals: { name: Deals, type: INTEGER }
  revenue: { name: Revenue, type: MONEY, currency: EUR }
  period: { name: Period, type: DATETIME }
`
await solutions.apply({
  input: {
    files: solution('sales', {
      'workspaces/sales/apps/deals.yaml': `name: Deals
fields:
  title: { name: Title, type: STRING }
  manager: { name: Manager, type: SYS_USER }
  amount: { name: Amount, type: MONEY, currency: EUR }
  stage: { name: Stage, type: CATEGORY, options: { a: First, b: Second } }
  closed: { name: Closed, type: DATETIME, kind: date }
  share: { name: Share, type: FLOAT }
  count: { name: Count, type: INTEGER }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: open, name: Open }, { id: 2, code: won, name: Won }] }
`,
      'workspaces/sales/reports/by_manager.yaml': `name: By manager
${COLUMNS}parameters:
  least: { name: At least, type: INTEGER, min: 0, default: 0 }
  word: { name: Word, type: STRING }
sql: |
  -- ':not' is no parameter here, nor is this one's :least
  select manager, count(*) as deals, sum(amount) as revenue, 'EUR' as "revenue$currency",
    max(closed)::timestamptz as period
  from "ws_sales"."deals"
  where "__deletedAt" is null and amount >= :least and (:word is null or title like :word)
  group by manager order by sum(amount);
`,
      'workspaces/sales/reports/stages.yaml': `name: Stages
columns:
  stage: { name: Stage, type: CATEGORY, options: { a: First, b: Second } }
  deals: { name: Deals, type: INTEGER }
  sum: { name: Sum, type: MONEY, currency: EUR }
  largest: { name: Largest, type: MONEY, currency: EUR }
  share: { name: Share, type: FLOAT }
  first: { name: First, type: DATETIME, kind: date }
query:
  app: sales/deals
  filter: { not: { tf: { title: hidden } } }
  groupBy: [stage]
  values:
    deals: { function: count }
    sum: { function: sum, field: amount }
    largest: { function: max, field: amount }
    share: { function: avg, field: share }
    first: { function: min, field: closed }
`,
      'workspaces/sales/reports/totals.yaml': `name: Totals
columns:
  deals: { name: Deals, type: INTEGER }
  items: { name: Items, type: INTEGER }
query:
  app: sales/deals
  values: { deals: { function: count }, items: { function: sum, field: count } }
`,
      'workspaces/sales/reports/titles.yaml': `name: Titles
columns:
  title: { name: Title, type: STRING }
  amount: { name: Amount, type: MONEY, currency: EUR }
query: { app: sales/deals, filter: { tf: { __status: [1] } } }
`,
      'workspaces/sales/reports/broken.yaml': `name: Broken
columns: { a: { name: A, type: INTEGER } }
sql: select nothing as a from "ws_sales"."deals"
`,
    }),
  },
})

const deal = async (context: Record<string, unknown>, by = apps) =>
  (await by.createItem({ params: { namespace: 'sales', code: 'deals' }, input: { context } })).item
const eur = (cents: number) => ({ cents, currency: 'EUR' })
await deal({
  title: 'One',
  manager: [ann.id],
  amount: eur(100),
  stage: ['a'],
  closed: '2026-01-05',
  share: 0.5,
  count: 2,
})
await deal({
  title: 'Two',
  manager: [ann.id],
  amount: eur(250),
  stage: ['b'],
  closed: '2026-03-01',
  share: 0.25,
  count: 3,
})
await deal({
  title: 'Three',
  manager: [bob.id],
  amount: eur(900),
  stage: ['b'],
  closed: '2026-02-01',
})
await deal({ title: 'hidden', amount: null, stage: ['a'] })
await deal({ title: 'hidden', amount: { cents: 5, currency: 'USD' }, manager: [bob.id] })

const list = async (code: string, input: object = {}, by = reports) =>
  (await by.listRows({ params: { namespace: 'sales', code }, input })).result
const grant = (kind: string, object: string, subject: string) =>
  access.grant({ input: { kind, object, right: 'read', subjectKind: 'user', subject } })

const hers = { manager: [ann.id], deals: 2, revenue: eur(350), period: '2026-03-01T00:00:00Z' }
const his = { manager: [bob.id], deals: 2, revenue: eur(905), period: '2026-02-01T00:00:00Z' }

test('rows of an SQL report are in the wire format of their columns, in its own order', async () => {
  expect(await list('by_manager')).toEqual({ total: 2, result: [hers, his] })
})

test('rows are filtered, sorted, cut and counted as the contract has it', async () => {
  const period = { min: '2026-02-15T00:00:00Z', max: '2026-03-31T23:59:59Z' }
  const sort = (column: string, ascend?: boolean) => ({
    sortExpressions: [{ column, ...(ascend !== undefined && { ascend }) }],
  })

  expect(await list('by_manager', { filter: { tf: { period } }, from: 0, size: 100 })).toEqual({
    total: 1,
    result: [hers],
  })
  expect(await list('by_manager', sort('revenue', false))).toMatchObject({ result: [his, hers] })
  expect(await list('by_manager', sort('revenue'))).toMatchObject({ result: [his, hers] })
  expect(await list('by_manager', sort('period', true))).toMatchObject({ result: [his, hers] })
  expect(
    await list('by_manager', { sortExpressions: [{ field: 'revenue', ascending: true }] }),
  ).toMatchObject({ result: [hers, his] })
  expect(await list('by_manager', { ...sort('deals'), from: 1, size: 1 })).toEqual({
    total: 2,
    result: [his],
  })
  expect(await list('by_manager', { size: 0 })).toEqual({ total: 2, result: [] })
  expect(await list('by_manager', { from: 10 })).toEqual({ total: 2, result: [] })
  expect(
    await list('by_manager', { filter: { tf: { manager: [ann.id], revenue: { min: 1 } } } }),
  ).toMatchObject({ total: 1, result: [hers] })
})

test('the list is the same by GET', async () => {
  const query = { size: 100, sortExpressions: [{ column: 'revenue', ascend: false }] }
  const path = `/pub/v1/reports/sales/by_manager/list?query=${encodeURIComponent(JSON.stringify(query))}`

  const response = await request(path, { headers: { 'x-token': admin.token } })

  expect(await response.json()).toEqual({
    success: true,
    error: '',
    result: { total: 2, result: [his, hers] },
  })
})

test('parameters are bound as values, and have their defaults', async () => {
  expect(await list('by_manager', { parameters: { least: 200 } })).toMatchObject({
    result: [{ deals: 1 }, { deals: 1 }],
  })
  const nasty = `x' or 'a' = 'a`
  expect(await list('by_manager', { parameters: { word: nasty } })).toMatchObject({ total: 0 })
  expect(await list('by_manager', { parameters: { word: 'T%' } })).toMatchObject({ total: 2 })
})

test('a report put together from an app groups and computes', async () => {
  expect(await list('stages')).toEqual({
    total: 2,
    result: [
      {
        stage: [{ code: 'a', name: 'First' }],
        deals: 1,
        sum: eur(100),
        largest: eur(100),
        share: 0.5,
        first: '2026-01-05T00:00:00Z',
      },
      {
        stage: [{ code: 'b', name: 'Second' }],
        deals: 2,
        sum: eur(1150),
        largest: eur(900),
        share: 0.25,
        first: '2026-02-01T00:00:00Z',
      },
    ],
  })
  expect(await list('totals')).toEqual({ total: 1, result: [{ deals: 5, items: 5 }] })
  expect(await list('titles', { size: 2, filter: { tf: { title: 'o' } } })).toEqual({
    total: 2,
    result: [
      { title: 'One', amount: eur(100) },
      { title: 'Two', amount: eur(250) },
    ],
  })
})

test.each([
  [
    'another filter than tf',
    'by_manager',
    { filter: { eq: [{ field: 'deals' }, 1] } },
    'only "tf"',
  ],
  ['EQL', 'stages', { filter: { eql: { query: '[deals] = 1' } } }, 'only "tf"'],
  [
    'an unknown column',
    'by_manager',
    { filter: { tf: { nothing: 1 } } },
    'unknown field "nothing"',
  ],
  [
    'a sort by an unknown column',
    'stages',
    { sortExpressions: [{ column: 'x' }] },
    'unknown field',
  ],
  [
    'a sort by what has no order',
    'by_manager',
    { sortExpressions: [{ column: 'manager' }] },
    'no order',
  ],
  ['a sort without a column', 'by_manager', { sortExpressions: [{}] }, 'expected a "column"'],
  ['a negative beginning', 'by_manager', { from: -1 }, 'from'],
  ['a negative size', 'by_manager', { size: -1 }, 'size'],
  ['an unknown parameter', 'by_manager', { parameters: { x: 1 } }, 'there is no such parameter'],
  ['a wrong parameter', 'by_manager', { parameters: { least: -5 } }, 'field "least"'],
])('%s is refused', async (_, code, input, message) => {
  await expect(list(code, input)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(message),
  })
})

test('an unknown report is not found, and neither is one without the right to read it', async () => {
  await expect(list('nothing')).rejects.toMatchObject({ status: 404 })
  await expect(list('by_manager', {}, as(ann).reports)).rejects.toMatchObject({ status: 404 })
})

test('a report is made of the rows its reader may see', async () => {
  const [reader, author] = [await make.user(), await make.user()]
  for (const { id } of [reader, author]) {
    for (const code of ['by_manager', 'totals']) await grant('report', `sales/${code}`, id)
  }
  const seen = async (user: typeof reader) => {
    const rows = await list('by_manager', {}, as(user).reports)
    const { result } = await list('totals', {}, as(user).reports)
    return [rows.result.reduce((sum, { deals }) => sum + Number(deals), 0), result[0]?.deals]
  }

  expect(await seen(reader)).toEqual([0, 0])

  const item = await deal({ title: 'Granted', amount: eur(1) })
  await grant('item', `sales/deals/${item.__id}`, reader.id)
  expect(await seen(reader)).toEqual([1, 1])

  await access.grant({
    input: {
      kind: 'app',
      object: 'sales/deals',
      right: 'create',
      subjectKind: 'user',
      subject: author.id,
    },
  })
  await deal({ title: 'Own', amount: eur(1) }, as(author).apps)
  expect(await seen(author)).toEqual([0, 0])
  await access.grant({
    input: {
      kind: 'app',
      object: 'sales/deals',
      right: 'read',
      subjectKind: 'role',
      subject: 'author',
    },
  })
  expect(await seen(author)).toEqual([1, 1])
  expect(await seen(reader)).toEqual([1, 1])

  await grant('app', 'sales/deals', reader.id)
  expect(await seen(reader)).toEqual([6, 7])
})

test('why a report does not work is told to administrators only', async () => {
  const { id, ...user } = await make.user()
  await grant('report', 'sales/broken', id)

  await expect(list('broken')).rejects.toMatchObject({
    status: 400,
    message: 'the report sales/broken failed: column "nothing" does not exist',
  })
  await expect(list('broken', {}, as(user).reports)).rejects.toMatchObject({
    status: 400,
    message: 'the report sales/broken failed: administrators find the reason in the log',
  })
})

test('the catalog tells what one may run, with columns and parameters', async () => {
  const clerk = await make.user()
  const see = async () => (await as(clerk).reports.catalog()).reports
  expect(await see()).toEqual([])

  await grant('report', 'sales/by_manager', clerk.id)

  expect(await see()).toMatchObject([
    {
      namespace: 'sales',
      code: 'by_manager',
      name: 'By manager',
      columns: [
        { code: 'manager', view: { name: 'Manager' }, type: 'SYS_USER' },
        { code: 'deals', view: { name: 'Deals' }, type: 'INTEGER' },
        { code: 'revenue', view: { name: 'Revenue' }, type: 'MONEY' },
        { code: 'period', view: { name: 'Period' }, type: 'DATETIME' },
      ],
      parameters: [
        { code: 'least', view: { name: 'At least' }, required: false, defaultValue: 0 },
        { code: 'word', view: { name: 'Word' }, required: false, defaultValue: null },
      ],
    },
  ])
  expect((await reports.catalog()).reports.length).toBeGreaterThan(1)

  const [seen] = await see()
  const sales = { params: { namespace: 'sales' } }
  const place = { namespace: 'sales', code: 'by_manager' }
  expect((await as(clerk).reports.listInWorkspace(sales)).result).toEqual({
    total: 1,
    result: [seen],
  })
  expect((await as(clerk).reports.describe({ params: place })).report).toEqual(seen)
  const stranger = as(await make.user()).reports.describe({ params: place })
  await expect(stranger).rejects.toThrow('report not found')
})
